// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void theMedianStandsForTheWindowsAndTheExtremesAreTold() {
    Samples samples = new Samples();
    samples.add(30_000);
    samples.add(10);
    samples.add(20_000);
    assertThat(samples.median()).isEqualTo(20_000);
    assertThat(samples.text()).isEqualTo("20,000 (10 to 30,000)");

    samples.add(22_000);
    assertThat(samples.median()).isEqualTo(21_000);
  }
}
