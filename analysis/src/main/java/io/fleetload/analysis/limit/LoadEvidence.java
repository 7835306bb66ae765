// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

/**
 * The evidence of a probe on whether the target holds a load.
 *
 * @param load the load, in the unit of the search
 * @param held whether all thresholds held
 * @param full whether its verdict counts for an end of the answer, as that of a scout does not
 * @param nearest the largest time over its bound, so that 1 is the bound; null without such a
 *     threshold
 * @param done what was confirmed over what was asked for, within the measured phase; null if it is
 *     not known
 */
public record LoadEvidence(double load, boolean held, boolean full, Double nearest, Double done) {
  /** Less than this of a load is confirmed in its time only if the target cannot do it. */
  private static final double KEPT_UP = 0.97;

  /** Reads it off a judged probe. */
  public static LoadEvidence of(Probe probe) {
    return new LoadEvidence(
        probe.load(),
        probe.held(),
        probe.run().full(),
        probe.times().nearest(),
        probe.completed() == null || probe.asked() <= 0
            ? null
            : Double.valueOf(probe.completed() / probe.asked()));
  }

  /** The most that the target does, in the unit of the load; null if it kept up or is unknown. */
  Double throughput() {
    return done == null || done >= KEPT_UP ? null : Double.valueOf(load * done);
  }
}
