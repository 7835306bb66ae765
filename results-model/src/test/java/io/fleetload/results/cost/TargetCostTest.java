// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.ResultFiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetCostTest {
  private static final ProcessCost ADAPTER = process("adapter", true, 300.0, 700.0, 12.0);
  private static final ProcessCost BROKER = process("broker", true, 71.2, 503.0, null);
  private static final ProcessCost DEVICES = process("devices", false, 90.0, 200.0, 3.0);

  /** Of whose network and place in the target nothing is known. */
  private static ProcessCost process(
      String name, boolean target, double cpuSeconds, double peakRssMb, Double gcPauseMs) {
    return new ProcessCost(
        name, target, cpuSeconds, peakRssMb, gcPauseMs, null, null, null, null, null, null);
  }

  @Test
  void aMillionMessagesCostWhatTheTargetUsedAndNotTheSimulators() {
    TargetCost cost = TargetCost.of(List.of(ADAPTER, BROKER, DEVICES), 720_000, null);
    assertThat(cost.cpuSecondsPerMillionMessages()).isEqualTo(515.6);
    assertThat(cost.ofTarget(ProcessCost::cpuSeconds)).isEqualTo(371.2);
    assertThat(cost.ofTarget(ProcessCost::peakRssMb)).isEqualTo(1_203.0);
    assertThat(cost.ofTarget(ProcessCost::gcPauseMs)).isEqualTo(12.0);
  }

  @Test
  void whatIsNotKnownIsNoZero() {
    TargetCost cost = TargetCost.of(List.of(DEVICES), 720_000, null);
    assertThat(cost.cpuSecondsPerMillionMessages()).isNull();
    assertThat(cost.ofTarget(ProcessCost::cpuSeconds)).isNull();
    assertThat(TargetCost.of(List.of(ADAPTER), 0, null).cpuSecondsPerMillionMessages()).isNull();
    assertThat(ResultFiles.tree(cost).toString())
        .isEqualTo(
            "{\"processes\":[{\"name\":\"devices\",\"target\":false,\"cpuSeconds\":90.0,"
                + "\"peakRssMb\":200.0,\"gcPauseMs\":3.0}]}");
  }

  @Test
  void whatTheJvmUsesIsNotCalledResident() {
    ProcessCost page =
        new ProcessCost(
            "adapter:8088",
            true,
            24.1,
            null,
            null,
            null,
            null,
            null,
            256.0,
            List.of("adapter"),
            null);
    TargetCost cost = TargetCost.of(List.of(page), 1_000, null);
    assertThat(cost.ofTarget(ProcessCost::peakRssMb)).isNull();
    assertThat(cost.ofTarget(ProcessCost::peakJvmMemoryMb)).isEqualTo(256.0);
    assertThat(ResultFiles.tree(page).toString())
        .contains("\"peakJvmMemoryMb\":256.0")
        .contains("\"parts\":[\"adapter\"]")
        .doesNotContain("peakRssMb")
        .doesNotContain("empty");
  }
}
