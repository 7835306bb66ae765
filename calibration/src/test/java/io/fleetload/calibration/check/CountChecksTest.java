// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.calibration.book.FlowDeeds;
import io.fleetload.calibration.book.TrialBounds;
import io.fleetload.calibration.script.Delays;
import io.fleetload.calibration.script.Delivery;
import io.fleetload.calibration.script.FlowScript;
import io.fleetload.calibration.script.Reply;
import io.fleetload.calibration.script.Rule;
import io.fleetload.calibration.script.Schedule;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountChecksTest {
  /** Of 100 messages 10 are refused, 2 silent at the end; 9 lost, 8 twice, of the others. */
  private static final Forecast DONE =
      Forecast.of(
          new FlowScript(
              new Schedule(10, 0),
              10,
              100,
              100,
              1,
              Delays.none(),
              List.of(new Rule<>(10, 3, Reply.NOT_FOUND)),
              List.of(new Rule<>(11, 1, Delivery.NEVER), new Rule<>(12, 2, Delivery.TWICE)),
              2),
          0,
          100,
          n -> true);

  private static final Map<String, Long> FAILED =
      Map.of("protocol.4.04", 10L, "transport.timeout", 2L);

  @Test
  void theScriptSaysWhatTheBooksMustSay() {
    assertThat(DONE.scheduled()).isEqualTo(100);
    assertThat(DONE.ok()).isEqualTo(88);
    assertThat(DONE.failed()).isEqualTo(FAILED);
    assertThat(DONE.delivered() + DONE.lost()).isEqualTo(88);
  }

  @Test
  void aRightBookPasses() {
    assertThat(wrong(new FlowCounts(100, 100, 100, 88, FAILED, Map.of(), 0, 4))).isEmpty();
  }

  @Test
  void eachWrongCountIsFound() {
    assertThat(wrong(new FlowCounts(99, 100, 100, 88, FAILED, Map.of(), 0, 4)))
        .containsExactly("telemetry scheduled");
    assertThat(wrong(new FlowCounts(100, 101, 100, 88, FAILED, Map.of(), 0, 4)))
        .containsExactly("telemetry sent");
    assertThat(wrong(new FlowCounts(100, 100, 100, 89, FAILED, Map.of(), 0, 4)))
        .containsExactly("telemetry ok");
    assertThat(wrong(new FlowCounts(100, 100, 100, 88, FAILED, Map.of(), 3, 4)))
        .containsExactly("telemetry unsettled");
    assertThat(wrong(new FlowCounts(100, 100, 100, 88, FAILED, Map.of(), 0, 5)))
        .containsExactly("telemetry retransmitted");
    assertThat(wrong(new FlowCounts(100, 100, 100, 88, FAILED, Map.of("deviceBusy", 1L), 0, 4)))
        .containsExactly("telemetry not sent");
  }

  @Test
  void aFailureUnderAnotherCauseIsFoundUnderBoth() {
    Map<String, Long> other =
        Map.of("protocol.4.04", 9L, "transport.reset", 1L, "transport.timeout", 2L);
    assertThat(wrong(new FlowCounts(100, 100, 100, 88, other, Map.of(), 0, 4)))
        .containsExactly("telemetry failed protocol.4.04", "telemetry failed transport.reset");
  }

  @Test
  void aServerThatDidNotDoAsToldProvesNothing() {
    assertThat(CountChecks.obedience("telemetry", DONE, deeds(88, 10, 2), Period.MEASURED))
        .isEmpty();
    assertThat(CountChecks.obedience("telemetry", DONE, deeds(87, 10, 2), Period.MEASURED))
        .extracting(Check::outcome)
        .containsExactly(Outcome.NOT_OK);
  }

  @Test
  void whatTheHostDroppedIsNotHeldAgainstTheSimulatorAndNoMoreThanThat() {
    assertThat(retransmitted(7, 3)).isEqualTo(Outcome.NOT_JUDGED);
    assertThat(retransmitted(8, 3)).isEqualTo(Outcome.NOT_OK);
    assertThat(retransmitted(4, 3)).isEqualTo(Outcome.OK);
  }

  private static Outcome retransmitted(long reported, long dropped) {
    FlowCounts counts = new FlowCounts(100, 100, 100, 88, FAILED, Map.of(), 0, reported);
    return CountChecks.counts("telemetry", DONE, 4, dropped, counts).stream()
        .filter(check -> check.what().equals("telemetry retransmitted"))
        .findFirst()
        .orElseThrow()
        .outcome();
  }

  private static List<String> wrong(FlowCounts reported) {
    return CountChecks.counts("telemetry", DONE, 4, 0, reported).stream()
        .filter(check -> check.outcome() != Outcome.OK)
        .map(Check::what)
        .toList();
  }

  private static FlowDeeds deeds(long ok, long notFound, long silent) {
    return new FlowDeeds(
        Map.of(
            Period.MEASURED,
            Map.of(Reply.OK, ok, Reply.NOT_FOUND, notFound, Reply.SILENCE, silent)),
        Map.of(),
        new LatencyHistogram(),
        0,
        new TrialBounds(),
        new TrialBounds(),
        0,
        0,
        0);
  }
}
