// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(
    value = OS.LINUX,
    architectures = {"amd64", "aarch64"})
class SelectorAlarmTest {
  private static final long LEAST_NANOS = 2_000_000;
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long NET_MILLIS = 120_000;

  private Selector selector;
  private Alarm alarm;

  @BeforeEach
  void open() throws IOException {
    SelectorAlarm.WithSelector opened = SelectorAlarm.open(LEAST_NANOS).orElseThrow();
    selector = opened.selector();
    alarm = opened.alarm();
  }

  @AfterEach
  void close() throws IOException {
    alarm.close();
    selector.close();
  }

  /** When the selector was woken. */
  private long rung() throws IOException {
    assertThat(selector.select(NET_MILLIS)).isZero();
    return System.nanoTime();
  }

  @Test
  void theSelectorIsWokenWhenTheTimeHasCome() throws IOException {
    long due = System.nanoTime() + 2 * LEAST_NANOS;
    alarm.at(due);

    assertThat(rung()).isBetween(due, due + LATE_NANOS);
  }

  @Test
  void aNewTimeReplacesTheOneBefore() throws IOException {
    long far = System.nanoTime() + 10 * LATE_NANOS;
    alarm.at(far);
    long near = System.nanoTime() + 2 * LEAST_NANOS;
    alarm.at(near);

    assertThat(rung()).isBetween(near, near + LATE_NANOS);
  }

  @Test
  void ringsKeepTheirDistance() throws IOException {
    long first = System.nanoTime() + 2 * LEAST_NANOS;
    alarm.at(first);
    rung();
    alarm.at(first + 1);

    assertThat(rung()).isGreaterThanOrEqualTo(first + LEAST_NANOS);
  }

  @Test
  void itRingsAgainAndAgainWithoutBeingRead() throws IOException {
    for (int i = 0; i < 100; i++) {
      long due = System.nanoTime() + LEAST_NANOS;
      alarm.at(due);
      assertThat(rung()).as("ring %d", i).isGreaterThanOrEqualTo(due);
    }
  }

  @Test
  void aSelectorThatTookTheNumberOfAClosedOneIsFound() {
    assertThat(SelectorAlarm.opened(Set.of(7, 9), Set.of(7, 9, 12))).containsExactly(12);
    assertThat(SelectorAlarm.opened(Set.of(7, 9), Set.of(9))).containsExactly(9);
  }
}
