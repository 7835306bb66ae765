// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.verdict.ThresholdOutcome;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ThresholdLinesTest {
  private static final List<ThresholdOutcome> OUTCOMES =
      List.of(
          outcome("ledger.lost == 0", "ledger.lost", 0.0, true),
          outcome("flows.*.failed == 0", "flows.event.failed", 0.0, true),
          outcome("flows.*.failed == 0", "flows.telemetry.failed", 3.0, false),
          outcome("ledger.duplicate == 0", "ledger.duplicate", 0.0, true),
          outcome("ledger.outOfOrder == 0", "ledger.outOfOrder", 2.0, false));

  private static ThresholdOutcome outcome(
      String threshold, String figure, double found, boolean held) {
    return new ThresholdOutcome(threshold, figure, found, held, null, null, null, null, null);
  }

  private static ThresholdOutcome byDefault(
      String threshold, String figure, double found, boolean held) {
    return new ThresholdOutcome(threshold, figure, found, held, null, null, null, null, true);
  }

  private static List<String> lines(Charset terminal) {
    return lines(terminal, OUTCOMES);
  }

  private static List<String> lines(Charset terminal, List<ThresholdOutcome> outcomes) {
    List<String> lines = new ArrayList<>();
    ThresholdLines thresholds = new ThresholdLines(terminal);
    thresholds.crossed(outcomes, lines);
    thresholds.held(outcomes, lines);
    return lines;
  }

  private static Charset charset(String... properties) {
    Properties system = new Properties();
    for (int i = 0; i < properties.length; i += 2) {
      system.setProperty(properties[i], properties[i + 1]);
    }
    return StandardOutput.charset(system);
  }

  @Test
  void theCrossedOnesAreFirstAndTheRestStaysInItsOrder() {
    assertThat(lines(StandardCharsets.UTF_8))
        .containsExactly(
            "  ✗ CROSSED  flows.*.failed == 0: flows.telemetry.failed 3",
            "  ✗ CROSSED  ledger.outOfOrder == 0: ledger.outOfOrder 2",
            "  ✓ held     ledger.lost == 0: 0",
            "  ✓ held     ledger.duplicate == 0: 0",
            "");
  }

  @Test
  void defaultsThatHeldHaveOneLineTogether() {
    List<ThresholdOutcome> outcomes = new ArrayList<>(OUTCOMES);
    outcomes.add(byDefault("ledger.foreign == 0", "ledger.foreign", 4.0, false));
    outcomes.add(byDefault("ledger.altered == 0", "ledger.altered", 0.0, true));
    outcomes.add(byDefault("ledger.invented == 0", "ledger.invented", 0.0, true));
    assertThat(lines(StandardCharsets.UTF_8, outcomes))
        .contains("  ✗ CROSSED  ledger.foreign == 0 (default): ledger.foreign 4")
        .noneMatch(line -> line.contains("ledger.altered"))
        .element(5)
        .asString()
        .containsSubsequence("✓ held", "other 2", "result.json");
  }

  @Test
  void ofSeveralFiguresTheOneNearestToTheBoundIsNamed() {
    assertThat(
            lines(
                StandardCharsets.UTF_8,
                List.of(
                    outcome("flows.*.achieved >= 99%", "flows.a.achieved", 1, true),
                    outcome("flows.*.achieved >= 99%", "flows.b.achieved", 0.995, true))))
        .contains("  ✓ held     flows.*.achieved >= 99%: flows.b.achieved 99.5 % at worst");
  }

  @Test
  void aTerminalWithoutTheMarksHasTheWords() {
    assertThat(lines(StandardCharsets.US_ASCII))
        .startsWith("  CROSSED    flows.*.failed == 0: flows.telemetry.failed 3")
        .contains("  held       ledger.lost == 0: 0");
  }

  @Test
  void theTerminalsCharsetHasAnotherNameInJdk17() {
    assertThat(charset("stdout.encoding", "US-ASCII")).isEqualTo(StandardCharsets.US_ASCII);
    assertThat(charset("sun.stdout.encoding", "UTF-8")).isEqualTo(StandardCharsets.UTF_8);
    assertThat(charset()).isEqualTo(Charset.defaultCharset());
  }
}
