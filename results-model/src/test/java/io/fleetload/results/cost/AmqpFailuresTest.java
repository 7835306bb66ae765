// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmqpFailuresTest {
  @Test
  void bothKindsAreSaidAndTheWarmUpApart() {
    assertThat(new AmqpFailures(2_551, 1_286, null).text())
        .containsSubsequence("2,551 ", " 1,286 ");
    assertThat(new AmqpFailures(0, 3, new AmqpFailures.Before(1_000, 20)).text())
        .containsSubsequence("0 ", " 3 ", " 1,000", "20");
  }

  @Test
  void whereNothingFailedThereIsNothingToSay() {
    assertThat(new AmqpFailures(0, 0, new AmqpFailures.Before(0, 0)).text()).isEmpty();
    assertThat(new AmqpFailures(0, 0, null).text()).isEmpty();
  }

  @Test
  void thoseOfSeveralProcessesAddUp() {
    AmqpFailures adapter = new AmqpFailures(5, 2, new AmqpFailures.Before(10, 20));
    assertThat(adapter.plus(new AmqpFailures(1, 1, new AmqpFailures.Before(1, 2))))
        .isEqualTo(new AmqpFailures(6, 3, new AmqpFailures.Before(11, 22)));
    assertThat(adapter.plus(new AmqpFailures(1, 1, null)))
        .as("what nobody read of one is not known of both")
        .isEqualTo(new AmqpFailures(6, 3, null));
  }
}
