// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventRateTest {
  private static final long DENSE_NANOS = 150_000;
  private static final int JUST_DENSE = Math.toIntExact(EventRate.WINDOW_NANOS / DENSE_NANOS) + 1;

  private final EventRate rate = new EventRate(0, DENSE_NANOS);

  @Test
  void eventsAreDenseWhereAWindowHadEnoughOfThem() {
    rate.add(JUST_DENSE);
    assertThat(rate.isDense(EventRate.WINDOW_NANOS - 1)).isFalse();
    assertThat(rate.isDense(EventRate.WINDOW_NANOS)).isTrue();

    rate.add(JUST_DENSE - 1);
    assertThat(rate.isDense(2 * EventRate.WINDOW_NANOS - 1)).isTrue();
    assertThat(rate.isDense(2 * EventRate.WINDOW_NANOS)).isFalse();
  }

  @Test
  void asManyAfterALongWaitAreNot() {
    rate.add(JUST_DENSE);
    assertThat(rate.isDense(2 * EventRate.WINDOW_NANOS)).isFalse();
  }

  @Test
  void withoutEventsNothingIsDense() {
    assertThat(rate.isDense(EventRate.WINDOW_NANOS)).isFalse();
  }
}
