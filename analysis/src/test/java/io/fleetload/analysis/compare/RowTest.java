// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.analysis.compare.Figure.Scale;
import io.fleetload.rig.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowTest {
  private static final Golden WORDS = Golden.of("compare");
  private static final Figure P99 = ComparedFigures.ofFlow("telemetry", "response.p99");
  private static final Figure ACHIEVED = ComparedFigures.ofFlow("telemetry", "achieved");
  private static final Figure LOST = Figure.of("ledger", "ledger.lost", Scale.PER_MILLION);

  private static Row row(Figure figure, List<Double> a, List<Double> b) {
    return Row.of(figure, Spread.of(a), Spread.of(b), new Bound(0.1));
  }

  private static String meaning(Figure figure, double a, double b) {
    return row(figure, List.of(a), List.of(b)).meaning();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 110, same", "100, 111, worse", "100, 90, same", "100, 89, better",
    "2, 2.9, same", "2, 3, worse", "0.2, 0.9, same", "3, 1, better"
  })
  void aTimeIsWorseBeyondTheBoundAndByAMillisecondAtLeast(double a, double b, String word) {
    assertThat(meaning(P99, a, b)).isEqualTo(word);
  }

  @Test
  void moreOfWhatIsAchievedIsBetter() {
    assertThat(meaning(ACHIEVED, 1, 0.8)).isEqualTo("worse");
    assertThat(meaning(ACHIEVED, 0.5, 0.9)).isEqualTo("better");
  }

  @Test
  void aLossWhereNoneWasIsWorseHoweverSmall() {
    assertThat(meaning(LOST, 0, 1)).isEqualTo("worse");
    assertThat(row(LOST, List.of(0.0), List.of(1.0)).percent()).isEqualTo("from 0");
  }

  @Test
  void oneFailureOfManyThousandsIsTooLittleToJudge() {
    assertThat(meaning(ComparedFigures.shareOfFlow("telemetry", "failed"), 0, 0.00005))
        .isEqualTo("same");
    assertThat(meaning(ComparedFigures.shareOfFlow("telemetry", "failed"), 0, 0.0002))
        .isEqualTo("worse");
  }

  @Test
  void noiseThatIsLargerThanTheDifferenceMakesNoVerdict() {
    WORDS.says(
        row(P99, List.of(50.0, 60.0, 90.0), List.of(55.0, 80.0, 95.0)).meaning(),
        "40.0 ms",
        "20.0 ms");
    WORDS.says(
        row(P99, List.of(50.0, 90.0, 91.0), List.of(89.0, 90.0, 92.0)).meaning(),
        "41.0 ms",
        "0.00 ms");
  }

  @Test
  void runsThatOverlapMakeNoVerdictHoweverFarTheirMediansAre() {
    Row row = row(P99, List.of(1.0, 2.0, 10.0), List.of(9.0, 20.0, 21.0));
    WORDS.holds("runs overlap", row.meaning());
    assertThat(row.meaning()).isNotIn("better", "same", "worse");
  }

  @Test
  void noiseWithinTheBoundLeavesSameTheSame() {
    assertThat(row(P99, List.of(100.0, 102.0, 104.0), List.of(101.0, 103.0, 105.0)).meaning())
        .isEqualTo("same");
  }

  @Test
  void sidesFarApartHaveAVerdictWithTheirNoise() {
    Row row = row(P99, List.of(50.0, 52.0, 58.0), List.of(80.0, 85.0));
    assertThat(row.meaning()).isEqualTo("worse");
    assertThat(row.a().text(Scale.MILLIS)).isEqualTo("52.0 (50.0..58.0)");
    assertThat(row.b().median()).isEqualTo(82.5);
    assertThat(row.percent()).isEqualTo("+58.7 %");
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
