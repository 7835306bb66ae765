// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.results.time.WarmUpEnd;
import java.util.List;
import java.util.OptionalLong;

/**
 * Times of the phases and of the events of a run.
 *
 * @param measuredSeconds length of the measured phase, in s
 * @param phases the phases with their times
 * @param start the time at which the flows were to begin; null if they began as soon as the fleet
 *     was connected
 * @param warmUp how the warm-up ended; null before that, and in a book of an earlier version
 * @param aborted the threshold that ended the run early; null if none did
 * @param measure how a measured phase until a precision ended; null of one of a fixed length
 */
public record RunTimeline(
    double measuredSeconds,
    @RequiredPart List<DeviceBook.PhaseTimes> phases,
    AgreedStart start,
    WarmUpEnd warmUp,
    AbortReason aborted,
    MeasureEnd measure) {

  /** The timeline of a measured phase of a fixed length. */
  public RunTimeline(
      double measuredSeconds,
      List<DeviceBook.PhaseTimes> phases,
      AgreedStart start,
      WarmUpEnd warmUp,
      AbortReason aborted) {
    this(measuredSeconds, phases, start, warmUp, aborted, null);
  }

  /**
   * The timeline of a run that nothing ended, with flows that began as soon as the fleet was
   * connected.
   */
  public static RunTimeline of(double measuredSeconds, List<DeviceBook.PhaseTimes> phases) {
    return new RunTimeline(measuredSeconds, phases, null, null, null);
  }

  /** Time at which the last phase ended, ms since the epoch; 0 if none has ended. */
  public long endEpochMs() {
    return phases.stream().mapToLong(DeviceBook.PhaseTimes::endEpochMs).max().orElse(0);
  }

  /**
   * Time at which the flows began, ms since the epoch: with the first phase after the connections.
   */
  public OptionalLong flowsBeganEpochMs() {
    return phases.stream()
        .filter(phase -> !phase.name().equals("connect"))
        .mapToLong(DeviceBook.PhaseTimes::startEpochMs)
        .findFirst();
  }
}
