// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import java.util.List;
import java.util.Objects;

/**
 * The load at which the thresholds are expected to be crossed, between one that held and one that
 * did not. It is a guess for the next probe: the answer does not depend on it.
 *
 * <p>If the target could not keep up with a load, what it did of it is its capacity C. Below it a
 * time grows as in a queue, a + b ρ / (1 - ρ) with ρ = load / C (Kleinrock, Queueing Systems I,
 * 1975, 3.2: the M/M/1 system; 5.5: M/G/1 has the same shape), and two loads that held give a and
 * b. Where it did keep up, the logarithm of the time over its bound is taken to be a straight line.
 */
final class CrossingEstimate {
  /** Times that hardly grew say no more than that the limit is near the capacity. */
  private static final double HIGHEST = 0.99;

  private static final double LOWEST = 0.5;

  private CrossingEstimate() {}

  /**
   * Estimates it.
   *
   * @param sights what the probes showed, in their order
   * @param held the load that held
   * @param crossed the load that did not
   * @return a load from one to the other, or null if nothing points to one
   */
  static Double between(List<LoadEvidence> sights, double held, double crossed) {
    Double straight = straight(sights, held, crossed);
    Double capacity = capacity(sights);
    Double guess =
        straight == null && capacity != null
            ? Double.valueOf(queue(sights, held, capacity))
            : straight;
    return guess == null ? null : Double.valueOf(Math.max(held, Math.min(crossed, guess)));
  }

  /** The throughput of the target at the last load that was too much for it. */
  private static Double capacity(List<LoadEvidence> sights) {
    Double last = null;
    for (LoadEvidence each : sights) {
      last = each.throughput() == null ? last : each.throughput();
    }
    return last;
  }

  private static double queue(List<LoadEvidence> sights, double held, double capacity) {
    List<LoadEvidence> below =
        sights.stream()
            .filter(each -> each.nearest() != null && each.held() && each.load() <= held)
            .filter(each -> each.load() < capacity)
            .toList();
    double most = HIGHEST;
    if (below.size() > 1) {
      LoadEvidence low =
          below.stream().min((a, b) -> Double.compare(a.load(), b.load())).orElseThrow();
      LoadEvidence high =
          below.stream().max((a, b) -> Double.compare(a.load(), b.load())).orElseThrow();
      double x = waiting(low.load() / capacity);
      double slope = (high.nearest() - low.nearest()) / (waiting(high.load() / capacity) - x);
      double waiting = (1 - low.nearest()) / slope + x;
      most = slope > 0 ? waiting / (1 + waiting) : HIGHEST;
    }
    return capacity * Math.max(LOWEST, Math.min(HIGHEST, most));
  }

  private static double waiting(double utilisation) {
    return utilisation / (1 - utilisation);
  }

  private static Double straight(List<LoadEvidence> sights, double held, double crossed) {
    Double low = nearest(sights, held, true);
    Double high = nearest(sights, crossed, false);
    if (low == null || high == null || low <= 0 || low >= 1 || high <= 1) {
      return null;
    }
    if (last(sights, crossed).throughput() != null) {
      // How late messages are above the capacity depends on how long the probe is.
      return null;
    }
    double share = -Math.log(low) / (Math.log(high) - Math.log(low));
    return held + (crossed - held) * share;
  }

  private static LoadEvidence last(List<LoadEvidence> sights, double load) {
    return sights.stream().filter(each -> each.load() == load).reduce((a, b) -> b).orElseThrow();
  }

  private static Double nearest(List<LoadEvidence> sights, double load, boolean held) {
    return sights.stream()
        .filter(each -> each.load() == load && each.held() == held)
        .map(LoadEvidence::nearest)
        .filter(Objects::nonNull)
        .reduce((a, b) -> b)
        .orElse(null);
  }
}
