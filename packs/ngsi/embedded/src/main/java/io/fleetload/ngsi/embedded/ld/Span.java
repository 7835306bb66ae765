// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.history.RecordedValue;
import io.fleetload.ngsi.embedded.history.Times;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Refusal;

/**
 * The time that a temporal query asks for. Without {@code timerel} it is all time.
 *
 * @param observed whether the time is the one of the observation; else that of the record
 * @param all whether an instance without a time is asked for too
 * @param from first µs
 * @param to first µs after it
 */
record Span(boolean observed, boolean all, long from, long to) {

  /**
   * The span of {@code timerel}, {@code timeAt}, {@code endTimeAt} and {@code timeproperty}.
   *
   * @throws Refusal naming the parameter
   */
  static Span of(Call call) {
    String property = call.parameter("timeproperty");
    boolean observed = property.isEmpty() || property.equals("observedAt");
    if (!observed && !property.equals("createdAt") && !property.equals("modifiedAt")) {
      throw Problem.invalid("timeproperty: " + property);
    }
    return switch (call.parameter("timerel")) {
      case "" -> new Span(observed, true, Long.MIN_VALUE, Long.MAX_VALUE);
      case "after" -> new Span(observed, false, time(call, "timeAt") + 1, Long.MAX_VALUE);
      case "before" -> new Span(observed, false, Long.MIN_VALUE + 1, time(call, "timeAt"));
      case "between" ->
          new Span(observed, false, time(call, "timeAt") + 1, time(call, "endTimeAt"));
      default -> throw Problem.invalid("timerel: after, before or between");
    };
  }

  private static long time(Call call, String name) {
    return Times.read(call.parameter(name))
        .orElseThrow(() -> Problem.invalid(name + ": a time such as 2023-01-01T00:00:00Z"));
  }

  boolean contains(RecordedValue recorded) {
    long at = at(recorded);
    return all || (at != Instance.UNKNOWN && at >= from && at < to);
  }

  long at(RecordedValue recorded) {
    return observed ? recorded.instance().observedAt() : recorded.at();
  }
}
