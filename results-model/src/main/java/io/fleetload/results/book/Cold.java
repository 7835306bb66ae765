// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.CountsByKey;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.Map;

/**
 * The first contact of each device in a flow: the target meets it for the first time, fills its
 * caches and opens its routes. The counts of the warm-up or of the measured phase have these
 * messages as well; here they are by themselves.
 *
 * @param scheduled first messages that were due
 * @param inMeasured of these, the ones due in the measured phase, which a longer warm-up would
 *     spare
 * @param ok first messages confirmed
 * @param failed first messages that failed, by cause
 * @param response from the intended send time to the outcome
 */
public record Cold(
    long scheduled,
    long inMeasured,
    long ok,
    @RequiredPart Map<String, Long> failed,
    @RequiredPart LatencyHistogram response) {

  /**
   * The figures that people read.
   *
   * @param count first messages that were due
   * @param inMeasured of these, the ones due in the measured phase
   * @param ok first messages confirmed
   * @param failed first messages that failed
   * @param failedBy the same by cause
   * @param response from the intended send time to the outcome
   */
  public record ColdFigures(
      long count,
      long inMeasured,
      long ok,
      long failed,
      Map<String, Long> failedBy,
      LatencySummary response) {}

  /** These and those of another process, which may have none. */
  Cold plus(Cold other) {
    return other == null
        ? this
        : new Cold(
            scheduled + other.scheduled,
            inMeasured + other.inMeasured,
            ok + other.ok,
            CountsByKey.sum(failed, other.failed),
            response.plus(other.response));
  }

  public ColdFigures figures() {
    return new ColdFigures(
        scheduled,
        inMeasured,
        ok,
        failed.values().stream().mapToLong(Long::longValue).sum(),
        failed,
        response.estimates());
  }
}
