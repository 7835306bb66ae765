// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.ledger.LedgerTotal;
import io.fleetload.results.ledger.Losses;
import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossSectionTest {
  private static final Golden WORDS = Golden.of("report");

  private static ObjectNode losing(long lost) {
    ObjectNode result = RichResult.tree();
    ObjectNode ledger = (ObjectNode) result.at("/flows/telemetry/ledger");
    ledger.put("lost", lost);
    ledger.putObject("losses").put("newerArrived", lost - 1).put("nothingNewer", 1);
    return result;
  }

  @Test
  void itIsToldWhetherTheReceiverOfALostMessageIsUpToDate() {
    String page = new Report(losing(5), null).html();
    WORDS.holds("what came after lost messages", PageSentences.lines(page, "lost messages"));
    assertThat(page)
        .contains("data-figure=\"flows.telemetry.ledger.losses.newerArrived\" data-value=\"4\">4<")
        .contains(
            "bad\" data-figure=\"flows.telemetry.ledger.losses.nothingNewer\""
                + " data-value=\"1\">1<");
  }

  @Test
  void aRunThatLostNothingHasNoSuchTable() {
    assertThat(new Report(losing(0), null).html()).doesNotContain("telemetry.ledger.losses.");
  }

  @Test
  void whatCameLateHasAColumnWhereAnythingDid() {
    assertThat(new Report(late(4), null).html())
        .contains("bad\" data-figure=\"ledger.late\" data-value=\"4\">4<")
        .contains("data-figure=\"flows.telemetry.ledger.late\" data-value=\"4\">4<");
    assertThat(new Report(late(0), null).html()).doesNotContain("ledger.late\"");
    assertThat(new Report(losing(0), null).html()).doesNotContain("ledger.late\"");
  }

  private static ObjectNode late(long late) {
    ObjectNode result = RichResult.tree();
    ((ObjectNode) result.at("/flows/telemetry/ledger")).put("late", late);
    ((ObjectNode) result.at("/ledger")).put("late", late);
    return result;
  }

  @Test
  void theTerminalHasALineOfIt() {
    assertThat(linesOf(5L, new Losses(4, 1)))
        .singleElement(STRING)
        .satisfies(line -> WORDS.says(line, "  lost  ", " 4 ", " 1 "));
  }

  @Test
  void theTerminalHasNoneWhereNothingIsLostOrNobodyKnows() {
    assertThat(linesOf(0L, new Losses(0, 0))).isEmpty();
    assertThat(linesOf(5L, null)).isEmpty();
  }

  private static List<String> linesOf(long lost, Losses losses) {
    List<String> lines = new ArrayList<>();
    DeliveryLines.of(
        new LedgerTotal(
            new Ledger.MessageCounts(90L, lost, 0L, losses, 0L, 0L, 0L),
            null,
            0L,
            0L,
            0L,
            null,
            null),
        Map.of(),
        lines);
    return lines;
  }
}
