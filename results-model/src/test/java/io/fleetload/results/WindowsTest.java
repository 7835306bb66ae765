// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.Course;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A flow of 10 messages a second, all confirmed within it after 10 ms; each test spoils some. */
class WindowsTest {
  private static final long EPOCH = 1_000_000;
  private static final int WARM_UP = 5;

  private final long[] scheduled = new long[60];
  private final long[] sent = new long[60];
  private final long[] ok = new long[60];
  private final long[] failed = new long[60];
  private final long[] millis = new long[60];

  WindowsTest() {
    for (int second = 0; second < 60; second++) {
      scheduled[second] = sent[second] = ok[second] = 10;
      millis[second] = 10;
    }
  }

  private static List<Long> list(long[] counts) {
    List<Long> list = new ArrayList<>();
    for (long each : counts) {
      list.add(each);
    }
    return list;
  }

  private Course course() {
    List<String> intervals = new ArrayList<>();
    for (int second = 0; second < 60; second++) {
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < ok[second]; i++) {
        histogram.record(millis[second] * 1_000_000);
      }
      intervals.add(ResponseIntervals.encoded(histogram));
    }
    return new Course(
        10.0,
        new PerSecond(
            list(scheduled),
            list(sent),
            list(ok),
            list(failed),
            Collections.nCopies(60, 0L),
            Map.of("transport.timeout", list(failed)),
            null),
        new ResponseIntervals(1, 1, List.of(), intervals));
  }

  private List<ThresholdOutcome> judge(String text, int seconds, boolean last) {
    Threshold threshold = Threshold.parse(text);
    WindowJudge judge =
        WindowJudge.of(List.of(threshold), null, WARM_UP, EPOCH + WARM_UP * 1_000).get(0);
    judge.judge(Map.of("telemetry", course()), seconds, last);
    return judge.outcomes();
  }

  private ThresholdOutcome judge(String text) {
    List<ThresholdOutcome> outcomes = judge(text, 50, true);
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  @Test
  void aBoundHoldsWhereItHoldsInEveryWindow() {
    ThresholdOutcome outcome = judge("flows.*.response.p99 < 20ms every 10s");
    assertThat(outcome.held()).isTrue();
    assertThat(outcome.figure()).isEqualTo("flows.telemetry.response.p99");
    assertThat(outcome.found()).isBetween(10.0, 10.01);
    assertThat(outcome.windows()).isEqualTo(new ThresholdOutcome.Windows(10, 5, 0));
    assertThat(outcome.firstCrossed()).isNull();
  }

  @Test
  void aSpikeThatTheWholeHidesCrossesItsWindow() {
    millis[WARM_UP + 23] = 900;
    millis[WARM_UP + 41] = 1_200;
    ThresholdOutcome outcome = judge("flows.telemetry.response.p99 < 500ms every 10s");
    assertThat(outcome.held()).isFalse();
    assertThat(outcome.found()).as("the worst").isBetween(1_200.0, 1_202.0);
    assertThat(outcome.windows()).isEqualTo(new ThresholdOutcome.Windows(10, 5, 2));
    assertThat(outcome.firstCrossed().afterSeconds()).isEqualTo(20);
    assertThat(outcome.firstCrossed().epochMs()).isEqualTo(EPOCH + (WARM_UP + 20) * 1_000);
    assertThat(outcome.firstCrossed().found()).isBetween(900.0, 901.0);
    assertThat(outcome.sentence())
        .matches(
            "threshold \"flows.telemetry.response.p99 < 500ms every 10s\" crossed:"
                + " flows.telemetry.response.p99 .*2 of 5 .*120\\d\\.\\d+ ms.*20 s.*"
                + "1970-01-01T00:17:05Z.*900\\.\\d+ ms");
  }

  @Test
  void whatHappensBeforeTheMeasuredPhaseIsOfNoWindow() {
    millis[WARM_UP - 1] = 900;
    assertThat(judge("flows.*.response.max < 20ms every 1s").held()).isTrue();
    millis[WARM_UP] = 900;
    assertThat(judge("flows.*.response.max < 20ms every 1s").firstCrossed().afterSeconds())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({"50, 5", "49, 5", "45, 5", "44, 4", "40, 4", "5, 1", "4, 0"})
  void theRestIsJudgedWhereItIsHalfAWindowOrMore(int seconds, int judged) {
    List<ThresholdOutcome> outcomes = judge("flows.*.sent > 0 every 10s", seconds, true);
    assertThat(outcomes.get(0).windows().judged()).isEqualTo(judged);
    assertThat(outcomes.get(0).held()).isEqualTo(judged > 0);
  }

  @Test
  void withoutAWindowThereIsNoFigureThatHolds() {
    assertThat(judge("flows.*.sent > 0 every 10s", 4, true).get(0).sentence())
        .startsWith("threshold \"flows.*.sent > 0 every 10s\"")
        .contains("no window", "flows.*.sent");
  }

  @Test
  void aRatioAndACountByCauseAreOfTheirWindow() {
    failed[WARM_UP + 12] = 3;
    ok[WARM_UP + 12] = 7;
    assertThat(judge("flows.*.failed / flows.*.sent < 3% every 10s").found()).isEqualTo(0.03);
    assertThat(judge("flows.*.failedBy.transport.timeout <= 2 every 10s").windows().crossed())
        .isEqualTo(1);
    ThresholdOutcome none = judge("flows.*.failedBy.protocol.5.03 == 0 every 10s");
    assertThat(none.held()).isTrue();
    assertThat(none.windows().judged()).isEqualTo(5);
  }

  @Test
  void aLowerBoundTellsTheSmallest() {
    sent[WARM_UP + 30] = 5;
    ThresholdOutcome outcome = judge("flows.*.achieved >= 99% every 5s");
    assertThat(outcome.found()).isEqualTo(0.9);
    assertThat(outcome.firstCrossed().afterSeconds()).isEqualTo(30);
  }

  @Test
  void messagesWithoutAnyOutcomeCrossABoundOnTheirPercentile() {
    for (int second = WARM_UP + 10; second < WARM_UP + 20; second++) {
      ok[second] = 0;
    }
    ThresholdOutcome outcome = judge("flows.*.response.p99 < 1s every 10s");
    assertThat(outcome.windows().crossed()).isEqualTo(1);
    assertThat(outcome.firstCrossed().found()).isNull();
    assertThat(outcome.sentence()).endsWith("with nothing");
  }

  @Test
  void aWindowInWhichNothingWasAskedOfAFlowSaysNothing() {
    for (int second = WARM_UP + 10; second < WARM_UP + 20; second++) {
      scheduled[second] = sent[second] = ok[second] = 0;
    }
    ThresholdOutcome outcome = judge("flows.*.response.p99 < 1s every 10s");
    assertThat(outcome.held()).isTrue();
    assertThat(outcome.windows().judged()).isEqualTo(4);
  }

  @Test
  void whileTheRunGoesOnTheOutcomeIsThatOfTheEnd() {
    millis[WARM_UP + 23] = 900;
    Threshold threshold = Threshold.parse("flows.*.response.p99 < 500ms every 10s");
    WindowJudge judge =
        WindowJudge.of(List.of(threshold), null, WARM_UP, EPOCH + WARM_UP * 1_000).get(0);
    Map<Integer, Integer> crossedAt = new HashMap<>();
    for (int second = 0; second <= 50; second++) {
      judge.judge(Map.of("telemetry", course()), second, false);
      crossedAt.put(
          second,
          judge.outcomes().get(0).windows() == null
              ? 0
              : judge.outcomes().get(0).windows().crossed());
    }
    judge.judge(Map.of("telemetry", course()), 50, true);
    assertThat(judge.outcomes())
        .isEqualTo(judge("flows.*.response.p99 < 500ms every 10s", 50, true));
    assertThat(crossedAt.get(29)).isZero();
    assertThat(crossedAt.get(30)).isEqualTo(1);
  }

  @Test
  void aWindowIsExactAndNoAverageOfPercentiles() {
    // 90 messages of 10 ms in nine seconds, 10 of 100 ms in one: p95 of the window is 100 ms, the
    // mean of the seconds' p95 would be 19 ms.
    millis[WARM_UP + 4] = 100;
    assertThat(judge("flows.*.response.p95 < 50ms every 10s").found()).isBetween(100.0, 100.1);
    assertThat(judge("flows.*.response.p50 < 50ms every 10s").held()).isTrue();
  }
}
