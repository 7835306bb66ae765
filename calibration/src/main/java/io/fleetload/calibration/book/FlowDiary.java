// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import io.fleetload.calibration.script.Act;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Reply;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.EnumMap;
import java.util.Map;

/** Notes what the server does to one flow while it does it. */
final class FlowDiary {
  /** Two roundings of a due time to whole ns, and one of the wall clock. */
  private static final long ROUNDING_NANOS = 1_000;

  private final FlowScript script;
  private final Map<Period, Map<Reply, Long>> answers = new EnumMap<>(Period.class);
  private final Map<Period, Long> repeated = new EnumMap<>(Period.class);
  private final LatencyHistogram delays = new LatencyHistogram();
  private final TrialBounds service = new TrialBounds();
  private final TrialBounds response = new TrialBounds();
  private final Deliveries deliveries = new Deliveries();
  private long early;
  private long offSchedule;
  private long impossiblySent;
  private long shortestWay = Long.MAX_VALUE;

  FlowDiary(FlowScript script) {
    this.script = script;
  }

  /** A message came in. */
  void received(Stamp stamp, Act act, long flowsBegan, long receivedEpoch) {
    answers
        .computeIfAbsent(stamp.period(), period -> new EnumMap<>(Reply.class))
        .merge(act.reply(), 1L, Long::sum);
    deliveries.pass(stamp, act.delivery(), receivedEpoch);
    shortestWay = Math.min(shortestWay, receivedEpoch - stamp.sent());
    if (stamp.sent() < stamp.due() || stamp.sent() > receivedEpoch) {
      impossiblySent++;
    }
    if (script.schedule() != null
        && Math.abs(stamp.due() - flowsBegan - script.schedule().dueNanos(stamp.n()))
            > ROUNDING_NANOS) {
      offSchedule++;
    }
  }

  /** A message came in once more. */
  void repeated(Stamp stamp) {
    repeated.merge(stamp.period(), 1L, Long::sum);
  }

  /** An answer was handed to the stack. */
  void answered(Stamp stamp, Act act, long receivedEpoch, long handedEpoch) {
    if (handedEpoch - receivedEpoch < act.delayNanos()) {
      early++;
    }
    if (counts(stamp, act)) {
      delays.record(handedEpoch - receivedEpoch);
    }
  }

  /** The device's acknowledgement of an answer came back. */
  void arrived(Stamp stamp, Act act, long handedEpoch, long acknowledgedEpoch) {
    if (counts(stamp, act)) {
      service.least().record(handedEpoch - stamp.sent());
      service.most().record(acknowledgedEpoch - stamp.sent());
      response.least().record(handedEpoch - stamp.due());
      response.most().record(acknowledgedEpoch - stamp.due());
    }
  }

  FlowDeeds deeds() {
    Map<Period, Map<Reply, Long>> copied = new EnumMap<>(Period.class);
    answers.forEach((period, byReply) -> copied.put(period, Map.copyOf(byReply)));
    return new FlowDeeds(
        copied,
        Map.copyOf(repeated),
        delays.copy(),
        early,
        service.copy(),
        response.copy(),
        offSchedule,
        impossiblySent,
        shortestWay);
  }

  BackendBook.BackendFlow delivered() {
    return deliveries.book();
  }

  private static boolean counts(Stamp stamp, Act act) {
    return stamp.period() == Period.MEASURED && act.reply() == Reply.OK;
  }
}
