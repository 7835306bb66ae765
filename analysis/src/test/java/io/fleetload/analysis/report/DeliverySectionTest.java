// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class DeliverySectionTest {
  private static ObjectNode result() {
    ObjectNode result = RichResult.tree();
    for (String ledger : new String[] {"/flows/telemetry/ledger", "/ledger"}) {
      ((ObjectNode) result.at(ledger))
          .putObject("deliveries")
          .put("receivers", 10)
          .put("expected", 1_780_100)
          .put("delivered", 1_780_095)
          .put("lost", 5)
          .put("deliveredUnconfirmed", 0)
          .put("partlyDelivered", 4)
          .put("share", 0.99999719);
    }
    ((ObjectNode) result.at("/flows/telemetry/ledger/deliveries"))
        .putArray("worst")
        .addObject()
        .put("receiver", 7)
        .put("lost", 5)
        .put("duplicate", 0)
        .put("outOfOrder", 1)
        .put("meanMs", 12.34)
        .put("longestMs", 56.78);
    return result;
  }

  @Test
  void deliveriesAndTheReceiversWithTroubleAreTold() {
    assertThat(new Report(result(), null).html())
        .contains("<h3>At each receiver</h3>")
        .contains("data-figure=\"ledger.deliveries.expected\" data-value=\"1780100\">1,780,100<")
        .contains("data-value=\"0.99999719\">99.9997<")
        .contains(
            "bad\" data-figure=\"flows.telemetry.ledger.deliveries.lost\" data-value=\"5\">5<")
        .contains(
            "data-figure=\"flows.telemetry.ledger.deliveries.worst.0.receiver\" data-value=\"7\">7<")
        .contains(
            "data-figure=\"flows.telemetry.ledger.deliveries.worst.0.meanMs\""
                + " data-value=\"12.34\">12.3<");
  }

  @Test
  void aRunWhoseMessagesHaveOneReceiverHasNoSuchTable() {
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("At each receiver", "ledger.deliveries");
  }
}
