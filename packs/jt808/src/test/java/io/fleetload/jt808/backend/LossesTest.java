// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LossesTest {
  private final Losses losses = new Losses();

  @Test
  void whereNothingWentWrongNothingIsSaid() {
    assertThat(losses.happened()).isFalse();
    assertThat(losses.with("NATS")).isEqualTo("NATS");
  }

  @Test
  void whatWentWrongFirstIsSaid() {
    losses.errorOccurred(null, "100% full");
    losses.slowConsumerDetected(null, null);
    assertThat(losses.happened()).isTrue();
    assertThat(losses.with("NATS")).isEqualTo("NATS, which said \"100% full\",");
  }

  @Test
  void aBackendThatIsTooSlowIsSaid() {
    losses.slowConsumerDetected(null, null);
    assertThat(losses.with("NATS")).startsWith("NATS, ").contains("too slow");
  }
}
