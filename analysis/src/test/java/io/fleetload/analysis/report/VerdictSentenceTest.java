// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class VerdictSentenceTest {
  private final ObjectNode result = RichResult.plain();

  private void judged(String status, String... reasons) {
    ObjectNode verdict = result.putObject("verdict").put("status", status);
    for (String reason : reasons) {
      verdict.withArray("reasons").add(reason);
    }
  }

  private String sentence() {
    VerdictSentence sentence = VerdictSentence.of(ResultNode.of(result));
    return sentence.word() + ": " + sentence.rest();
  }

  @Test
  void aRunThatPassedSaysWhatItHeld() {
    assertThat(sentence())
        .isEqualTo(
            "PASSED: 2,500 sessions sent 600/s of telemetry, 600/s of event and 600/s of"
                + " commandQuery for 5 minutes; every message is accounted for; all 13 thresholds"
                + " held.");
  }

  @Test
  void aRunThatBeganWithABacklogSaysSo() {
    String flaw = "measuring began with a backlog of 12,345 messages";
    result.putObject("warmUp").put("flaw", flaw);
    assertThat(sentence()).contains(" for 5 minutes; " + flaw + "; every message");
    judged("thresholds-crossed");
    assertThat(sentence()).endsWith(" for 5 minutes; " + flaw + ".");
  }

  @Test
  void aRunThatPassedDoesNotHideItsLosses() {
    ((ObjectNode) result.path("ledger")).put("lost", 3);
    ((ObjectNode) result.at("/flows/event")).put("failed", 1_200);
    assertThat(sentence())
        .contains("every message is accounted for, 3 of them lost and 1,200 of them failed;");
  }

  @Test
  void crossedThresholdsAreNamedWithWhatWasFound() {
    judged("thresholds-crossed");
    ((ObjectNode) result.at("/thresholds/1")).put("found", 3.0).put("held", false);
    ((ObjectNode) result.at("/thresholds/2")).putNull("found").put("held", false);
    assertThat(sentence())
        .isEqualTo(
            "THRESHOLDS CROSSED: 2 of 13 thresholds did not hold: ledger.lost is 3 where"
                + " ledger.lost == 0 was asked; flows.telemetry.failed was not measured where"
                + " flows.*.failed == 0 was asked. In this run 2,500 sessions sent 600/s of"
                + " telemetry, 600/s of event and 600/s of commandQuery for 5 minutes.");
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
    assertThat(sentence())
        .contains("ledger.lost is 3 where ledger.lost == 0 was asked, first after 40 seconds.")
        .endsWith("of commandQuery for 5 minutes, until a threshold ended it.");
  }

  @Test
  void ofManyCrossedThresholdsTheRestIsCounted() {
    judged("thresholds-crossed");
    result.path("thresholds").forEach(each -> ((ObjectNode) each).put("held", false));
    assertThat(sentence()).contains("13 of 13 thresholds did not hold").contains("; and 10 more.");
  }

  @Test
  void theRateOfAClosedModelIsSaidToBeOne() {
    ObjectNode telemetry = (ObjectNode) result.at("/flows/telemetry");
    telemetry.remove("asked");
    telemetry.putObject("closed").put("users", 50);
    assertThat(sentence())
        .contains("2,500 sessions sent 600/s of telemetry (a closed model), 600/s of event and");
  }

  @Test
  void aLimitedGeneratorIsNoVerdictOnTheTarget() {
    judged("generator-limited", "lag p99 was 210 ms, over its limit of 100 ms");
    assertThat(sentence())
        .isEqualTo(
            "GENERATOR LIMITED: this run says nothing about the target, because lag p99 was 210"
                + " ms, over its limit of 100 ms.");
  }

  @Test
  void anUnbalancedLedgerIsAnInvalidRun() {
    judged("ledger-unbalanced", "event: 4 messages unaccounted for", "commands: 1 legs");
    assertThat(sentence())
        .isEqualTo(
            "LEDGER UNBALANCED: this run is invalid, because its books do not balance: event: 4"
                + " messages unaccounted for; commands: 1 legs.");
  }

  @Test
  void whichTargetItWasIsPartOfEveryVerdict() {
    result.putObject("versions").put("target", "embedded Hono on this host");
    assertThat(sentence())
        .startsWith("PASSED: ")
        .endsWith("thresholds held. Target: embedded Hono on this host.");
    judged("interrupted", "the run did not go to its end");
    assertThat(sentence())
        .isEqualTo(
            "INCOMPLETE: the run did not go to its end. Target: embedded Hono on this" + " host.");
  }

  @Test
  void anInterruptedRunIsIncomplete() {
    judged("interrupted", "the run did not go to its end");
    assertThat(sentence()).isEqualTo("INCOMPLETE: the run did not go to its end.");
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
    assertThat(sentence())
        .isEqualTo(
            "BACKEND BEHIND: this run is no verdict on the target, because Kafka did not answer.");
  }

  @Test
  void aVerdictOfALaterVersionIsStillSaid() {
    judged("target-melted", "smoke was seen");
    assertThat(sentence()).isEqualTo("TARGET MELTED: smoke was seen.");
  }
}
