// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.Required;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.time.WarmUpEnd;
import java.util.List;
import java.util.OptionalLong;

/**
 * When what part of a run was.
 *
 * @param measuredSeconds length of the measured phase, in s
 * @param phases the phases with their times
 * @param start the time at which the flows were to begin; null where they began as soon as the
 *     fleet was connected
 * @param warmUp how the warm-up ended; null before that, and in a book of an earlier version
 * @param aborted the threshold that ended the run early; null where none did
 */
public record RunTimeline(
    double measuredSeconds,
    @Required List<DeviceBook.PhaseTimes> phases,
    AgreedStart start,
    WarmUpEnd warmUp,
    Aborted aborted) {

  /** Of a run whose flows began as soon as the fleet was connected, and that nothing ended. */
  public static RunTimeline of(double measuredSeconds, List<DeviceBook.PhaseTimes> phases) {
    return new RunTimeline(measuredSeconds, phases, null, null, null);
  }

  /** When the flows began, ms since the epoch: with the first phase after the connections. */
  public OptionalLong flowsBeganEpochMs() {
    return phases.stream()
        .filter(phase -> !phase.name().equals("connect"))
        .mapToLong(DeviceBook.PhaseTimes::startEpochMs)
        .findFirst();
  }
}
