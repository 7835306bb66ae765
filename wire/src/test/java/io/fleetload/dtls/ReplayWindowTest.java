// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
  private final ReplayWindow window = new ReplayWindow();

  @Test
  void takesTheFirstNumberOnce() {
    assertThat(window.fresh(0)).isTrue();
    window.arrived(0);
    assertThat(window.fresh(0)).isFalse();
    assertThat(window.fresh(1)).isTrue();
  }

  @Test
  void looksSixtyFourNumbersBack() {
    window.arrived(100);
    assertThat(window.fresh(100 - 63)).isTrue();
    assertThat(window.fresh(100 - 64)).isFalse();
  }

  @Test
  void anUnprovenRecordDoesNotMoveIt() {
    assertThat(window.fresh(1_000_000)).isTrue();
    assertThat(window.fresh(0)).isTrue();
  }

  @Test
  void neverTakesANumberTwiceAndNeverRefusesANewOneWithinReach() {
    Random random = new Random(5);
    Set<Long> seen = new HashSet<>();
    long highest = -1;
    for (int i = 0; i < 100_000; i++) {
      long number = Math.max(0, highest + random.nextInt(200) - 150);
      if (random.nextInt(1_000) == 0) {
        number += 1L << random.nextInt(40);
      }
      assertThat(window.fresh(number)).isEqualTo(!seen.contains(number) && number > highest - 64);
      if (window.fresh(number)) {
        window.arrived(number);
        seen.add(number);
        highest = Math.max(highest, number);
      }
    }
  }
}
