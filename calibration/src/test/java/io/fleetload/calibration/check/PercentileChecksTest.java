// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.calibration.book.TrialBounds;
import io.fleetload.results.time.LatencyHistogram;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentileChecksTest {
  private static final int MESSAGES = 1_000;

  @Test
  void whatLiesBetweenNarrowBoundsIsRight() {
    assertThat(outcomes(100, 100.4, 100.2, true)).containsOnly(Outcome.OK);
  }

  @Test
  void aFigureMoreThanAHundredthUnderWhatWasDoneIsWrong() {
    assertThat(outcomes(100, 100.4, 98.5, true)).containsOnly(Outcome.NOT_OK);
  }

  @Test
  void aFigureMoreThanAHundredthOverWhatWasDoneIsWrong() {
    assertThat(outcomes(100, 100.4, 101.8, true)).containsOnly(Outcome.NOT_OK);
  }

  @Test
  void forShortLatenciesAFifthOfAMillisecondIsAllowed() {
    assertThat(outcomes(5, 5.05, 5.15, true)).containsOnly(Outcome.OK);
    assertThat(outcomes(5, 5.05, 5.30, true)).containsOnly(Outcome.NOT_OK);
  }

  @Test
  void betweenWideBoundsNothingCanBeTold() {
    assertThat(outcomes(100, 110, 105, true)).containsOnly(Outcome.NOT_JUDGED);
  }

  @Test
  void noiseExcusesNoFigureThatIsBeyondIt() {
    assertThat(outcomes(100, 110, 122, true)).containsOnly(Outcome.NOT_OK);
    assertThat(outcomes(100, 110, 98.5, true)).containsOnly(Outcome.NOT_OK);
  }

  @Test
  void aGeneratorThatWasTheLimitIsNotJudged() {
    assertThat(outcomes(100, 100.4, 120, false)).containsOnly(Outcome.NOT_JUDGED);
  }

  @Test
  void aMessageWithoutALatencyIsNoticed() {
    LatencyHistogram reported = of(100.2);
    reported.record(100_200_000);
    Check values =
        PercentileChecks.of("service", new TrialBounds(of(100), of(100.4)), reported, 0, true)
            .get(0);
    assertThat(values.outcome()).isEqualTo(Outcome.NOT_OK);
    assertThat(values.difference()).isEqualTo("1");
  }

  @Test
  void whereTheHostDroppedAnAcknowledgementNothingIsTold() {
    LatencyHistogram reported = of(100.2);
    reported.record(100_200_000);
    assertThat(
            PercentileChecks.of("service", new TrialBounds(of(100), of(100.4)), reported, 1, true))
        .extracting(Check::outcome)
        .containsOnly(Outcome.NOT_JUDGED);
  }

  private static List<Outcome> outcomes(double least, double most, double reported, boolean judge) {
    return PercentileChecks.of(
            "service", new TrialBounds(of(least), of(most)), of(reported), 0, judge)
        .stream()
        .skip(1)
        .map(Check::outcome)
        .toList();
  }

  private static LatencyHistogram of(double millis) {
    LatencyHistogram histogram = new LatencyHistogram();
    IntStream.range(0, MESSAGES).forEach(n -> histogram.record(Math.round(millis * 1e6)));
    return histogram;
  }
}
