// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitReportTest {
  private static final String PAGE = new LimitReport(FoundLimit.withKnee()).html();

  @Test
  void theAnswerTheNoiseAndTheKneeStandAsText() {
    assertThat(PAGE)
        .contains("<strong>PASSED:</strong> the thresholds hold up to 500/s and not at 600/s")
        .contains("noise: of the probes at 600/s some held and some did not")
        .contains("Knee at 500/s, p99 10.0 ms.")
        .contains("data-figure=\"probes.6.p99\" data-value=\"900.0\">900.0<");
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
    assertThat(new LimitReport(FoundLimit.nothing()).html())
        .contains("<strong>INTERRUPTED:</strong> the search was interrupted")
        .contains("no rate was seen to hold", "No probe has a response time.")
        .doesNotContain("<canvas");
  }
}
