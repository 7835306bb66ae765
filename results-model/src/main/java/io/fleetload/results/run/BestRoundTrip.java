// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

/**
 * Compares two clocks by round trips, and keeps the one that says most about them: it took least
 * time, or the better one before it has aged. A round trip that contradicts the best one shows that
 * more than two clocks were compared, or that one was set. Not thread-safe.
 */
public final class BestRoundTrip {
  /** The most that two clocks drift apart, in s per s (RFC 5905, section 4: PHI). */
  private static final double DRIFT = 15e-6;

  private long offset;
  private long uncertainty;
  private long seen;
  private long samples;

  /** Distance of the furthest round trip from the best that contradicts it, in ns. */
  private long contradiction;

  /**
   * Looks at a round trip.
   *
   * @param itsOffset the other clock less this one by it, in ns
   * @param itsUncertainty by how much that may be wrong either way, in ns
   * @param now when it ended by this clock, in ns; only differences count
   * @param tolerance by how much more it may be off without contradicting, in ns
   * @return whether it contradicts the best one so far
   */
  public boolean add(long itsOffset, long itsUncertainty, long now, long tolerance) {
    long apart = Math.abs(itsOffset - offset);
    boolean contradicts = samples > 0 && apart > itsUncertainty + uncertaintyAt(now) + tolerance;
    if (contradicts) {
      contradiction = Math.max(contradiction, apart + itsUncertainty);
    }
    if (samples == 0 || itsUncertainty <= uncertaintyAt(now)) {
      uncertainty = itsUncertainty;
      seen = now;
      offset = itsOffset;
    }
    samples++;
    return contradicts;
  }

  /** Number of the round trips looked at. */
  public long samples() {
    return samples;
  }

  /** Returns whether round trips contradict each other. */
  public boolean contradicted() {
    return contradiction > 0;
  }

  /** The other clock less this one by the best round trip, in ns; 0 without one. */
  public long offsetNanos() {
    return offset;
  }

  /** Uncertainty of the offset at a time, in ns; it grows with distance, as the clocks drift. */
  public long uncertaintyAt(long now) {
    return uncertainty + (long) (DRIFT * Math.abs(now - seen));
  }

  /** The offset that all round trips together show; null without one. */
  public ClockOffset offset() {
    return samples == 0
        ? null
        : new ClockOffset(offset, uncertainty, samples).contradictedBy(contradiction);
  }
}
