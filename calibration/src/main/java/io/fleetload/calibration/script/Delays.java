// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

import java.util.Locale;
import java.util.Random;

/** A distribution of delays. Which delay a message gets depends on the seed and its number only. */
public sealed interface Delays {
  /** The number of a golden ratio's fraction in 64 bits: spreads neighbours over all seeds. */
  long SPREAD = 0x9E3779B97F4A7C15L;

  /** The delay of a message, ns. */
  long of(long seed, int n);

  /** The distribution in words, for the table. */
  String words();

  static Delays none() {
    return new Constant(0);
  }

  /** Always the same. */
  record Constant(double millis) implements Delays {
    @Override
    public long of(long seed, int n) {
      return nanos(millis);
    }

    @Override
    public String words() {
      return "constant " + whole(millis);
    }
  }

  /** Every delay between two bounds as likely as any other. */
  record Uniform(double fromMillis, double toMillis) implements Delays {
    @Override
    public long of(long seed, int n) {
      return nanos(fromMillis + random(seed, n).nextDouble() * (toMillis - fromMillis));
    }

    @Override
    public String words() {
      return "uniform " + whole(fromMillis) + " to " + whole(toMillis);
    }
  }

  /** Short for most, long for the others: what a cache or a second replica does. */
  record TwoPeaks(double shortMillis, double longMillis, double shareOfLong) implements Delays {
    @Override
    public long of(long seed, int n) {
      return nanos(random(seed, n).nextDouble() < shareOfLong ? longMillis : shortMillis);
    }

    @Override
    public String words() {
      return String.format(
          Locale.ROOT, "%s, %.0f %% %s", whole(shortMillis), shareOfLong * 100, whole(longMillis));
    }
  }

  /** Exponential after a least delay, cut off at a bound: a queue in front of a server. */
  record Exponential(double leastMillis, double meanMillis, double mostMillis) implements Delays {
    @Override
    public long of(long seed, int n) {
      double beyond = -Math.log(1 - random(seed, n).nextDouble()) * meanMillis;
      return nanos(Math.min(mostMillis, leastMillis + beyond));
    }

    @Override
    public String words() {
      return "%s and exponential %s".formatted(whole(leastMillis), whole(meanMillis));
    }
  }

  private static Random random(long seed, int n) {
    return new Random((seed + n) * SPREAD);
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  private static String whole(double millis) {
    return Math.round(millis) + " ms";
  }
}
