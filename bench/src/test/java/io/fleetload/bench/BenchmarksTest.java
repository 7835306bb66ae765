// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchmarksTest {
  @Test
  void noneIsThereTwiceAndNineRunByThemselves() {
    assertThat(Benchmarks.names()).doesNotHaveDuplicates();
    assertThat(Benchmarks.ALL).filteredOn(Benchmark::byDefault).hasSize(9);
  }
}
