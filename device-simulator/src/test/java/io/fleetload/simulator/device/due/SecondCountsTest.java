// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SecondCountsTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theRateOfATimeIsThatOfItsSecondsByTheirParts() {
    SecondCounts counts = new SecondCounts();
    for (int i = 0; i < 300; i++) {
      // 100 in second 7, and 200 in second 9.
      counts.add(i < 100 ? 7 * SECOND + i : 9 * SECOND + i);
    }

    assertThat(counts.perSecond(7 * SECOND, 8 * SECOND)).isEqualTo(100);
    assertThat(counts.perSecond(7 * SECOND + 5, 7 * SECOND + 5)).isEqualTo(100);
    assertThat(counts.perSecond(8 * SECOND, 9 * SECOND)).isZero();
    assertThat(counts.perSecond(8 * SECOND + SECOND / 2, 9 * SECOND + SECOND / 2))
        .isCloseTo(100, within(1e-9));
    assertThat(counts.perSecond(7 * SECOND, 10 * SECOND)).isCloseTo(100, within(1e-9));
  }

  @Test
  void whatIsLongPastIsForgotten() {
    SecondCounts counts = new SecondCounts();
    counts.add(3 * SECOND);
    counts.add(500 * SECOND);

    assertThat(counts.perSecond(3 * SECOND, 4 * SECOND)).isZero();
    assertThat(counts.perSecond(500 * SECOND, 501 * SECOND)).isEqualTo(1);
    assertThat(counts.perSecond(499 * SECOND, 500 * SECOND)).isZero();
  }
}
