// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.Books;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ThresholdJudge;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.format.ExitCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SureThresholdsTest {
  private static final DeviceBook DEVICE = Books.device(Map.of("telemetry", Books.sender()));

  private static ThresholdOutcome outcome(String threshold) {
    Result result = Result.join(DEVICE, null, List.of());
    return new ThresholdJudge(ResultFiles.tree(result), DEVICE, null)
        .judge(List.of(Threshold.parse(threshold)))
        .get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "<, 5, 9, 10, true", "<, 5, 11, 10, false", "<, 5, , 10, false", ">, 11, , 10, true",
    ">=, 9, 12, 10, false", "<, 11, 12, 10, true", "<=, , 10, 10, true", "==, 1, 2, 0, true",
    "==, 0, 2, 0, false", "!=, 0, 2, 1, false"
  })
  void aBoundOutsideTheIntervalIsSure(
      String comparison, Double low, Double high, double bound, boolean sure) {
    Threshold threshold = Threshold.parse("flows.a.sent %s %s".formatted(comparison, (int) bound));
    assertThat(threshold.isSure(new ConfidenceInterval(low, high), bound)).isEqualTo(sure);
  }

  @Test
  void twoMessagesHoldABoundNotSurely() {
    ThresholdOutcome held = outcome("flows.telemetry.response.p99 < 50ms");
    assertThat(held.held()).isTrue();
    assertThat(held.surely()).isFalse();
    assertThat(held.isUnsure()).isTrue();
    assertThat(held.interval().high()).isNull();
    ThresholdOutcome crossed = outcome("flows.telemetry.response.mean < 14ms");
    assertThat(crossed.held()).isFalse();
    assertThat(crossed.surely()).isFalse();
    assertThat(crossed.sentence()).contains("not surely");
  }

  @Test
  void aThresholdThatHasToBeSureIsNotJudgedWhereItIsNot() {
    ThresholdOutcome unsure = outcome("flows.telemetry.response.p99 < 50ms surely");
    assertThat(unsure.held()).isFalse();
    assertThat(unsure.undecided()).contains("measure for longer");
    Result result =
        Result.join(DEVICE, null, List.of(Threshold.parse("flows.*.response.p99 < 50ms surely")));
    assertThat(result.verdict().code()).isNotEqualTo(ExitCode.PASSED);
  }

  @Test
  void aCountIsWhatItIs() {
    ThresholdOutcome count = outcome("flows.telemetry.failed == 0 surely");
    assertThat(count.held()).isTrue();
    assertThat(count.interval()).isNull();
    assertThat(count.surely()).isNull();
  }

  @Test
  void aRatioOfCountsIsAShare() {
    ThresholdOutcome share = outcome("flows.telemetry.failed / flows.telemetry.sent < 1%");
    assertThat(share.held()).isTrue();
    assertThat(share.interval().low()).isZero();
    assertThat(share.interval().high()).as("none of 80").isBetween(0.04, 0.05);
    assertThat(share.isUnsure()).isTrue();
  }

  @Test
  void whatHasNoIntervalCannotBeSure() {
    assertThat(outcome("flows.telemetry.response.max < 1s surely").undecided())
        .contains("leave out surely");
  }
}
