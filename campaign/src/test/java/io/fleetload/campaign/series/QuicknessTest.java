// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuicknessTest {
  private static final Quickness FIRST = new Quickness(4.0, 1);

  @Test
  void aTargetHasRecoveredWhenItsMedianIsWithinTwiceTheFirst() {
    assertThat(new Quickness(8.0, 1).isAsGoodAs(FIRST)).isTrue();
    assertThat(new Quickness(8.1, 1).isAsGoodAs(FIRST)).isFalse();
    assertThat(new Quickness(null, 0).isAsGoodAs(FIRST)).isFalse();
  }

  @Test
  void belowAMillisecondTheMedianSaysNothing() {
    assertThat(new Quickness(1.9, 1).isAsGoodAs(new Quickness(0.2, 1))).isTrue();
    assertThat(new Quickness(2.1, 1).isAsGoodAs(new Quickness(0.2, 1))).isFalse();
  }

  @Test
  void aTargetThatIsQuickAndLosesMessagesHasNot() {
    assertThat(new Quickness(4.0, 0.98).isAsGoodAs(FIRST)).isFalse();
    assertThat(new Quickness(4.0, 0.991).isAsGoodAs(FIRST)).isTrue();
  }

  @Test
  void whereNothingWasEverConfirmedThereIsNothingToWaitFor() {
    assertThat(new Quickness(null, 0).isAsGoodAs(new Quickness(null, 0))).isTrue();
  }
}
