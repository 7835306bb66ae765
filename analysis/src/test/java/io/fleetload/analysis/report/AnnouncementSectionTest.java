// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.session.AnnouncedSessions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnnouncementSectionTest {
  private static String page(long missing, List<String> missed) {
    ObjectNode result = RichResult.tree();
    result.set(
        "announcements",
        ResultFiles.tree(
            Map.of(
                "connection",
                new AnnouncedSessions.SessionsOfKind(
                    null,
                    new AnnouncedSessions(
                        200, 200 - missing, missing, 200, 0, 0, 0, 0, 0, 0, null, missed)))));
    return new Report(result, null).html();
  }

  @Test
  void missingEndsAreCountedAndNamed() {
    assertThat(page(2, List.of("device-17", "<b>60")))
        .contains(
            "bad\" data-figure=\"announcements.connection.ends.missing\" data-value=\"2\">2<",
            "connection ends: 2 missing",
            "<p>device-17, &lt;b&gt;60</p>")
        .doesNotContain("announcements.connection.begins");
  }

  @Test
  void whereNoneIsMissingNoneIsNamed() {
    assertThat(page(0, null))
        .contains("data-figure=\"announcements.connection.ends.announced\" data-value=\"200\">200<")
        .doesNotContain("<details><summary>connection");
  }

  @Test
  void aTargetThatAnnouncesNothingHasNoSuchSection() {
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("<section id=\"announcements\">");
  }
}
