// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignificanceTest {
  private static final Figure P99 = ComparedFigures.ofFlow("telemetry", "response.p99");
  private static final Figure ACHIEVED = ComparedFigures.ofFlow("telemetry", "achieved");
  private static final Figure FAILED = ComparedFigures.shareOfFlow("telemetry", "failed");

  private static List<ComparedRun> side(Figure figure, List<Double> values) {
    return values.stream()
        .map(
            value -> {
              ObjectNode result = Runs.result();
              if (figure.equals(FAILED)) {
                Runs.telemetry(result).put("failed", value * 1_200);
              }
              ComparedRun run = Runs.run("run", result);
              Map<Figure, Double> figures = new LinkedHashMap<>(run.figures());
              figures.put(figure, value);
              return Runs.withFigures(run, figures);
            })
        .toList();
  }

  private static Row row(Figure figure, List<Double> a, List<Double> b) {
    return new Comparison(side(figure, a), side(figure, b), new Bound(0.1))
        .rows().stream().filter(row -> row.figure().equals(figure)).findFirst().orElseThrow();
  }

  private static List<Double> five(double value) {
    return IntStream.range(-2, 3).mapToObj(place -> value * (1 + place / 1_000.0)).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 109, ALIKE",
    "100, 112, WORSE",
    "100, 91, ALIKE",
    "100, 88, BETTER",
    "0.2, 0.29, ALIKE",
    "0.2, 0.32, WORSE",
    "3, 1, BETTER"
  })
  void aTimeIsAlikeWithinTheBoundOrATenthOfAMillisecond(double a, double b, Row.Word word) {
    assertThat(row(P99, five(a), five(b)).word()).isEqualTo(word);
  }

  @Test
  void moreOfWhatIsAchievedIsBetter() {
    assertThat(row(ACHIEVED, five(1), five(0.8)).word()).isEqualTo(Row.Word.WORSE);
    assertThat(row(ACHIEVED, five(0.5), five(0.9)).word()).isEqualTo(Row.Word.BETTER);
  }

  @Test
  void noiseThatHidesADifferenceNeedsMoreRuns() {
    Row row = row(P99, List.of(50.0, 60.0, 90.0), List.of(55.0, 80.0, 95.0));
    assertThat(row.word()).isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
    assertThat(row.enough()).isBetween(10, 200);
  }

  @Test
  void oneRunAgainstSeveralHasTheirNoise() {
    assertThat(row(P99, five(100), List.of(150.0)).word()).isEqualTo(Row.Word.WORSE);
    assertThat(row(P99, List.of(100.0), five(101)).word()).isEqualTo(Row.Word.ALIKE);
    assertThat(row(P99, List.of(50.0, 60.0, 90.0), List.of(120.0)).word())
        .isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
  }

  @Test
  void valuesWithoutNoiseNeedRunsAsWell() {
    assertThat(row(P99, List.of(10.0, 10.0), List.of(20.0, 20.0)).word())
        .isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
    List<Double> ten = List.of(10.0, 10.0, 10.0, 10.0, 10.0);
    List<Double> twenty = List.of(20.0, 20.0, 20.0, 20.0, 20.0);
    assertThat(row(P99, ten, twenty).word()).isEqualTo(Row.Word.WORSE);
  }

  @Test
  void messagesThatFailInOneRunOnlyAreNoiseOfTheRuns() {
    List<Double> none = List.of(0.0, 0.0, 0.0, 0.0, 0.0);
    assertThat(row(FAILED, none, List.of(0.0, 0.0, 0.3, 0.0, 0.0)).word())
        .isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
    assertThat(row(FAILED, none, List.of(0.03, 0.025, 0.031, 0.028, 0.027)).word())
        .isEqualTo(Row.Word.WORSE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 1, 1",
    "0, 1, 0.5, 1",
    "0, 3, 0.125, 1",
    "5, 5, 0.623, 0.623",
    "8, 2, 0.989, 0.0547"
  })
  void countsHaveTheChancesOfACoin(double a, double b, double higher, double lower) {
    Difference difference = new CountTest(a, 10_000, b, 10_000).difference();
    assertThat(difference.higher()).isCloseTo(higher, within(0.001));
    assertThat(difference.lower()).isCloseTo(lower, within(0.001));
  }

  @Test
  void theIntervalOfSharesIsThatOfThePublishedExample() {
    // Newcombe 1998, table II, example (a), method 10: 56/70 and 48/80.
    Difference difference = new CountTest(48, 80, 56, 70).difference();
    assertThat(difference.low()).isCloseTo(0.0524, within(0.0001));
    assertThat(difference.high()).isCloseTo(0.3339, within(0.0001));
  }

  @Test
  void theLimitOfFalseFindingsIsThatOfThePublishedExample() {
    // Benjamini and Hochberg 1995, section 3.2: of 15 chances the first four are findings.
    List<Double> chances =
        List.of(
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0);
    assertThat(FalseDiscoveryRate.limit(chances, 0.05)).isEqualTo(0.0095);
    assertThat(FalseDiscoveryRate.limit(List.of(0.04, 0.9), 0.05)).isNegative();
  }

  @Test
  void meansHaveStudentsIntervalAndWelchs() {
    List<Double> a = List.of(1.0, 2.0, 3.0);
    Difference student = MeanTest.ofValues(a, List.of(4.0, 5.0, 6.0)).ofRuns();
    assertThat(student.freedom()).isEqualTo(4);
    assertThat(student.low()).isCloseTo(3 - 2.7764 * Math.sqrt(2 / 3.0), within(0.0001));
    Difference welch = MeanTest.ofValues(a, List.of(4.0, 4.5, 5.0, 5.5, 6.0)).ofRuns();
    assertThat(welch.freedom()).isCloseTo(3.53, within(0.01));
    assertThat(welch.estimate()).isEqualTo(3);
  }

  @Test
  void aBoundIsAShare() {
    assertThat(Bound.parse("2.5 %").share()).isEqualTo(0.025);
    assertThat(Bound.parse("7%").text()).isEqualTo("7 %");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "-1%", "ten%", "1e3%", ""})
  void whatIsNoBoundIsRefused(String text) {
    assertThatThrownBy(() -> Bound.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found \"" + text + "\", expected a share such as 10%");
  }
}
