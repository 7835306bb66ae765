// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.chart.CourseSampler;
import io.fleetload.rig.Chromium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser makes it, with its charts drawn. */
class ReportInChromiumIT {
  private static final Instant BEGAN = Instant.EPOCH;
  private static final long LONGEST_SECONDS = 300;
  private static final Pattern FIGURE =
      Pattern.compile("data-figure=\"([^\"]+)\" data-value=\"([^\"]*)\">([^<]*)<");
  private static final Pattern CANVAS = Pattern.compile("<canvas [^>]*>");
  private static final Pattern ATTRIBUTE = Pattern.compile("data-([a-z]+)=\"([^\"]*)\"");

  @TempDir private Path directory;

  @BeforeEach
  void aBrowserIsHere() {
    assumeThat(Chromium.installed()).as("chromium is on the PATH").isPresent();
  }

  /** The page after its scripts have run. */
  private String rendered(Report report, String... options) throws Exception {
    return rendered(report.html(), options);
  }

  private String rendered(String html, String... options) throws Exception {
    Path page = Files.writeString(directory.resolve("report.html"), html);
    List<String> all = new ArrayList<>(List.of("--virtual-time-budget=5000"));
    all.addAll(List.of(options));
    Chromium browser = new Chromium(directory);
    Process process = browser.open(page.toUri().toString(), all);
    if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(browser.log())).isZero();
    return Files.readString(browser.dom());
  }

  /** What each chart drew, by its kind and place. */
  private static Map<String, Integer> charts(String dom) {
    Map<String, Integer> charts = new HashMap<>();
    Matcher canvas = CANVAS.matcher(dom);
    while (canvas.find()) {
      Map<String, String> of = new HashMap<>();
      Matcher attribute = ATTRIBUTE.matcher(canvas.group());
      while (attribute.find()) {
        of.put(attribute.group(1), attribute.group(2));
      }
      charts.put(of.get("chart") + of.get("index"), Integer.parseInt(of.get("points")));
    }
    return charts;
  }

  private static void drawnWithoutAnError(String dom) {
    String root = dom.substring(dom.indexOf("<html"), dom.indexOf("<head>"));
    assertThat(root).contains("data-ready=\"true\"").contains("data-errors=\"0\"");
    assertThat(charts(dom))
        .isNotEmpty()
        .allSatisfy((name, points) -> assertThat(points).isPositive());
  }

  @Test
  void everyPartIsDrawnAndTheFiguresAreTheResults() throws Exception {
    ObjectNode result = RichResult.tree();
    String dom = rendered(new Report(result, RichResult.book()));
    drawnWithoutAnError(dom);
    assertThat(charts(dom))
        .containsOnlyKeys(
            "course0",
            "asked0",
            "asked1",
            "asked2",
            "asked3",
            "bands0",
            "bands1",
            "bands2",
            "bands3",
            "curve0",
            "curve1",
            "curve2",
            "curve3",
            "legs0",
            "errors0",
            "lag0",
            "cpu0",
            "sessions0",
            "attempts0")
        // Two lines of 420 whole seconds.
        .containsEntry("asked0", 840);
    assertThat(dom).contains("<strong>THRESHOLDS CROSSED:</strong> 2 of 13");

    Map<String, String> figures = new HashMap<>();
    Map<String, String> printed = new HashMap<>();
    Matcher figure = FIGURE.matcher(dom);
    while (figure.find()) {
      figures.put(figure.group(1), figure.group(2));
      printed.put(figure.group(1), figure.group(3));
    }
    for (String flow : List.of("telemetry", "event", "commandQuery", "commandResponse")) {
      for (String each : List.of("reached", "sent", "ok", "failed", "notSent", "unsettled")) {
        assertThat(figures.get("flows." + flow + "." + each))
            .as("%s %s", flow, each)
            .isEqualTo(result.at("/flows/" + flow + "/" + each).asText());
      }
      for (String each : List.of("p50", "p99", "p999", "max")) {
        assertThat(figures.get("flows." + flow + ".response." + each))
            .as("%s %s", flow, each)
            .isEqualTo(result.at("/flows/" + flow + "/response/" + each).asText());
      }
    }
    assertThat(printed)
        .containsEntry("flows.telemetry.ok", "178,010")
        .containsEntry("flows.telemetry.achieved", "99.8")
        .containsEntry("flows.telemetry.response.p999", "2,470")
        .containsEntry("flows.telemetry.failedBy.transport.timeout", "1,210")
        .containsEntry("ledger.lost", "3")
        .containsEntry("commands.legs.whole.p99", "44.7")
        .containsEntry("generator.lag.p99", "2.00")
        .containsEntry("target.cpuSecondsPerMillionMessages", "477");
  }

  /** Presses keys in each chart once they are drawn, and keeps what is said then. */
  private static final String PRESSING =
      """
      <script>
        for (const canvas of document.querySelectorAll('canvas[data-chart]')) {
          const press = key => canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          const words = [];
          for (const key of ['Home', 'ArrowRight', 'End', 'ArrowLeft', 'PageDown', 'x']) {
            press(key);
            words.push(canvas.getAttribute('aria-valuetext'));
          }
          canvas.dataset.words = words.join(' | ');
          canvas.dataset.shown = canvas.closest('figure').querySelector('output').textContent;
        }
      </script>
      """;

  @Test
  void eachChartIsReadByKeys() throws Exception {
    String page =
        new Report(RichResult.tree(), RichResult.book())
            .html()
            .replaceFirst("<meta http-equiv=\"Content-Security-Policy\"[^>]*>", "")
            .replace("</body>", PRESSING + "</body>");
    String dom = rendered(page);
    drawnWithoutAnError(dom);
    Matcher canvas = CANVAS.matcher(dom);
    Map<String, String[]> words = new HashMap<>();
    while (canvas.find()) {
      Map<String, String> of = new HashMap<>();
      Matcher attribute = ATTRIBUTE.matcher(canvas.group());
      while (attribute.find()) {
        of.put(attribute.group(1), attribute.group(2));
      }
      assertThat(canvas.group()).contains("tabindex=\"0\"", "role=\"slider\"");
      String[] said = of.get("words").split(" \\| ");
      assertThat(said).as(canvas.group()).hasSize(6).doesNotContain("", "null");
      if (!canvas.group().contains("aria-valuemax=\"0\"")) {
        assertThat(said[0]).as(canvas.group()).isNotEqualTo(said[1]);
      }
      assertThat(of.get("shown")).isEqualTo(said[5]).isEqualTo(said[4]);
      words.put(of.get("chart") + of.get("index"), said);
    }
    assertThat(words.get("asked0")[0]).startsWith("0:00: ").contains("reached: ", "asked: ");
    assertThat(words.get("asked0")[1]).startsWith("0:01: ");
    assertThat(words.get("asked0")[2]).startsWith("6:59: ");
    assertThat(words.get("asked0")[3]).startsWith("6:58: ");
    assertThat(words.get("bands0")[0]).contains("p50: ", "p99: ", " ms");
  }

  @Test
  @Tag("nightly")
  @Tag("browser")
  void aPageInTheDarkIsDrawnToo() throws Exception {
    drawnWithoutAnError(
        rendered(
            new Report(RichResult.tree(), RichResult.book()),
            "--blink-settings=preferredColorScheme=0"));
  }

  @Test
  @Tag("nightly")
  @Tag("browser")
  void aLongRunIsDrawnThinned() throws Exception {
    String dom = rendered(new Report(RichResult.tree(8 * 3_600), RichResult.book()));
    drawnWithoutAnError(dom);
    assertThat(charts(dom).get("asked0")).isLessThanOrEqualTo(2 * CourseSampler.MOST_POINTS);
  }

  @Test
  @Tag("nightly")
  @Tag("browser")
  void aResultOfTheFirstVersionIsDrawnWithWhatItHas() throws Exception {
    String dom = rendered(new Report(RichResult.plain(), null));
    drawnWithoutAnError(dom);
    assertThat(charts(dom)).containsOnlyKeys("curve0", "curve1", "curve2", "curve3");
  }

  @Test
  @Tag("nightly")
  @Tag("browser")
  void theCurveOfASearchIsDrawnWithEveryProbeAndItsKnee() throws Exception {
    String dom = rendered(new LimitReport(FoundLimit.withKnee(), BEGAN).html());
    drawnWithoutAnError(dom);
    // Eight probes as marks and seven rates as a line, for two percentiles; the knee; a bound; the
    // model and both ends of its band.
    assertThat(charts(dom)).containsExactly(Map.entry("limit0", 2 * 8 + 2 * 7 + 1 + 2 + 3 * 61));
    Matcher figure = FIGURE.matcher(dom);
    Map<String, String> printed = new HashMap<>();
    while (figure.find()) {
      printed.put(figure.group(1), figure.group(3));
    }
    assertThat(printed)
        .containsEntry("probes.0.asked", "100")
        .containsEntry("probes.6.p99", "900")
        .hasSize(8 * 4);
  }

  @Test
  @Tag("nightly")
  @Tag("browser")
  void aSearchThatFoundNothingIsDrawnWithoutAKnee() throws Exception {
    String dom = rendered(new LimitReport(FoundLimit.nothing(), BEGAN).html());
    assertThat(charts(dom)).isEmpty();
    assertThat(dom).contains("data-errors=\"0\"");
  }
}
