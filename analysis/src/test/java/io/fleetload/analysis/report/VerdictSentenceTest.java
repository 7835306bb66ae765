// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.analysis.report.chart.Tile;
import io.fleetload.rig.Golden;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VerdictSentenceTest {
  private static final Golden WORDS = Golden.of("report");
  private final ObjectNode result = RichResult.plain();

  private void judged(String status, String... reasons) {
    ObjectNode verdict = result.putObject("verdict").put("status", status);
    for (String reason : reasons) {
      verdict.withArray("reasons").add(reason);
    }
  }

  private String sentence() {
    VerdictSentence sentence = VerdictSentence.of(ResultNode.of(result));
    return Stream.concat(
            Stream.of(sentence.word() + ": " + sentence.rest()),
            sentence.causes().stream().map(each -> "- " + each))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aRunThatPassedSaysWhatItHeld() {
    WORDS.says(
        sentence(),
        "PASSED: ",
        "2,500 sessions",
        "600/s of telemetry, 600/s of event and 600/s of commandQuery",
        "5 minutes",
        "13 ");
  }

  @Test
  void aRunOfConnectionsAloneSaysThatItHadNoMessages() {
    result.putObject("flows");
    assertThat(sentence())
        .startsWith("PASSED: 2,500 sessions and no messages for 5 minutes; all 1")
        .doesNotContain("accounted");
    assertThat(Tile.of(ResultNode.of(result)).stream().map(Tile::name))
        .containsExactly("connected", "handshake p99", "ended unexpectedly", "generator");
  }

  @Test
  void theTileOfLossesCountsThoseAtSomeReceiversToo() {
    ((ObjectNode) result.path("ledger")).put("lost", 3);
    ((ObjectNode) result.path("ledger"))
        .putObject("deliveries")
        .put("lost", 1_500)
        .put("expected", 2_000_000);
    assertThat(Tile.of(ResultNode.of(result)).stream().map(Tile::note))
        .anyMatch(note -> note.endsWith(" confirmed; 1,500 of 2,000,000 deliveries"));
  }

  @Test
  void aRunThatBeganWithABacklogSaysSo() {
    String flaw = "it began with a backlog";
    result.putObject("warmUp").put("flaw", flaw);
    assertThat(sentence()).contains("; " + flaw + "; ");
    judged("thresholds-crossed");
    assertThat(sentence()).endsWith("; " + flaw + ".");
  }

  @Test
  void aRunThatPassedDoesNotHideItsLosses() {
    ((ObjectNode) result.path("ledger")).put("lost", 3);
    ((ObjectNode) result.at("/flows/event")).put("failed", 1_200);
    WORDS.says(sentence(), "PASSED: ", " 3 ", " 1,200 ");
  }

  @Test
  void crossedThresholdsAreNamedWithWhatWasFound() {
    judged("thresholds-crossed");
    ((ObjectNode) result.at("/thresholds/1")).put("found", 3.0).put("held", false);
    ((ObjectNode) result.at("/thresholds/2")).putNull("found").put("held", false);
    WORDS.says(
        sentence(),
        "THRESHOLDS CROSSED: 2 of 13 ",
        "2,500 sessions",
        "- ledger.lost is 3",
        "ledger.lost == 0",
        "- flows.telemetry.failed",
        "flows.*.failed == 0");
  }

  @Test
  void aCrossedThresholdSaysWhenAndARunThatItEndedSaysSo() {
    judged("thresholds-crossed");
    ((ObjectNode) result.at("/thresholds/1"))
        .put("found", 3.0)
        .put("held", false)
        .putObject("firstCrossed")
        .put("afterSeconds", 40.0)
        .put("epochMs", 1_700_000_000_000L);
    result.putObject("aborted").put("afterSeconds", 51.0).put("threshold", "ledger.lost == 0");
    WORDS.says(sentence(), "ledger.lost is 3", "ledger.lost == 0", "40 seconds.", "5 minutes");
  }

  @Test
  void ofManyCrossedThresholdsTheRestIsCounted() {
    judged("thresholds-crossed");
    result.path("thresholds").forEach(each -> ((ObjectNode) each).put("held", false));
    WORDS.says(sentence(), "THRESHOLDS CROSSED: 13 of 13 ", " 10 ");
  }

  @Test
  void theRateOfAClosedModelIsSaidToBeOne() {
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.remove("asked");
    telemetry.putObject("closed").put("users", 50);
    WORDS.says(sentence(), "600/s of telemetry (a closed model)", "600/s of event");
  }

  @Test
  void aLimitedGeneratorIsNoVerdictOnTheTarget() {
    judged("generator-limited", "lag p99 was 210 ms, over its limit of 100 ms");
    WORDS.says(sentence(), "GENERATOR LIMITED: ", "lag p99 was 210 ms, over its limit of 100 ms.");
  }

  @Test
  void anUnbalancedLedgerIsAnInvalidRun() {
    judged("ledger-unbalanced", "event: 4 messages unaccounted for", "commands: 1 legs");
    WORDS.says(
        sentence(),
        "LEDGER UNBALANCED: ",
        "- event: 4 messages unaccounted for",
        "- commands: 1 legs");
  }

  @Test
  void whichTargetItWasIsPartOfEveryVerdict() {
    result.putObject("versions").put("target", "embedded Hono on this host");
    assertThat(sentence()).startsWith("PASSED: ").endsWith(". Target: embedded Hono on this host.");
    judged("interrupted", "it was stopped");
    assertThat(sentence())
        .isEqualTo("INCOMPLETE: it was stopped. Target: embedded Hono on this host.");
  }

  @Test
  void anInterruptedRunIsIncomplete() {
    judged("interrupted", "it was stopped");
    assertThat(sentence()).isEqualTo("INCOMPLETE: it was stopped.");
  }

  @Test
  void aRunThatLostItsTargetIsIncompleteToo() {
    judged("target-gone", "hono-embedded died");
    result.put("complete", false);
    assertThat(sentence()).isEqualTo("INCOMPLETE: hono-embedded died.");
  }

  @Test
  void aBackendThatWasBehindLeavesNoVerdictOnTheTarget() {
    judged("backend-behind", "Kafka did not answer");
    WORDS.says(sentence(), "BACKEND BEHIND: ", "Kafka did not answer.");
  }

  @Test
  void aVerdictOfALaterVersionIsStillSaid() {
    judged("target-melted", "smoke was seen");
    assertThat(sentence()).isEqualTo("TARGET MELTED: smoke was seen.");
  }
}
