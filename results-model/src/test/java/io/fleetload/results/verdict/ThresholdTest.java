// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fleetload.results.Baseline;
import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ThresholdJudge;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {

  private static final DeviceBook DEVICE = Books.device(Books.senders());
  private static final Result RESULT =
      Result.join(DEVICE, Books.backend(Books.receivers()), List.of());

  private static List<ThresholdOutcome> judge(String text) {
    return new ThresholdJudge(ResultFiles.tree(RESULT), DEVICE, null)
        .judge(List.of(Threshold.parse(text)));
  }

  @ParameterizedTest
  @CsvSource({
    "measuredSeconds < 11, true",
    "measuredSeconds < 10, false",
    "measuredSeconds <= 10, true",
    "measuredSeconds <= 9.9, false",
    "measuredSeconds > 9, true",
    "measuredSeconds > 10, false",
    "measuredSeconds >= 10, true",
    "measuredSeconds >= 10.1, false",
    "measuredSeconds == 10, true",
    "measuredSeconds == 9, false",
    "measuredSeconds != 9, true",
    "measuredSeconds != 10, false",
    "measuredSeconds > -1, true",
    "measuredSeconds==10, true",
    "'  measuredSeconds   >=   10  ', true"
  })
  void eachComparisonHoldsOrIsCrossed(String text, boolean held) {
    assertThat(judge(text)).extracting(ThresholdOutcome::held).containsExactly(held);
  }

  @ParameterizedTest
  @CsvSource({
    "x < 35%, 0.35",
    "x < 99.5%, 0.995",
    "x < 7us, 0.007",
    "x < 500ms, 500",
    "x < 2 s, 2000",
    "x < 600/s, 600",
    "x < 1.5, 1.5"
  })
  void aBoundIsHeldInTheUnitOfTheResult(String text, double bound) {
    assertThat(Threshold.parse(text).bound()).isEqualTo(bound);
  }

  @Test
  void aTimeIsComparedInMilliseconds() {
    assertThat(judge("flows.telemetry.response.max < 21ms").get(0).held()).isTrue();
    assertThat(judge("flows.telemetry.response.max < 19ms").get(0).held()).isFalse();
    assertThat(judge("flows.telemetry.response.max < 0.021s").get(0).held()).isTrue();
  }

  @Test
  void aStarStandsForEveryKeyThatHasTheFigure() {
    assertThat(judge("flows.*.failed == 0"))
        .extracting(ThresholdOutcome::figure)
        .containsExactly(
            "flows.telemetry.failed",
            "flows.event.failed",
            "flows.commandQuery.failed",
            "flows.commandResponse.failed");
    assertThat(judge("flows.*.achieved >= 99%"))
        .as("a flow that only answers has no rate to achieve")
        .extracting(ThresholdOutcome::figure)
        .containsExactly(
            "flows.telemetry.achieved", "flows.event.achieved", "flows.commandQuery.achieved");
    assertThat(judge("devices.failedBy.* <= 1"))
        .extracting(ThresholdOutcome::figure)
        .containsExactly("devices.failedBy.transport.handshake");
  }

  @ParameterizedTest
  @CsvSource({
    "flows.*.achieved >= 99, a share",
    "flows.*.achieved >= 95ms, a share",
    "flows.*.failed / flows.*.sent < 1, a share",
    "flows.*.failed / flows.*.sent < 1ms, a share",
    "ledger.lost < 1%, a count",
    "flows.*.failed < 5ms, a count",
    "flows.*.response.p99 < 50%, a time",
    "flows.*.response.p99 < 500, a time",
    "flows.*.reached > 100ms, a rate",
    "target.cpuSecondsPerMillionMessages < 100ms, a million messages",
    "measuredSeconds > 10%, a time",
    "flows.*.failed <= 0ms, a count",
    "ledger.lost == 0%, a count",
    "flows.*.response.p99 > 0%, a time",
    "flows.*.achieved > 0ms, a share",
    "flows.*.failed / flows.*.sent <= 0s, a share",
    "flows.*.response.p99 / flows.*.response.p50 < 300ms, 300%",
    "flows.*.response.p99 / flows.*.reached < 3%, two units",
    "flows.*.reached / flows.*.asked > 1/s, a ratio",
    "flows.*.ok / measuredSeconds > 5ms, a rate"
  })
  void aBoundInAnotherUnitThanItsFigureIsRefused(String text, String expected) {
    assertThatThrownBy(() -> Threshold.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("found \"" + text + "\", expected ")
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "flows.*.achieved > 0, 0",
    "flows.*.achieved >= 0.99, 0.99",
    "flows.*.achieved >= 99%, 0.99",
    "flows.*.response.p99 > 0, 0",
    "tenants.a.flows.*.response.p99 < 2s, 2000",
    "flows.*.reached > 100, 100",
    "measuredSeconds > 500ms, 0.5",
    "measuredSeconds > 10s, 10",
    "flows.*.response.p99 / flows.*.response.p50 < 3, 3",
    "flows.*.response.p99 / flows.*.response.p50 < 300%, 3",
    "flows.*.reached / flows.*.asked >= 99%, 0.99",
    "flows.*.response.p99 / flows.*.reached < 3, 3",
    "flows.*.ok / measuredSeconds > 100/s, 100",
    "flows.*.failed / flows.*.sent <= 0, 0",
    "flows.*.failed <= 0, 0"
  })
  void aBoundIsHeldInTheUnitOfItsFigure(String text, double bound) {
    assertThat(Threshold.parse(text).bound()).isEqualTo(bound);
  }

  @Test
  void aRatioTakesTheSameKeyInBothFigures() {
    List<ThresholdOutcome> outcomes = judge("flows.*.ok / flows.*.sent >= 99.9%");
    assertThat(outcomes)
        .extracting(ThresholdOutcome::figure)
        .contains("flows.telemetry.ok / flows.telemetry.sent");
    assertThat(outcomes).allMatch(ThresholdOutcome::held);
    assertThat(judge("flows.event.failed / flows.event.sent < 0.1%").get(0).found()).isZero();
    assertThat(judge("ledger.lost / ledger.duplicate < 100%").get(0).found())
        .as("of nothing by nothing there is no ratio")
        .isNull();
  }

  @Test
  void aCauseThatDidNotOccurCountsZero() {
    ThresholdOutcome outcome = judge("flows.telemetry.failedBy.protocol.5.03 < 10").get(0);
    assertThat(outcome.found()).isZero();
    assertThat(outcome.held()).isTrue();
  }

  @Test
  void theFiguresOfAResultAreKnownBeforeTheRun() {
    FigureNames figures =
        new FigureNames(
            List.of("telemetry", "commandQuery"),
            List.of(),
            null,
            Books.ANSWERS,
            false,
            List.of(),
            List.of());

    assertThat(figures.has(Threshold.parse("flows.telemetry.response.p999 < 1s"))).isTrue();
    assertThat(figures.has(Threshold.parse("flows.commandResponse.failed == 0"))).isTrue();
    assertThat(figures.has(Threshold.parse("flows.*.failedBy.protocol.5.03 < 10"))).isTrue();
    assertThat(figures.has(Threshold.parse("ledger.lsot == 0"))).isFalse();
    assertThat(figures.has(Threshold.parse("flows.event.failed == 0"))).isFalse();
  }

  @Test
  void aKeyMayHoldADotItself() {
    ThresholdOutcome outcome = judge("flows.telemetry.response.p999 < 1s").get(0);
    assertThat(outcome.figure()).isEqualTo("flows.telemetry.response.p999");
    assertThat(outcome.held()).isTrue();
    assertThat(outcome.found()).isBetween(20.0, 20.1);
  }

  @Test
  void aFigureThatTheResultLacksCrossesItsThreshold() {
    List<ThresholdOutcome> outcomes = judge("ledger.lots == 0");
    assertThat(outcomes)
        .extracting(ThresholdOutcome::figure, ThresholdOutcome::found, ThresholdOutcome::held)
        .containsExactly(tuple("ledger.lots", null, false));
    assertThat(outcomes.get(0).sentence())
        .startsWith("threshold \"ledger.lots == 0\"")
        .endsWith(" ledger.lots");
    assertThat(judge("ledger == 0").get(0).found()).as("a section is no figure").isNull();
    assertThat(judge("flows.*.none == 0").get(0).held()).isFalse();
  }

  @Test
  void aCrossedThresholdSaysWhatWasFound() {
    assertThat(judge("flows.event.scheduled > 100").get(0).sentence())
        .startsWith("threshold \"flows.event.scheduled > 100\" ")
        .endsWith(" flows.event.scheduled is 80");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "p99 <",
        "< 5",
        "p99 => 5",
        "p99 = 5",
        "p99 < five",
        "p99 < 5 parsecs",
        "p99 < 5m",
        "a b < 5",
        "p99 < 5 < 6",
        "p99 < baseline * 5ms",
        "p99 < baseline + 5",
        "p99 < 5 abort every 5s",
        "p99 < 5 every"
      })
  void whatIsNoThresholdIsRefusedInOneLine(String text) {
    assertThatThrownBy(() -> Threshold.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "found \""
                + text
                + "\", expected <figure> <comparison> <bound>, such as"
                + " flows.telemetry.response.p99 < 500ms");
  }

  private static final Baseline BEFORE =
      new Baseline("before/result.json", "beef", ResultFiles.tree(RESULT));

  private static ThresholdOutcome compared(String text) {
    return new ThresholdJudge(ResultFiles.tree(RESULT), DEVICE, BEFORE)
        .judge(List.of(Threshold.parse(text)))
        .get(0);
  }

  @Test
  void aFigureIsComparedWithTheSameOneOfAnotherRun() {
    ThresholdOutcome held = compared("flows.telemetry.response.p99 <= baseline * 1.10");
    assertThat(held.held()).isTrue();
    assertThat(held.baseline().runId()).isEqualTo("beef");
    assertThat(held.baseline().found()).isEqualTo(held.found());
    assertThat(held.baseline().bound()).isEqualTo(held.found() * 1.1);
    assertThat(compared("flows.telemetry.response.p99 <= baseline").held()).isTrue();
    assertThat(compared("flows.telemetry.response.p99 < baseline").held()).isFalse();
    assertThat(compared("flows.*.ok / flows.*.sent >= baseline * 100%").baseline().found())
        .isEqualTo(1.0);
  }

  @Test
  void aCrossedComparisonSaysWithWhat() {
    assertThat(compared("flows.event.scheduled <= baseline * 50%").sentence())
        .startsWith("threshold \"flows.event.scheduled <= baseline * 50%\" ")
        .containsSubsequence("flows.event.scheduled is 80", "40", "baseline beef", "80");
  }

  @Test
  void aComparisonWithNothingHoldsNoBound() {
    assertThat(judge("flows.event.scheduled <= baseline").get(0).held()).isFalse();
  }

  @Test
  void aCountSaysInWhichSecondItPassedItsBound() {
    FlowCounts counts = new FlowCounts(80, 80, 80, 76, Map.of("protocol.5.03", 4L), Map.of(), 0, 0);
    DeviceBook.DeviceFlow sender = Books.sender();
    List<Long> failed = List.of(9L, 0L, 1L, 0L, 3L, 0L);
    DeviceBook.DeviceFlow failing =
        new DeviceBook.DeviceFlow(
            FlowTerms.rate(8.0),
            new FlowNumbers(
                sender.numbering().measuredFrom(), sender.numbering().measuredTo(), null),
            new FlowTotals(
                sender.totals().warmUp(),
                counts,
                sender.totals().response(),
                sender.totals().service(),
                null,
                0),
            sender.sent(),
            sender.ok(),
            new MessageSet(),
            new PerSecond(
                failed, failed, failed, failed, failed, Map.of("protocol.5.03", failed), null),
            null,
            null);
    DeviceBook all = Books.device(Map.of("telemetry", failing));
    DeviceBook book =
        new DeviceBook(
            DeviceBook.VERSION,
            "c0ffee",
            "books",
            true,
            null,
            RunTimeline.of(
                4,
                List.of(
                    new DeviceBook.PhaseTimes("connect", 0, 10_000),
                    new DeviceBook.PhaseTimes("warm-up", 10_000, 11_000),
                    new DeviceBook.PhaseTimes("measure", 11_000, 15_000))),
            all.devices(),
            all.flows(),
            null,
            GeneratorBook.of(all.generatorBook().health()));
    Result result = Result.join(book, null, List.of());
    ThresholdJudge judge = new ThresholdJudge(ResultFiles.tree(result), book, null);

    for (String figure : List.of("failed", "failedBy.protocol.5.03")) {
      String text = "flows.telemetry." + figure + " < 3";
      ThresholdOutcome outcome = judge.judge(List.of(Threshold.parse(text))).get(0);
      assertThat(outcome.firstCrossed())
          .as(text)
          .isEqualTo(new ThresholdOutcome.Crossing(3, 14_000, 4.0));
      assertThat(outcome.sentence()).containsSubsequence("is 4, ", " 3 s ", "1970-01-01T00:00:14Z");
    }
    assertThat(judge.judge(List.of(Threshold.parse("flows.telemetry.ok > 90"))).get(0))
        .as("too few is so at the end only")
        .extracting(ThresholdOutcome::firstCrossed)
        .isNull();
  }
}
