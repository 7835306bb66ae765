// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.outage.DisturbanceBook.DisturbedFlow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisturbedMessagesTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  /** Measuring begins at 100 s, the disturbances at 110 and 130 s; a message waits for 10 s. */
  private final DisturbanceTimes times =
      new DisturbanceTimes(
          List.of("first", "second"),
          new long[] {10 * SECOND, 30 * SECOND},
          10 * SECOND,
          () -> 100 * SECOND);

  private final DisturbedMessages messages = new DisturbedMessages(times);

  private void ok(int n, long dueMillis, long tookMillis) {
    messages.scheduled(n, dueMillis * MILLI);
    messages.ok(n, dueMillis * MILLI, (dueMillis + tookMillis) * MILLI);
  }

  private void failed(int n, long dueMillis, long tookMillis) {
    messages.scheduled(n, dueMillis * MILLI);
    messages.failed(
        n, Cause.Transport.TIMEOUT, dueMillis * MILLI, (dueMillis + tookMillis) * MILLI);
  }

  @Test
  void aMessageBelongsToTheDisturbanceThatHadBegunWhenItWasDue() {
    ok(0, 105_000, 20);
    ok(1, 111_000, 20);
    ok(2, 131_000, 20);

    assertThat(messages.snapshot(0).ok()).isEqualTo(1);
    assertThat(messages.snapshot(1).ok()).isEqualTo(1);
    assertThat(messages.snapshot(1).due().contains(2)).isTrue();
  }

  @Test
  void aMessageUnderWayWhenTheTargetWentAwayIsOfThatDisturbance() {
    failed(0, 109_900, 10_000);
    failed(1, 129_950, 10_000);

    DisturbedFlow first = messages.snapshot(0);
    assertThat(first.failed()).containsExactly(Map.entry("transport.timeout", 1L));
    assertThat(first.bad().toArray()).containsExactly(0);
    assertThat(first.due().size()).isEqualTo(1);
    assertThat(messages.snapshot(1).failed()).containsExactly(Map.entry("transport.timeout", 1L));
  }

  @Test
  void aFailureThatWasKnownBeforeIsOfNone() {
    failed(0, 105_000, 500);

    assertThat(messages.snapshot(0).failed()).isEmpty();
    assertThat(messages.snapshot(0).due().size()).isZero();
  }

  @Test
  void lateIsMoreThanTwiceTheSlowestBefore() {
    ok(0, 105_000, 300);
    ok(1, 106_000, 20);
    ok(2, 111_000, 590);
    ok(3, 112_320, 610);

    DisturbedFlow first = messages.snapshot(0);
    assertThat(first.ok()).isEqualTo(2);
    assertThat(first.late()).isEqualTo(1);
    assertThat(first.bad().toArray()).containsExactly(23);
    assertThat(first.good().toArray()).containsExactly(10);
  }

  @Test
  void aFewMillisecondsMoreAreNotLate() {
    ok(0, 105_000, 3);
    ok(1, 111_000, 80);

    assertThat(messages.snapshot(0).late()).isZero();
  }

  @Test
  void whatIsNotSentCountsUnlessTheProfileKeepsItBack() {
    messages.scheduled(0, 111_000 * MILLI);
    messages.notSent(0, NotSent.NOT_CONNECTED);
    messages.scheduled(1, 112_000 * MILLI);
    messages.notSent(1, NotSent.ASLEEP);

    DisturbedFlow first = messages.snapshot(0);
    assertThat(first.notSent()).containsExactly(Map.entry("notConnected", 1L));
    assertThat(first.due().size()).isEqualTo(1);
    assertThat(first.bad().toArray()).containsExactly(10);
  }

  @Test
  void beforeMeasuringBeginsNothingIsOfADisturbance() {
    DisturbanceTimes unknown =
        new DisturbanceTimes(List.of("first"), new long[] {SECOND}, SECOND, () -> Long.MAX_VALUE);

    assertThat(unknown.at(500 * SECOND)).isEqualTo(DisturbanceTimes.NONE);
    assertThat(unknown.isBefore(500 * SECOND)).isFalse();
  }
}
