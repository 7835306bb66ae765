// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitReportTest {
  private static final Instant BEGAN = Instant.parse("2026-11-25T13:38:12Z");
  private static final Golden WORDS = Golden.of("report");
  private static final String PAGE = new LimitReport(FoundLimit.withKnee(), BEGAN).html();

  @Test
  void theAnswerTheNoiseAndTheKneeStandAsText() {
    WORDS.holds("a limit with a knee", PageSentences.of(PAGE));
    assertThat(PAGE)
        .containsPattern("<strong>PASSED:</strong> .* 500/s .* 600/s")
        .containsPattern("[^<]* 500/s, p99 10.0 ms")
        .contains("data-figure=\"probes.6.p99\" data-value=\"900.0\">900<");
  }

  @Test
  void aSearchOfDevicesNamesThemAndNoRateInTheirPlace() {
    Limit limit = FoundLimit.ofDevices();
    String page = new LimitReport(limit, BEGAN).html();
    String sentences = PageSentences.of(page);
    WORDS.holds("a limit of devices", sentences);
    assertThat(sentences).contains("500 devices (many 450, few 50)", "600 devices", "own devices");
    assertThat(page)
        .contains("ms by devices", "data-figure=\"probes.6.devices\" data-value=\"700\">700<")
        .contains(
            "\"unit\":\"devices\"", "data-figure=\"probes.6.groups.few\" data-value=\"70\">70<")
        .doesNotContain("500/s, p99", "ms by msg/s");
    assertThat(limit.knee().devices()).isEqualTo(500);
    assertThat(limit.knee().rate()).isNull();
    assertThat(limit.bounds().factor()).isEqualTo(2.5);
    assertThat(limit.bounds().flows()).containsEntry("event", 125.0).containsEntry("fixed", 5.0);
  }

  @Test
  void thePageSaysWhenItWasAndLeadsToTheReportOfEachProbe() {
    assertThat(PAGE)
        .contains("<time>2026-11-25 13:38 UTC</time>")
        .contains("<a href=\"probe-01/report.html\">probe-01</a>")
        .contains("\"bounds\":[460.0],\"held\":500.0,\"crossed\":600.0");
  }

  @Test
  void whatComesFromOutsideIsEscaped() {
    assertThat(PAGE)
        .contains("&lt;b&gt;quick&lt;/b&gt;", "flows.event.response.p99 &lt; 460ms")
        .doesNotContain("<b>quick");
  }

  @Test
  void thePageConnectsToNothing() {
    assertThat(PAGE).contains("default-src 'none'").doesNotContain("connect-src");
  }

  @Test
  void aSearchWithoutAProbeSaysSo() {
    String page = new LimitReport(FoundLimit.nothing(), BEGAN).html();
    WORDS.holds("a search without a probe", PageSentences.of(page));
    assertThat(page)
        .contains("<strong>INTERRUPTED:</strong> ")
        .doesNotContain("<canvas", "data-figure=\"probes.");
  }

  @Test
  void forABuildServerTheLowestLoadIsATestCaseAndForAPullRequestEachProbeARow(
      @TempDir Path directory) throws IOException {
    SeriesExports.write(FoundLimit.withKnee(), directory);

    assertThat(directory.resolve("junit.xml"))
        .content()
        .contains("tests=\"2\" failures=\"0\" errors=\"0\"")
        .contains("name=\"the thresholds hold at 100/s\"");
    assertThat(directory.resolve("summary.md"))
        .content()
        .contains("| load | verdict | reached/s | p50 ms | p99 ms | crossed |")
        .contains("| 100/s | held |");
  }
}
