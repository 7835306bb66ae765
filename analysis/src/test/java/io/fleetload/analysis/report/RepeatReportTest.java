// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.compare.SpreadTable;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatReportTest {
  private static final Repeat REPEAT =
      new Repeat(
          Repeat.VERSION,
          "<b>quick</b>",
          null,
          2,
          true,
          Verdict.of(
              ExitCode.GENERATOR_LIMITED,
              List.of("1 of 2 runs count", "run-02 is left out: generator-limited: <i>busy</i>")),
          1,
          List.of(
              new Repeat.RunOfSeries(
                  null, null, "run-01", "1f", "passed", 0, List.of(), null, Map.of(), List.of()),
              new Repeat.RunOfSeries(
                  null,
                  null,
                  "run-02",
                  "2f",
                  "generator-limited",
                  5,
                  List.of(),
                  "<i>busy</i>",
                  Map.of(),
                  List.of())),
          new LinkedHashMap<>(
              Map.of(
                  "flows.event.response.p999",
                  new Repeat.FigureOfRuns(
                      "ms", 1, 1234.5, 1234.5, 1234.5, 0.125, Arrays.asList(1234.5, null)))));

  private static final String PAGE =
      new RepeatReport(
              REPEAT,
              List.of(
                  new SpreadTable.SpreadRow(
                      "event", "p99 ms", "12.0", "10.0", "14.0", "33.3 %", 2)),
              Instant.parse("2026-11-25T13:38:12Z"))
          .html();

  @Test
  void eachRunIsALinkToItsReport() {
    assertThat(PAGE)
        .contains("<a href=\"run-01/report.html\">run-01</a></th><td>passed</td><td>counts</td>")
        .contains("<a href=\"run-02/report.html\">run-02</a>")
        .contains("<td>generator-limited</td><td>left out</td><td>&lt;i&gt;busy&lt;/i&gt;</td>");
  }

  @Test
  void theTilesHaveTheMedianOfTheWorstFlowAndItsRange() {
    Map<String, Repeat.FigureOfRuns> figures = new LinkedHashMap<>();
    figures.put("flows.a.response.p99", times(10, 8, 12));
    figures.put("flows.b.response.p99", times(20.04, 17, 23.4567));
    figures.put("ledger.lost", times(0, 0, 0));
    Repeat repeat =
        new Repeat(1, "quick", null, 2, true, REPEAT.verdict(), 2, REPEAT.runs(), figures);
    assertThat(new RepeatReport(repeat, List.of(), Instant.EPOCH).html())
        .contains("<time>1970-01-01 00:00 UTC</time>")
        .contains("<strong>20.0 ms</strong><small>b, median; 17.0 to 23.5 ms in 2 runs</small>")
        .contains("<strong>0</strong><small>in each of 2 runs</small>");
  }

  private static Repeat.FigureOfRuns times(double median, double least, double most) {
    return new Repeat.FigureOfRuns("ms", 2, median, least, most, null, Arrays.asList(least, most));
  }

  @Test
  void forABuildServerEachRunIsATestCaseAndForAPullRequestARow(@TempDir Path directory)
      throws IOException {
    SeriesExports.write(REPEAT, directory);

    assertThat(directory.resolve("junit.xml"))
        .content()
        .contains("tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"2\"")
        .contains("name=\"the series is a verdict on the target\"")
        .contains("name=\"run-01\"");
    assertThat(directory.resolve("summary.md"))
        .content()
        .startsWith("### \\<b\\>quick\\</b\\>, 2 runs: GENERATOR LIMITED\n")
        .contains("| run-01 | ● passed |  |\n")
        .contains("| run-02 | △ generator-limited | \\<i\\>busy");
  }

  @Test
  void aRunThatCrossedIsAFailure(@TempDir Path directory) throws IOException {
    Repeat.RunOfSeries first = REPEAT.runs().get(0);
    Repeat.RunOfSeries crossed =
        new Repeat.RunOfSeries(
            null,
            null,
            "run-02",
            "2f",
            "thresholds-crossed",
            1,
            List.of("ledger.lost == 0"),
            null,
            Map.of(),
            List.of());
    SeriesExports.write(
        new Repeat(
            1,
            "quick",
            null,
            2,
            true,
            Verdict.of(ExitCode.THRESHOLDS_CROSSED, List.of("all 2 runs count")),
            2,
            List.of(first, crossed),
            new LinkedHashMap<>(
                Map.of(
                    "flows.a.response.p99", times(10, 8, 12), "flows.a.lag.p99", times(1, 1, 1)))),
        directory);

    assertThat(directory.resolve("junit.xml"))
        .content()
        .contains("failures=\"1\" errors=\"0\" skipped=\"0\"")
        .contains("<failure type=\"threshold\" message=\"ledger.lost == 0\"/>");
    assertThat(directory.resolve("summary.md"))
        .content()
        .contains("| flows.a.response.p99, ms | 10.0 | 8.00 | 12.0 | 2 |")
        .doesNotContain("lag");
  }

  @Test
  void theVerdictStandsAtTheTop() {
    assertThat(PAGE)
        .contains("data-status=\"generator-limited\"")
        .contains("<strong>GENERATOR LIMITED:</strong> 1 of 2 runs count");
  }

  @Test
  void everyFigureOfTheFileIsOnThePageWithItsUnit() {
    assertThat(PAGE)
        .contains("All 1 figures")
        .contains("<th scope=\"row\">flows.event.response.p999</th><td>ms</td>")
        .contains(
            "data-figure=\"figures.flows.event.response.p999.median\" data-value=\"1234.5\">1,230<")
        .contains("data-value=\"0.125\">12.5<");
  }

  @Test
  void theFiguresByWhichRunsAreComparedComeFirst() {
    assertThat(PAGE.indexOf("<th scope=\"row\">p99 ms</th><td class=\"n\">12.0</td>"))
        .isPositive()
        .isLessThan(PAGE.indexOf("All 1 figures"));
  }

  @Test
  void whatComesFromOutsideIsEscapedAndThePageConnectsToNothing() {
    assertThat(PAGE)
        .contains("&lt;b&gt;quick&lt;/b&gt;", "default-src 'none'")
        .doesNotContain("<b>quick", "<i>busy", "connect-src");
  }
}
