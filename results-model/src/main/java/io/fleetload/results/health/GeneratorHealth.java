// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.LatencySummary;
import java.util.List;

/**
 * State that a simulator reports of itself, the devices' and the backend's alike. Both are
 * suspects: over their limits a run is no verdict on the target.
 *
 * @param lag from a message's due time until the device simulator handled it, or from its arrival
 *     until the backend simulator did, in ms, measured phase
 * @param lagLimitMs the limit on the 99th percentile of the lag, in ms
 * @param gcPauseMs time spent in garbage collection during the measured phase, in ms
 * @param cpuSeconds processor time of the process during the measured phase, in s
 * @param reasons why the simulator was the limit, in words; empty when it was not
 * @param delays what held it up
 * @param onlyLate whether all the reasons say that it was late, which can only have made times
 *     longer; absent where there is no reason, and in an earlier version's book
 * @param notes what a reader of the figures should know of what it met, one sentence each; absent
 *     where there is nothing
 */
public record GeneratorHealth(
    @RequiredPart LatencySummary lag,
    double lagLimitMs,
    long gcPauseMs,
    double cpuSeconds,
    List<String> reasons,
    @JsonUnwrapped @RequiredPart GeneratorDelays delays,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean onlyLate,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {

  /** An early result may have no reasons. */
  public GeneratorHealth {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
    notes = notes == null ? List.of() : List.copyOf(notes);
  }

  /** The health of a simulator that met nothing worth a note. */
  public GeneratorHealth(
      LatencySummary lag,
      double lagLimitMs,
      long gcPauseMs,
      double cpuSeconds,
      List<String> reasons,
      GeneratorDelays delays) {
    this(lag, lagLimitMs, gcPauseMs, cpuSeconds, reasons, delays, null, List.of());
  }

  /**
   * The same where it is known what the reasons are.
   *
   * @param late whether all say that it was late
   */
  public GeneratorHealth whereLate(boolean late) {
    return new GeneratorHealth(
        lag,
        lagLimitMs,
        gcPauseMs,
        cpuSeconds,
        reasons,
        delays,
        reasons.isEmpty() ? null : (Boolean) late,
        notes);
  }

  /** Returns true if it was late at most. */
  boolean lateAtMost() {
    return reasons.isEmpty() || Boolean.TRUE.equals(onlyLate);
  }

  /** The same with these notes and no others. */
  public GeneratorHealth with(List<String> others) {
    return new GeneratorHealth(
        lag, lagLimitMs, gcPauseMs, cpuSeconds, reasons, delays, onlyLate, others);
  }

  /** The health of a simulator with unknown delays. */
  public GeneratorHealth(
      LatencySummary lag,
      double lagLimitMs,
      long gcPauseMs,
      double cpuSeconds,
      List<String> reasons) {
    this(lag, lagLimitMs, gcPauseMs, cpuSeconds, reasons, GeneratorDelays.UNKNOWN);
  }
}
