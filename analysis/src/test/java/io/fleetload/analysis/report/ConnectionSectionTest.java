// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;

class ConnectionSectionTest {
  private static final Golden WORDS = Golden.of("report");
  private static final String NO_TRAITS = "\"resumed\": 0, \"withConnectionId\": 0";

  private static String html(String outage) throws Exception {
    return html(outage, NO_TRAITS);
  }

  private static String html(String outage, String traits) throws Exception {
    String result =
        """
        {"devices": {"attempts": 40, "connected": 40, "connectTime": {"p50": 2.0},
          "handshakes": {"attempted": 81, "succeeded": 78, "failed": 3, "full": 70, %s},
          "reconnects": {"attempts": 41, "succeeded": 38, "failed": 3, "silent": 40,
            "outstanding": 2, "outage": %s}}}
        """;
    return new Report(new ObjectMapper().readTree(result.formatted(traits, outage)), null)
        .content()
        .path("body")
        .asText();
  }

  @Test
  void aRestartOfTheTargetHasATableOfItsOwn() throws Exception {
    String html =
        html(
            """
            {"sessions": 40, "mostAtOnce": 39, "notBack": 2, "messagesFailed": 53,
             "messagesLate": 2273, "goneFor": {"p50": 21200.0, "p99": 24900.0, "max": 25100.0}}
            """);

    assertThat(html).contains("given up in silence 40", ">21.2<", ">24.9<", ">25.1<", ">2,273<");
    assertThat(html).contains("devices.reconnects.outage.mostAtOnce");
    // Two are not back, so nobody knows how long the recovery takes.
    assertThat(html).contains(">" + FigureFormat.NOTHING + "<");
  }

  @Test
  void withoutAnOutageThereIsNone() throws Exception {
    assertThat(html("{\"sessions\": 0}")).doesNotContain("reconnects.outage.");
    assertThat(html("null")).doesNotContain("reconnects.outage.");
  }

  @Test
  void traitsOfSessionsAreNamedWhereASessionHasOne() throws Exception {
    String rate = "Handshakes a second:";
    assertThat(html("null")).contains(rate).doesNotContain("Full handshakes", "connection id");
    String resumed = html("null", "\"resumed\": 8, \"withConnectionId\": 0");
    WORDS.holds("resumed handshakes", PageSentences.lines(resumed, "Handshakes"));
    assertThat(resumed).containsSubsequence(": 70, ", "resumed: 8, ", ": 0. " + rate);
    assertThat(html("null", "\"resumed\": 0, \"withConnectionId\": 3"))
        .contains("resumed: 0, with a connection id: 3. " + rate);
  }
}
