// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.cost.CostParts;
import io.fleetload.results.cost.ProcessCost;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartsOfCostTest {
  private final PartsOfCost parts = new PartsOfCost(List.of("adapter", "router", "kafka"));

  private static ProcessWatch watched(boolean target, String... parts) {
    ProcessWatch process = new ProcessWatch(target);
    process.is(List.of(parts));
    return process;
  }

  private static ProcessCost read(Double cpu, String... parts) {
    return new ProcessCost(
        "x",
        true,
        cpu,
        null,
        null,
        null,
        null,
        null,
        5.0,
        parts.length == 0 ? null : List.of(parts),
        null);
  }

  @Test
  void aPartIsInTheCostWhereItsPageToldItsProcessorTime() {
    assertThat(
            parts.of(
                List.of(watched(true, "adapter"), watched(true, "router"), watched(false)),
                List.of(read(1.0, "adapter"), read(null, "router"))))
        .isEqualTo(new CostParts(List.of("adapter"), List.of("kafka"), List.of("router"), null));
  }

  @Test
  void aPartThatIsNotOfEveryInstallationIsNamedToo() {
    assertThat(parts.of(List.of(watched(true, "other")), List.of(read(1.0, "other"))).included())
        .containsExactly("other");
  }

  @Test
  void pagesWithoutARoleAreCounted() {
    assertThat(parts.of(List.of(watched(true), watched(true)), List.of(read(1.0))))
        .isEqualTo(new CostParts(List.of(), List.of("adapter", "router", "kafka"), List.of(), 2));
  }

  @Test
  void withoutAnyPageThereIsNoCostToSpeakOf() {
    assertThat(parts.of(List.of(watched(false)), List.of())).isNull();
  }
}
