// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An audit that finds nothing in forged books would be worth nothing. */
class AuditTest {
  private final ForgedRun run = new ForgedRun();

  private List<String> findings() throws IOException {
    return Audit.findings(run.files(), run.arrived);
  }

  @Test
  void whatIsAsItIsSaidIsNoFinding() throws IOException {
    run.inKafka(IntStream.range(0, 10));

    assertThat(findings()).isEmpty();
  }

  @Test
  void aLossThatIsNotSaidIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10).filter(n -> n != 4));

    assertThat(findings())
        .satisfiesExactly(
            lost -> assertThat(lost).startsWith("telemetry: ").contains("lost", "1 [4]"),
            arrived -> assertThat(arrived).contains("10 delivered", "9 []"),
            verdict -> assertThat(verdict).contains("passed", "1 lost"));
  }

  @Test
  void aLossThatIsNoneIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.flow().withObject("/ledger").put("lost", 1).put("delivered", 9);

    assertThat(findings())
        .containsExactly(
            "telemetry: says 1 lost, Kafka has 0 []",
            "telemetry: says 9 delivered, Kafka has 10 []");
  }

  @Test
  void anInterruptedRunMustNotCallLostWhatIsThere() throws IOException {
    run.inKafka(IntStream.range(0, 9));
    run.result.put("complete", false).withObject("/verdict").put("status", "interrupted");
    run.flow().withObject("/ledger").put("lost", 1);

    assertThat(findings()).isEmpty();

    run.flow().withObject("/ledger").put("lost", 2);

    assertThat(findings()).singleElement().asString().startsWith("telemetry: ").contains("2 lost");
  }

  @Test
  void aDuplicateAndAMessageThatWasOvertakenAreFound() throws IOException {
    run.inKafka(IntStream.of(0, 1, 2, 3, 6, 4, 5, 7, 8, 9, 9));

    assertThat(findings())
        .satisfiesExactly(
            twice -> assertThat(twice).startsWith("telemetry: ").contains("duplicate", "1 []"),
            late -> assertThat(late).startsWith("telemetry: ").contains("outOfOrder", "1 []"),
            verdict -> assertThat(verdict).contains("passed", "1 duplicate"));
  }

  @Test
  void passedWithAMessageThatHasNoOutcomeIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.devices.withObject("/flows/telemetry").put("ok", ForgedRun.numbers(IntStream.range(0, 9)));
    run.flow().put("ok", 9).put("unsettled", 1);
    run.flow().withObject("/ledger").put("delivered", 9).put("deliveredUnconfirmed", 1);

    assertThat(findings()).singleElement().asString().contains("passed", "1 unsettled");
  }

  @Test
  void blameWithoutAFaultIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.result.withObject("/verdict").put("status", "thresholds-crossed");

    assertThat(findings()).singleElement().asString().startsWith("crossed, ");
  }

  @Test
  void countsThatDoNotAddUpAreFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.flow().put("scheduled", 11).put("ok", 8);

    assertThat(findings())
        .hasSize(3)
        .anyMatch(each -> each.startsWith("telemetry: scheduled "))
        .anyMatch(each -> each.startsWith("telemetry: sent "))
        .anyMatch(each -> each.startsWith("telemetry: says sent and ok"));
  }

  @Test
  void anImbalanceIsAlwaysAFinding() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.result.withObject("/verdict").put("status", "ledger-unbalanced").putArray("reasons");

    assertThat(findings()).containsExactly("unbalanced: []");
  }

  @Test
  void recordsOfOthersAndWithoutAMarkAreFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.arrived.message(ForgedRun.body("ffffffff", 1));
    run.arrived.message(new byte[] {1, 2, 3});

    assertThat(findings()).singleElement().asString().contains("Kafka", "2 records");
  }

  @Test
  void aCommandThatIsOnlyInTheBooksIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.devices.withObject("/flows/commandQuery").put("measuredTo", 10);
    run.result.putObject("commands").put("written", 2);
    run.backend
        .withObject("/flows/commandQuery/commands")
        .put("written", ForgedRun.numbers(IntStream.of(3, 4)));
    run.arrived.command(ForgedRun.RUN + "-3", false);

    assertThat(findings()).singleElement().asString().contains("books").endsWith(": [4]");
  }

  @Test
  void aCommandThatIsInKafkaAndInNoBookIsFound() throws IOException {
    run.inKafka(IntStream.range(0, 10));
    run.devices.withObject("/flows/commandQuery").put("measuredTo", 10);
    run.result.putObject("commands").put("written", 0);
    run.arrived.command(ForgedRun.RUN + "-3", false);

    assertThat(findings()).singleElement().asString().contains("Kafka").endsWith(": [3]");
  }
}
