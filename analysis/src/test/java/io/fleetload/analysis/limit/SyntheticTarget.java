// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A target that answers as a queue does, with a 99th percentile that grows with its utilisation and
 * without end above its capacity. Probes take time; its capacity may depend on that.
 */
final class SyntheticTarget {
  /** Seconds to start the parts of a run, connect, drain and judge. */
  static final double AROUND = 8;

  static final double SETTLE = 5;
  static final double PROBE = 30;

  /** Bound on the 99th percentile, in ms. */
  private static final double BOUND = 500;

  private final double base;
  private final double slope;
  private final double noise;
  private final DoubleUnaryOperator capacity;
  private final Random random;
  double seconds;
  int probes;

  /** Whether it is looked at after every probe that crossed a threshold, as it was formerly. */
  boolean looksAlways;

  /**
   * A target.
   *
   * @param base its 99th percentile without load, in ms
   * @param slope how fast it grows with ρ / (1 - ρ), in ms
   * @param noise standard deviation of the logarithm of a probe's percentile
   * @param capacity its capacity by the time of the search, in s
   */
  SyntheticTarget(
      double base, double slope, double noise, DoubleUnaryOperator capacity, long seed) {
    this.base = base;
    this.slope = slope;
    this.noise = noise;
    this.capacity = capacity;
    this.random = new Random(seed);
  }

  /** The load at which its percentile crosses the bound, without noise. */
  double limit() {
    double waiting = (BOUND - base) / slope;
    return capacity.applyAsDouble(seconds) * waiting / (1 + waiting);
  }

  /** A probe, with the look after one that crossed a threshold. */
  LoadEvidence probe(double load, boolean scout) {
    double settle = scout ? SETTLE / 2 : SETTLE;
    double measured = scout ? Math.max(5, PROBE / 3) : PROBE;
    double most = capacity.applyAsDouble(seconds + AROUND / 2 + settle);
    seconds += AROUND + 2 * settle + measured;
    probes++;
    double use = load / most;
    double p99 =
        use < 0.999
            ? Math.min(base + slope * use / (1 - use), measured * 1_000)
            : base + slope * 999 + measured * 1_000 * (1 - 1 / use);
    p99 *= Math.exp(noise * random.nextGaussian());
    boolean held = p99 < BOUND;
    if (!held && (use >= 0.999 || looksAlways)) {
      // Otherwise it has answered all messages, and it is known to have recovered.
      seconds += AROUND + SETTLE;
    }
    return new LoadEvidence(load, held, !scout, p99 / BOUND, Math.min(1, 1 / use));
  }

  /** The same without what it measured, as of thresholds on counts alone. */
  LoadEvidence bare(double load, boolean scout) {
    LoadEvidence sight = probe(load, scout);
    return new LoadEvidence(load, sight.held(), sight.full(), null, null);
  }
}
