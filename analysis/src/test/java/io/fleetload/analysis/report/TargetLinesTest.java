// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fleetload.results.cost.CostParts;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.ServiceFailures;
import io.fleetload.results.cost.TargetCost;
import io.fleetload.rig.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetLinesTest {
  private static final Golden WORDS = Golden.of("report");
  private static final ProcessCost ADAPTER =
      new ProcessCost(
          "adapter:8088",
          true,
          24.0,
          null,
          null,
          null,
          null,
          null,
          256.0,
          List.of("adapter"),
          null);
  private static final ProcessCost KAFKA =
      new ProcessCost("kafka:9404", true, 6.0, 500.0, null, null, null, null, 300.0, null, null);

  private static List<String> lines(TargetCost cost) {
    return lines(cost, 1_000_000, 600);
  }

  private static List<String> lines(TargetCost cost, long messages, double seconds) {
    List<String> lines = new ArrayList<>();
    TargetLines.of(cost, messages, seconds, lines);
    return lines;
  }

  @Test
  void memoryOfAJvmIsNotAddedToWhatIsResident() {
    assertThat(lines(TargetCost.of(List.of(ADAPTER, KAFKA), 1_000_000, null)))
        .singleElement(STRING)
        .satisfies(
            line -> WORDS.says(line, "  target  ", "cpu 30.0 s", "30 s", "500 MB", "256 MB"));
  }

  @Test
  void missingPartsAndTheReasonOf503AreLines() {
    List<String> lines =
        lines(
            TargetCost.of(List.of(ADAPTER), 1_000_000, null)
                .with(
                    new CostParts(List.of("adapter"), List.of("kafka"), List.of(), null),
                    new ServiceFailures(2_551, 1_286, null)));
    assertThat(lines).hasSize(3);
    WORDS.says(
        String.join("\n", lines),
        "  target  ",
        "cpu 24.0 s",
        "24 s",
        "256 MB\n",
        "kafka",
        "\n  5.03  ",
        "2,551",
        "1,286");
  }

  @Test
  void aWholeAndHealthyTargetHasOneLine() {
    assertThat(
            lines(
                TargetCost.of(List.of(KAFKA), 1_000_000, null)
                    .with(
                        new CostParts(List.of("kafka"), List.of(), List.of(), null),
                        new ServiceFailures(0, 0, new ServiceFailures.Before(0, 0)))))
        .hasSize(1);
  }

  @Test
  void aCostThatIsExtrapolatedFromAShortRunSaysFromWhat() {
    TargetCost cost = TargetCost.of(List.of(KAFKA), 1_600, null);
    assertThat(lines(cost, 1_600, 20))
        .hasSize(2)
        .last(STRING)
        .satisfies(line -> WORDS.says(line, "1,600 messages", "20 seconds"));
    assertThat(lines(cost, 99_999, 300)).hasSize(2);
    assertThat(lines(cost, 100_000, 299)).hasSize(2);
    assertThat(lines(cost, 100_000, 300)).hasSize(1);
  }

  @Test
  void withoutACostOfAMillionThereIsNothingToSayOfIt() {
    assertThat(lines(TargetCost.of(List.of(KAFKA), 0, null), 0, 20)).hasSize(1);
  }
}
