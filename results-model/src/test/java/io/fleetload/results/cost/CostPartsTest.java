// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostPartsTest {
  @Test
  void whatIsMissingIsNamedWithTheReason() {
    CostParts parts =
        new CostParts(
            List.of("adapter"), List.of("kafka", "infinispan"), List.of("registry"), null);
    assertThat(parts.missing()).matches("kafka and infinispan .*; registry .*");
    assertThat(parts.text())
        .matches("In this cost: adapter\\. Kafka and infinispan .*; registry .*\\.");
  }

  @Test
  void aWholeInstallationLacksNothing() {
    CostParts parts = new CostParts(List.of("adapter", "kafka"), List.of(), List.of(), null);
    assertThat(parts.missing()).isEmpty();
    assertThat(parts.text()).isEqualTo("In this cost: adapter, kafka.");
  }

  @Test
  void ofPagesWithoutARoleNobodyKnowsWhatIsMissing() {
    assertThat(new CostParts(List.of(), List.of("adapter", "kafka"), List.of(), 1).missing())
        .startsWith("1 page ");
    assertThat(new CostParts(List.of("adapter"), List.of("kafka"), List.of(), 2).text())
        .startsWith("In this cost: adapter. 2 pages ");
  }
}
