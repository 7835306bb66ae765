// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.report.chart.SeriesCharts;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverReportTest {
  private static final Repeat OVER = over("devices.count", 1000.0, 2000.0, 5000.0);
  private static final String PAGE = new RepeatReport(OVER, List.of(), Instant.EPOCH).html();

  private static Repeat over(String key, Double... numbers) {
    return new Repeat(
        Repeat.VERSION,
        "quick",
        new Repeat.VariedKey(key, null),
        3,
        true,
        Verdict.of(ExitCode.GENERATOR_LIMITED, List.of("2 of 3 runs", "run-03 is <i>busy</i>")),
        2,
        List.of(
            run("run-01", "<b>1000</b>", numbers[0], ExitCode.PASSED, 4.5),
            run("run-02", "2000", numbers[1], ExitCode.THRESHOLDS_CROSSED, 30),
            run("run-03", "5000", numbers[2], ExitCode.GENERATOR_LIMITED, 900)),
        Map.of(
            "flows.event.response.p99",
            new Repeat.FigureOfRuns(
                "ms", 2, null, null, null, null, Arrays.asList(4.5, 30.0, null))));
  }

  private static Repeat.RunOfSeries run(
      String directory, String value, Double number, ExitCode code, double p99) {
    boolean held = code == ExitCode.PASSED;
    return new Repeat.RunOfSeries(
        value,
        number,
        directory,
        "1f",
        code.status(),
        code.code(),
        code == ExitCode.THRESHOLDS_CROSSED ? List.of("flows.*.response.p99 < 20ms") : List.of(),
        code == ExitCode.GENERATOR_LIMITED ? "generator-limited: busy" : null,
        Map.of("event", new Repeat.FlowOfRun(100.0, 99.0, 2.0, p99, 1L, 0L)),
        List.of(
            outcome("flows.*.response.p99 < 20ms", "flows.event.response.p99", p99, held),
            outcome(
                "flows.*.failed / flows.*.sent < 0.1%",
                "flows.event.failed / flows.event.sent", 0.0005, true)));
  }

  private static ThresholdOutcome outcome(String text, String figure, double found, boolean held) {
    return new ThresholdOutcome(text, figure, found, held, null, null, null, null, null);
  }

  @Test
  void eachRunIsARowThatLinksItsReportAndIsMarked() {
    assertThat(PAGE)
        .contains("<a href=\"run-01/report.html\">&lt;b&gt;1000&lt;/b&gt;</a>")
        .contains("<td class=\"bad\">✕ thresholds-crossed</td>")
        .contains("<td class=\"void\">△ generator-limited</td>")
        .contains("All 1 figures")
        .contains("data-value=\"30.0\">30.0<")
        .doesNotContain("<b>1000", "<i>busy");
  }

  @Test
  void nothingIsCalledASpread() {
    String text = PAGE.substring(PAGE.indexOf("<main>"), PAGE.indexOf("</main>"));
    assertThat(text).doesNotContainIgnoringCase("spread").doesNotContain(">median<");
  }

  @Test
  void theChartsHaveTheFiguresWithTheirBounds() {
    JsonNode data = new SeriesCharts(OVER).data();
    assertThat(data.path("numbers").asBoolean()).isTrue();
    assertThat(data.at("/runs/2/x").asDouble()).isEqualTo(5000);
    assertThat(data.path("runs"))
        .extracting(each -> each.path("mark").asText())
        .containsExactly("held", "crossed", "none");
    assertThat(data.path("charts")).hasSize(3);
    JsonNode p99 = data.at("/charts/0");
    assertThat(p99.path("unit").asText()).isEqualTo("ms");
    assertThat(p99.at("/lines/0/name").asText()).isEqualTo("event");
    assertThat(p99.at("/lines/0/values"))
        .extracting(JsonNode::asDouble)
        .containsExactly(4.5, 30.0, 900.0);
    assertThat(p99.at("/lines/1/bound").asBoolean()).isTrue();
    assertThat(p99.at("/lines/1/values/0").asDouble()).isEqualTo(20);
    assertThat(data.at("/charts/1/lines/1/values/0").asDouble()).as("reached").isEqualTo(99);
    JsonNode share = data.at("/charts/2");
    assertThat(share.path("unit").asText()).isEqualTo("%");
    assertThat(share.at("/lines/0/values/0").asDouble()).isEqualTo(0.05);
    assertThat(share.at("/lines/1/values/0").asDouble()).isEqualTo(0.1);
  }

  @Test
  void valuesThatAreNoNumbersAreCategories() {
    JsonNode data = new SeriesCharts(over("devices.stack", null, null, null)).data();
    assertThat(data.path("numbers").asBoolean()).isFalse();
    assertThat(data.path("runs"))
        .extracting(each -> each.path("x").asInt())
        .containsExactly(0, 1, 2);
  }

  @Test
  void eachDisturbanceOfARunThatCountsIsARow() {
    Map<String, Repeat.FigureOfRuns> figures = new HashMap<>();
    disturbed(figures, "adapter", "devicesOut", 50.0, null, null);
    disturbed(figures, "adapter", "recovered", 4_210.0, null, null);
    disturbed(figures, "router", "devicesOut", null, 0.0, null);
    disturbed(figures, "router", "commandsLost", null, 3.0, null);
    disturbed(figures, "router.flows.event", "failed", null, 7.0, null);
    Repeat resilience =
        new Repeat(
            OVER.version(),
            OVER.run(),
            new Repeat.VariedKey("profile", null),
            OVER.asked(),
            OVER.complete(),
            OVER.verdict(),
            OVER.counted(),
            OVER.runs(),
            figures);

    assertThat(SeriesExports.of(resilience))
        .contains("| profile | verdict | disturbance | devices out | not back | recovered s |")
        .contains("| ● passed | adapter | 50 | - | 4.2 | - | - | - | - | - |")
        .contains("| 2000 | ✕ thresholds-crossed | router | 0 | - | - | - | - | - | - | 3 |");
    assertThat(new RepeatReport(resilience, List.of(), Instant.EPOCH).html())
        .contains("By disturbance", "<td>adapter</td><td class=\"n\">50</td>");
    assertThat(PAGE).contains("By flow").doesNotContain("By disturbance");
  }

  private static void disturbed(
      Map<String, Repeat.FigureOfRuns> figures, String name, String figure, Double... values) {
    figures.put(
        "disturb." + name + "." + figure,
        new Repeat.FigureOfRuns(null, 1, null, null, null, null, Arrays.asList(values)));
  }

  @Test
  void markdownHasTheSameTable() {
    assertThat(SeriesExports.of(OVER))
        .startsWith("### quick, over devices.count: GENERATOR LIMITED\n")
        .contains("| devices.count | verdict | flow | asked/s |")
        .contains("| 2000 | ✕ thresholds-crossed | event | 100.0 | 99.0 | 2.0 | 30.0 | 1 | 0 | 1 |")
        .contains("| 5000 | △ generator-limited | event |")
        .contains("\\<b\\>1000");
  }
}
