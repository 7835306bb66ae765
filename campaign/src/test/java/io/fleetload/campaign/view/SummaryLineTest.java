// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryLineTest {
  private static final String HEADS =
      "  flow             asked/s reached/s     sent       ok failed notSent unsettled";
  private static final String ROW =
      "  telemetry           20.0      20.0      400      400      0       0         0";

  private static String at(int columns, String line) {
    return SummaryLine.of(line, new Terminal(columns, 24, false));
  }

  private static String coloured(String line) {
    return SummaryLine.of(line, new Terminal(80, 24, true));
  }

  @Test
  void whatFitsStaysAsItIs() {
    assertThat(at(80, ROW)).isEqualTo(ROW);
    assertThat(SummaryLine.of(ROW, Terminal.NONE)).isEqualTo(ROW);
  }

  @Test
  void aRowHasFewerColumnsAndNeverHalfAFigure() {
    assertThat(at(60, HEADS)).isEqualTo("  flow             asked/s reached/s     sent       ok");
    assertThat(at(60, ROW)).isEqualTo("  telemetry           20.0      20.0      400      400");
    assertThat(
            at(72, "  response ms         mean      p50      p99    p99.9      max  service p99"))
        .isEqualTo("  response ms         mean      p50      p99    p99.9      max");
  }

  @Test
  void aSentenceGoesOnBelowItsBeginning() {
    assertThat(at(50, "  commands   queries 400, written 400, received 400, missed 0, refused 0"))
        .isEqualToNormalizingNewlines(
            "  commands   queries 400, written 400, received\n             400, missed 0, refused 0");
    assertThat(at(50, "  legs ms    queryToBackend 7.0, backendToCommand 0.1, whole 25.4 (means)"))
        .isEqualToNormalizingNewlines(
            "  legs ms    queryToBackend 7.0, backendToCommand\n             0.1, whole 25.4 (means)");
    assertThat(at(40, "  the device simulator handled messages late: 99th percentile 136 ms"))
        .isEqualToNormalizingNewlines(
            "  the device simulator handled messages\n  late: 99th percentile 136 ms");
    assertThat(at(20, "results in /a/path/that/is/longer/than/a/line"))
        .isEqualToNormalizingNewlines("results in\n  /a/path/that/is/longer/than/a/line");
  }

  @ParameterizedTest
  @CsvSource({
    "quickstart: ,PASSED,32",
    "a b: c: ,THRESHOLDS-CROSSED,31",
    "quickstart: ,GENERATOR-LIMITED,33",
    "quickstart: ,INTERRUPTED,33"
  })
  void theVerdictHasTheColourOfWhatItSays(String name, String word, String colour) {
    assertThat(coloured(name.strip() + " " + word))
        .isEqualTo(name.strip() + " \033[1m\033[" + colour + "m" + word + "\033[0m");
  }

  @Test
  void whatAThresholdDidHasAColourAndItsFiguresHaveNone() {
    assertThat(coloured("  held       ledger.lost == 0: 0"))
        .isEqualTo("  \033[32mheld\033[0m       ledger.lost == 0: 0");
    assertThat(coloured("  CROSSED    flows.*.failed == 0: flows.event.failed 3"))
        .isEqualTo("  \033[31mCROSSED\033[0m    flows.*.failed == 0: flows.event.failed 3");
    assertThat(coloured("  ✓ held     ledger.lost == 0: 0"))
        .isEqualTo("  \033[32m✓ held\033[0m     ledger.lost == 0: 0");
    assertThat(coloured("  ✗ CROSSED  flows.*.failed == 0: flows.event.failed 3"))
        .isEqualTo("  \033[31m✗ CROSSED\033[0m  flows.*.failed == 0: flows.event.failed 3");
    assertThat(coloured("  ledger     delivered 1600, lost 0"))
        .isEqualTo("  ledger     delivered 1600, lost 0");
  }
}
