// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.LedgerTotal;
import io.fleetload.results.Losses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossSectionTest {
  private static ObjectNode losing(long lost) {
    ObjectNode result = RichResult.tree();
    ObjectNode ledger = (ObjectNode) result.at("/flows/telemetry/ledger");
    ledger.put("lost", lost);
    ledger.putObject("losses").put("newerArrived", lost - 1).put("nothingNewer", 1);
    return result;
  }

  @Test
  void itIsToldWhetherTheReceiverOfALostMessageIsUpToDate() {
    assertThat(new Report(losing(5), null).html())
        .contains("<h3>What came after the lost messages</h3>")
        .contains("data-figure=\"flows.telemetry.ledger.losses.newerArrived\" data-value=\"4\">4<")
        .contains(
            "bad\" data-figure=\"flows.telemetry.ledger.losses.nothingNewer\""
                + " data-value=\"1\">1<");
  }

  @Test
  void aRunThatLostNothingHasNoSuchTable() {
    assertThat(new Report(losing(0), null).html())
        .doesNotContain("What came after the lost messages");
  }

  @Test
  void theTerminalHasALineOfIt() {
    assertThat(linesOf(5L, new Losses(4, 1)))
        .containsExactly(
            "  lost       4 were followed by a newer message of their device, 1 by none");
  }

  @Test
  void theTerminalHasNoneWhereNothingIsLostOrNobodyKnows() {
    assertThat(linesOf(0L, new Losses(0, 0))).isEmpty();
    assertThat(linesOf(5L, null)).isEmpty();
  }

  private static List<String> linesOf(long lost, Losses losses) {
    List<String> lines = new ArrayList<>();
    DeliveryLines.of(
        new LedgerTotal(90L, lost, losses, 0L, 0L, 0L, 0L, 0L, 0L, null, null), Map.of(), lines);
    return lines;
  }
}
