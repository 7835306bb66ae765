// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BookPaceTest {
  private static final long MILLI = 1_000_000L;

  @Test
  void aBookThatTakesLongIsWrittenLessOften() {
    BookPace pace = new BookPace(0);
    assertThat(pace.isDue(1_800 * MILLI)).isFalse();
    assertThat(pace.isDue(2_000 * MILLI)).isTrue();
    pace.wrote(2_000 * MILLI, 2_050 * MILLI);
    assertThat(pace.isDue(3_800 * MILLI)).isFalse();
    assertThat(pace.isDue(4_000 * MILLI)).isTrue();
    pace.wrote(4_000 * MILLI, 4_500 * MILLI);
    assertThat(pace.isDue(13_900 * MILLI)).isFalse();
    assertThat(pace.isDue(14_000 * MILLI)).isTrue();
  }

  @Test
  void howLongTheFirstTakesIsNoReasonToWriteTheNextLate() {
    BookPace pace = new BookPace(0);
    pace.wrote(2_000 * MILLI, 3_000 * MILLI);
    assertThat(pace.isDue(4_000 * MILLI)).isTrue();
  }
}
