// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import io.fleetload.calibration.script.Reply;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import java.util.Map;

/**
 * The server's treatment of one flow. The histograms are of measured messages that were answered
 * well.
 *
 * @param answers how many messages were treated how, by period
 * @param repeated repetitions of messages that came in, by period
 * @param delays from the receipt until the answer was handed to the stack, ns, server's clock only
 * @param early answers that left before their time
 * @param service the service time's bounds: counted from the send time in the stamp
 * @param response the response time's bounds: counted from the due time in the stamp
 * @param offSchedule messages with a stamped due time that is not the schedule's
 * @param impossiblySent messages with a stamped send time before their due time or after their
 *     receipt
 * @param shortestWay the least time from a stamped send time to the receipt, ns: the two processes'
 *     clocks differ by no more, where it is above 0
 */
public record FlowDeeds(
    Map<Period, Map<Reply, Long>> answers,
    Map<Period, Long> repeated,
    LatencyHistogram delays,
    long early,
    TrialBounds service,
    TrialBounds response,
    long offSchedule,
    long impossiblySent,
    long shortestWay) {

  /** Number of messages of a period that got this reply. */
  public long answered(Period period, Reply reply) {
    return answers.getOrDefault(period, Map.of()).getOrDefault(reply, 0L);
  }
}
