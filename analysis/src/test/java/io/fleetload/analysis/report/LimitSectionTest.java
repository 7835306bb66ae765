// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LimitSectionTest {
  private static ObjectNode limited(long below) {
    ObjectNode result = RichResult.tree();
    ((ObjectNode) result.at("/flows/telemetry")).put("refused", 34);
    ObjectNode bytes = result.putObject("limits").putObject("bytes");
    bytes.put("limit", 204_800).put("reached", 220_160).put("refused", 34);
    bytes.put("refusedBelow", below).put("acceptedAbove", 0).put("refusedDelivered", 0);
    return result;
  }

  @Test
  void whatTheTargetMadeOfALimitIsARow() {
    assertThat(new Report(limited(3), null).html())
        .contains("<section id=\"limits\">")
        .contains("bad\" data-figure=\"limits.bytes.refusedBelow\" data-value=\"3\">3<")
        .contains("data-figure=\"limits.bytes.refused\" data-value=\"34\">34<")
        .contains("refused and delivered")
        .doesNotContain("kept out");
    assertThat(new Report(limited(0), null).html())
        .doesNotContain("bad\" data-figure=\"limits.bytes.refusedBelow\"");
  }

  @Test
  void theMessagesOfAFlowThatItRefusedHaveAColumn() {
    assertThat(new Report(limited(0), null).html())
        .contains("data-figure=\"flows.telemetry.refused\" data-value=\"34\">34<")
        .contains("Refused: by a limit that the profile expects.");
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("flows.telemetry.refused", "<section id=\"limits\">");
  }
}
