// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;

/** Runs of fleets of several groups held against each other. */
class GroupsComparedTest {
  private static final Golden WORDS = Golden.of("compare");

  private static ObjectNode of(String... groups) {
    ObjectNode result = Runs.result();
    for (String name : groups) {
      ObjectNode group = result.withObject("/groups/" + name);
      group.put("devices", 25).put("sessions", 25).put("connected", 25);
      group.withObject("/connectTime").put("p99", 8.0);
      group.withObject("/messages").put("sent", 600).put("failed", 0).put("lost", 0);
    }
    return result;
  }

  private static String text(ObjectNode a, ObjectNode b) {
    return String.join(
        "\n",
        new ComparisonText(
                new Comparison(Runs.five("before", a), Runs.five("after", b), new Bound(0.1), true))
            .lines());
  }

  @Test
  void aGroupThatTheTargetRefusesIsWorseThoughTheFlowsAreNot() {
    ObjectNode after = of("meters", "gateways");
    ((ObjectNode) after.at("/groups/gateways")).put("connected", 0);
    String text = text(of("meters", "gateways"), after);
    WORDS.holds("a group that is refused", text);
    assertThat(text).containsPattern("B is worse than A: group gateways connected % \\([^,]*\\)$");
  }

  @Test
  void aGroupOfOneRunAloneIsAChangeOfTheProfile() {
    ObjectNode before = of("meters");
    before.remove("profile");
    assertThat(text(before, of("meters", "gateways")))
        .contains("\n  groups.gateways: not set -> 25 devices\n")
        .contains("\ngroup meters\n")
        .doesNotContain("group gateways", "only in");
  }
}
