package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdTest {

  private static final Result RESULT =
      Result.join(
          Books.device(Books.senders()), Books.backend(Books.receivers()), Books.LEGS, List.of());

  private static List<Threshold.Outcome> judge(String text) {
    return Threshold.parse(text).judge(RESULT);
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
    assertThat(judge(text)).extracting(Threshold.Outcome::held).containsExactly(held);
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
        .extracting(Threshold.Outcome::figure)
        .containsExactly(
            "flows.telemetry.failed",
            "flows.event.failed",
            "flows.commandQuery.failed",
            "flows.commandResponse.failed");
    assertThat(judge("flows.*.achieved >= 99%"))
        .as("a flow that only answers has no rate to achieve")
        .extracting(Threshold.Outcome::figure)
        .containsExactly(
            "flows.telemetry.achieved", "flows.event.achieved", "flows.commandQuery.achieved");
    assertThat(judge("devices.failedBy.* <= 1"))
        .extracting(Threshold.Outcome::figure)
        .containsExactly("devices.failedBy.transport.handshake");
  }

  @Test
  void aRatioTakesTheSameKeyInBothFigures() {
    List<Threshold.Outcome> outcomes = judge("flows.*.ok / flows.*.sent >= 99.9%");
    assertThat(outcomes)
        .extracting(Threshold.Outcome::figure)
        .contains("flows.telemetry.ok / flows.telemetry.sent");
    assertThat(outcomes).allMatch(Threshold.Outcome::held);
    assertThat(judge("flows.event.failed / flows.event.sent < 0.1%").get(0).found()).isZero();
    assertThat(judge("ledger.lost / ledger.duplicate < 1").get(0).found())
        .as("of nothing by nothing there is no ratio")
        .isNull();
  }

  @Test
  void aCauseThatDidNotOccurCountsZero() {
    Threshold.Outcome outcome = judge("flows.telemetry.failedBy.protocol.5.03 < 10").get(0);
    assertThat(outcome.found()).isZero();
    assertThat(outcome.held()).isTrue();
  }

  @Test
  void theFiguresOfAResultAreKnownBeforeTheRun() {
    Figures figures = new Figures(List.of("telemetry", "commandQuery"), Books.LEGS);

    assertThat(figures.has(Threshold.parse("flows.telemetry.response.p99.9 < 1s"))).isTrue();
    assertThat(figures.has(Threshold.parse("flows.commandResponse.failed == 0"))).isTrue();
    assertThat(figures.has(Threshold.parse("flows.*.failedBy.protocol.5.03 < 10"))).isTrue();
    assertThat(figures.has(Threshold.parse("ledger.lsot == 0"))).isFalse();
    assertThat(figures.has(Threshold.parse("flows.event.failed == 0"))).isFalse();
  }

  @Test
  void aKeyMayHoldADotItself() {
    Threshold.Outcome outcome = judge("flows.telemetry.response.p99.9 < 1s").get(0);
    assertThat(outcome.figure()).isEqualTo("flows.telemetry.response.p99.9");
    assertThat(outcome.held()).isTrue();
    assertThat(outcome.found()).isBetween(20.0, 20.1);
  }

  @Test
  void aFigureThatTheResultLacksCrossesItsThreshold() {
    List<Threshold.Outcome> outcomes = judge("ledger.lots == 0");
    assertThat(outcomes)
        .containsExactly(new Threshold.Outcome("ledger.lots == 0", "ledger.lots", null, false));
    assertThat(outcomes.get(0).sentence())
        .isEqualTo("threshold \"ledger.lots == 0\": the result has no figure ledger.lots");
    assertThat(judge("ledger == 0").get(0).found()).as("a section is no figure").isNull();
    assertThat(judge("flows.*.none == 0").get(0).held()).isFalse();
  }

  @Test
  void aCrossedThresholdSaysWhatWasFound() {
    assertThat(judge("flows.event.scheduled > 100").get(0).sentence())
        .isEqualTo(
            "threshold \"flows.event.scheduled > 100\" crossed: flows.event.scheduled is 80");
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
        "p99 < 5 < 6"
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
}
