// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceFailuresTest {
  @Test
  void bothKindsAreSaidAndTheWarmUpApart() {
    assertThat(new ServiceFailures(2_551, 1_286, null).text())
        .containsSubsequence("2,551 ", " 1,286 ");
    assertThat(new ServiceFailures(0, 3, new ServiceFailures.Before(1_000, 20)).text())
        .containsSubsequence("0 ", " 3 ", " 1,000", "20");
  }

  @Test
  void whereNothingFailedThereIsNothingToSay() {
    assertThat(new ServiceFailures(0, 0, new ServiceFailures.Before(0, 0)).text()).isEmpty();
    assertThat(new ServiceFailures(0, 0, null).text()).isEmpty();
  }

  @Test
  void thoseOfSeveralProcessesAddUp() {
    ServiceFailures adapter = new ServiceFailures(5, 2, new ServiceFailures.Before(10, 20));
    assertThat(adapter.plus(new ServiceFailures(1, 1, new ServiceFailures.Before(1, 2))))
        .isEqualTo(new ServiceFailures(6, 3, new ServiceFailures.Before(11, 22)));
    assertThat(adapter.plus(new ServiceFailures(1, 1, null)))
        .as("what nobody read of one is not known of both")
        .isEqualTo(new ServiceFailures(6, 3, null));
  }
}
