// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CostPartsTest {
  @Test
  void whatIsMissingIsNamedWithTheReason() {
    CostParts parts =
        new CostParts(
            List.of("adapter"), List.of("kafka", "infinispan"), List.of("registry"), null);
    assertThat(parts.missing())
        .isEqualTo(
            "kafka and infinispan are not in this cost: no page given; registry is not in this"
                + " cost: the page tells no processor time");
    assertThat(parts.text())
        .isEqualTo(
            "In this cost: adapter. Kafka and infinispan are not in this cost: no page given;"
                + " registry is not in this cost: the page tells no processor time.");
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
        .isEqualTo("1 page has no role, so it is not known which part it is of");
    assertThat(new CostParts(List.of("adapter"), List.of("kafka"), List.of(), 2).text())
        .isEqualTo(
            "In this cost: adapter. 2 pages have no role, so it is not known which parts they are"
                + " of.");
  }
}
