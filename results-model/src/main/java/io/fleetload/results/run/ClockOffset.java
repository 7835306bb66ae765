// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

/**
 * Time by which the backend's clock is ahead of the devices', as the command round trips show it.
 * Of one round trip with the device's times t0 (query sent) and t3 (command received) and the
 * backend's t1 (query received) and t2 (command written) the offset is {@code ((t1 − t0) + (t2 −
 * t3)) / 2}, and it is wrong by at most half of what the way took, {@code ((t3 − t0) − (t2 − t1)) /
 * 2} (RFC 5905, section 8). The round trip that took least is the one that counts.
 *
 * @param offsetNanos the backend's clock less the devices', in ns
 * @param uncertaintyNanos by how much that may be wrong either way, in ns
 * @param samples round trips looked at
 */
public record ClockOffset(long offsetNanos, long uncertaintyNanos, long samples) {

  /** Devices and backend read the same clock. */
  public static ClockOffset oneClock(long samples) {
    return new ClockOffset(0, 0, samples);
  }

  /**
   * The same where round trips contradict each other, because more than one clock or one that was
   * set made them: it may be wrong by as much as they are apart.
   *
   * @param apartNanos how far the furthest of them is from this one, in ns; 0 where none is
   */
  public ClockOffset contradictedBy(long apartNanos) {
    return new ClockOffset(offsetNanos, Math.max(uncertaintyNanos, apartNanos), samples);
  }

  /** Returns whether it is certain that the clocks differ. */
  public boolean certain() {
    return Math.abs(offsetNanos) > uncertaintyNanos;
  }

  /**
   * Correction of end-to-end times, in ns: 0 where the clocks may be equal, as a correction by
   * noise would make such times worse.
   */
  public long correctionNanos() {
    return certain() ? offsetNanos : 0;
  }

  /** By how much a corrected time may still be wrong either way, in ns. */
  long errorNanos() {
    return uncertaintyNanos + Math.abs(offsetNanos - correctionNanos());
  }

  /**
   * Time by which another backend's clock is ahead of the one that the other offset was seen by.
   */
  ClockOffset less(ClockOffset other) {
    return new ClockOffset(
        offsetNanos - other.offsetNanos, uncertaintyNanos + other.uncertaintyNanos, samples);
  }

  /** The same by the clock of a backend that is so far ahead. */
  ClockOffset plus(ClockOffset ahead) {
    return new ClockOffset(
        offsetNanos + ahead.offsetNanos, uncertaintyNanos + ahead.uncertaintyNanos, samples);
  }

  /** The least that two clocks are apart, in ns. */
  long apartFrom(ClockOffset other) {
    return Math.max(
        0, Math.abs(offsetNanos - other.offsetNanos) - uncertaintyNanos - other.uncertaintyNanos);
  }
}
