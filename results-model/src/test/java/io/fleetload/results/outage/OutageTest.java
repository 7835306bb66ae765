// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static LatencyHistogram goneFor(long... seconds) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : seconds) {
      histogram.record(each * 1_000_000_000L);
    }
    return histogram;
  }

  @Test
  void theMostAtOnceAreThoseGoneWithinOneSecond() {
    Outage outage =
        new Outage(
            7,
            goneFor(2, 2, 3, 3, 3, 0, 1),
            Map.of(100L, 3L, 101L, 2L, 110L, 2L),
            Map.of(102L, 2L, 104L, 3L, 110L, 1L, 111L, 1L),
            100_250L,
            111_000L,
            0,
            0);

    assertThat(outage.figures().mostAtOnce()).isEqualTo(5);
    assertThat(outage.figures().notBack()).isZero();
    assertThat(outage.figures().recoveryMs()).isEqualTo(10_750);
    assertThat(outage.figures().goneFor().times().max()).isBetween(3_000.0, 3_003.0);
  }

  @Test
  void aFleetOfWhichOneIsStillGoneHasNotRecovered() {
    Outage outage =
        new Outage(2, goneFor(4), Map.of(100L, 2L), Map.of(104L, 1L), 100_000L, 104_000L, 1, 0);

    assertThat(outage.figures().notBack()).isEqualTo(1);
    assertThat(outage.figures().recoveryMs()).isNull();
  }

  @Test
  void aFleetOfWhichNoneWasGoneNeedsNoTime() {
    assertThat(Outage.none().figures().recoveryMs()).isZero();
    assertThat(Outage.none().figures().mostAtOnce()).isZero();
  }
}
