// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.nio.charset.StandardCharsets;

/**
 * Random numbers that are a function of the message: the same message says the same in every run of
 * a seed and in every shard. The steps are those of SplitMix64.
 */
record Draw(long salt) {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** The numbers of a place in the profile. */
  static Draw of(long seed, String place) {
    long salt = seed;
    for (byte each : place.getBytes(StandardCharsets.UTF_8)) {
      salt = mixed(salt + GOLDEN + each);
    }
    return new Draw(salt);
  }

  /** The numbers of one of several placeholders there. */
  Draw at(int position) {
    return new Draw(mixed(salt + (position + 1) * GOLDEN));
  }

  /** 64 bits for a message. */
  long bits(long n, int index) {
    return mixed(mixed(salt + n * GOLDEN) + index * GOLDEN);
  }

  /** A number from 0 to below a bound. */
  long below(long bound, long n, int index) {
    return (bits(n, index) >>> 1) % bound;
  }

  private static long mixed(long bits) {
    long once = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    long twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL;
    return twice ^ (twice >>> 31);
  }
}
