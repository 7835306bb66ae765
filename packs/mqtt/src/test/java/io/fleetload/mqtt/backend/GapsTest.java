// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import org.junit.jupiter.api.Test;

class GapsTest {
  private static Stamp stamp(String flow, int n) {
    return new Stamp(new RunId(1), flow, Period.MEASURED, 0, n, 0, 0);
  }

  @Test
  void numbersMissingBelowTheHighestOfAFlowAreAGap() {
    Gaps gaps = new Gaps();
    assertThat(gaps.any(1)).isFalse();
    gaps.add(stamp("a", 1));
    assertThat(gaps.any(1)).isTrue();
    gaps.add(stamp("a", 0));
    assertThat(gaps.any(1)).isFalse();
    assertThat(gaps.any(2)).isTrue();
    gaps.add(stamp("b", 1));
    assertThat(gaps.any(1)).isTrue();
    gaps.add(stamp("b", 0));
    assertThat(gaps.any(1)).isFalse();
  }
}
