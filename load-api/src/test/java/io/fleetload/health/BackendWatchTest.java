// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Generator;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.health.GeneratorHealth;
import org.junit.jupiter.api.Test;

class BackendWatchTest {
  private static final long MILLI = 1_000_000L;
  private static final long WAIT = 10 * MILLI;

  private final BackendWatch watch = new BackendWatch(new Generator(null));
  private long now = 5_000 * MILLI;

  /** A look that waits in vain. */
  private void idle(int times) {
    for (int i = 0; i < times; i++) {
      watch.looks(now, WAIT);
      now += WAIT;
      watch.turnedToAll(now);
    }
  }

  /** A look that brings a measured message, which takes that long. */
  private void message(long millis) {
    watch.looks(now, WAIT);
    now += MILLI;
    long arrived = now;
    now += millis * MILLI;
    watch.turnedTo(arrived, now);
    watch.turnedToAll(arrived);
  }

  private GeneratorHealth said() {
    return watch.health().said();
  }

  @Test
  void aBackendThatReceivedNothingMeasuredSaysNothing() {
    idle(500);
    assertThat(watch.health()).isNull();
  }

  @Test
  void waitingForMessagesIsNoDelay() {
    message(0);
    idle(300);
    message(0);
    assertThat(said().reasons()).isEmpty();
    assertThat(said().delays().longestStallMs()).isLessThan(1);
    assertThat(said().delays().loopDelay().count()).isBetween(295L, 305L);
    assertThat(said().delays().pacing()).isNull();
  }

  @Test
  void aBackendThatWasStoppedInItsWaitSaysSoByName() {
    message(0);
    idle(300);
    watch.looks(now, WAIT);
    now += 3_000 * MILLI;
    watch.turnedTo(now, now);
    watch.turnedToAll(now);
    assertThat(said().delays().longestStallMs()).isBetween(2_980.0, 3_000.0);
    assertThat(said().reasons())
        .anySatisfy(
            reason ->
                assertThat(reason).matches(".*backend simulator.* 29[89]\\d ms, limit 1000 ms.*"));
  }

  @Test
  void aStandstillJustBeforeTheFirstMeasuredMessageKeptItWaiting() {
    idle(50);
    watch.looks(now, WAIT);
    now += 3_000 * MILLI;
    watch.turnedTo(now, now);
    watch.turnedToAll(now);
    assertThat(said().delays().longestStallMs()).isGreaterThan(2_900);
  }

  @Test
  void aStandstillAfterTheLastMeasuredMessageHurtsNoFigure() {
    message(0);
    idle(200);
    message(0);
    BackendBook.BackendHealth before = watch.health();
    idle(200);
    now += 5_000 * MILLI;
    idle(200);
    assertThat(watch.health()).isEqualTo(before);
    assertThat(said().reasons()).isEmpty();
  }

  @Test
  void messagesThatWaitForEachOtherAreItsLag() {
    for (int i = 0; i < 20; i++) {
      message(150);
    }
    assertThat(watch.lagSoFar().times().p99()).isBetween(149.0, 151.0);
    assertThat(said().reasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        ".*backend simulator.* 99th percentile 150\\.\\d"
                            + " ms.* 100 ms \\(generator\\.maxLag\\).*"));
  }
}
