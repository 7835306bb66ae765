// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.rig.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A target that refuses one group alone is seen at first sight, on the terminal and in the report.
 */
class GroupsShownTest {
  private static final Golden WORDS = Golden.of("report");

  private static List<String> terminal(Result result) {
    return new VerdictText(result).lines();
  }

  private static String page(Result result) {
    return new Report(ResultFiles.tree(result), null).html();
  }

  private static String groups(String page) {
    int from = page.indexOf("<section id=\"groups\">");
    return page.substring(from, page.indexOf("</section>", from));
  }

  @Test
  void theTerminalNamesAGroupWithoutASessionBeforeTheFlows() {
    List<String> lines = terminal(RefusedGroup.result());
    int said = lines.indexOf("  no session connected of the group gateways");
    assertThat(said).isPositive();
    assertThat(lines.subList(0, said)).noneMatch(line -> line.contains("reached/s"));
  }

  @Test
  void theTerminalHasALineForEachGroup() {
    List<String> lines =
        terminal(RefusedGroup.result()).stream()
            .filter(line -> line.startsWith("  group "))
            .toList();
    assertThat(lines).hasSize(2);
    WORDS.says(
        lines.get(0),
        "  group      meters: ",
        "95 devices, 95 of 95 connected",
        "3 ended, 1 not back",
        "sent 95, failed 0; handshake");
    WORDS.says(
        lines.get(1),
        "  group      gateways: ",
        "5 devices, 0 of 5 connected",
        "transport.handshake 10",
        "sent 0, failed 0, not sent 5",
        "p99 ms -");
  }

  @Test
  void theReportHasARowForEachGroupAndMarksWhatIsWrong() {
    String page = page(RefusedGroup.result());
    assertThat(page).containsSubsequence("id=\"verdict\"", "of the group gateways", "</header>");
    assertThat(groups(page))
        .containsSubsequence("scope=\"row\">meters<", "scope=\"row\">gateways<")
        .contains(
            "bad\" data-figure=\"groups.gateways.notConnected\" data-value=\"5\">5<",
            "data-figure=\"groups.meters.notConnected\" data-value=\"0\">0<",
            "<td class=\"bad\">transport.handshake 10</td>",
            "bad\" data-figure=\"groups.gateways.messages.notSent\" data-value=\"5\">5<",
            "bad\" data-figure=\"groups.meters.reconnects.outstanding\" data-value=\"1\">1<")
        .doesNotContain("groups.meters.messages.lost");
  }

  @Test
  void whereGroupsShareSessionsTheDevicesAndTheirMessagesAreShownAlone() {
    assertThat(terminal(RefusedGroup.ofSharedSessions()))
        .noneMatch(line -> line.contains("no session connected"))
        .anySatisfy(
            line ->
                WORDS.says(
                    line, "  group      gateways: ", "5 devices, sessions shared", "not sent 5"));
    assertThat(groups(page(RefusedGroup.ofSharedSessions())))
        .contains("data-figure=\"groups.gateways.messages.notSent\" data-value=\"5\"")
        .contains("share sessions")
        .doesNotContain("notConnected", "not back");
  }

  @Test
  void aWorstDeviceIsShownWithItsGroup() {
    ObjectNode tree = RichResult.tree();
    tree.withArray("worstDevices").forEach(each -> ((ObjectNode) each).put("group", "meters"));
    assertThat(tree.path("worstDevices")).isNotEmpty();
    assertThat(new Report(tree, null).html()).contains("<td>meters</td>");
    assertThat(new Report(RichResult.tree(), null).html()).doesNotContain("id=\"groups\"");
  }
}
