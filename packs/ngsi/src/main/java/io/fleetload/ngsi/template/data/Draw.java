// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

import java.nio.charset.StandardCharsets;

/**
 * Random numbers that are a function of the message: the same message says the same in every run of
 * a seed and in every shard. The steps are those of SplitMix64.
 */
public final class Draw {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long salt;

  private Draw(long salt) {
    this.salt = salt;
  }

  /** That of a place in the profile. */
  public static Draw of(long seed, String place) {
    long salt = seed;
    for (byte each : place.getBytes(StandardCharsets.UTF_8)) {
      salt = mixed(salt + GOLDEN + each);
    }
    return new Draw(salt);
  }

  /** That of one of several placeholders there. */
  public Draw at(int position) {
    return new Draw(mixed(salt + (position + 1) * GOLDEN));
  }

  /** 64 bits for a message. */
  public long bits(long n, int index) {
    return mixed(mixed(salt + n * GOLDEN) + index * GOLDEN);
  }

  /** A number from 0 to below a bound. */
  public long below(long bound, long n, int index) {
    return (bits(n, index) >>> 1) % bound;
  }

  private static long mixed(long bits) {
    long once = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    long twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL;
    return twice ^ (twice >>> 31);
  }
}
