// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmClockTest {
  private static final int ALARMS = 10_000;
  private static final long SOON_NANOS = 20_000L;

  @ParameterizedTest
  @ValueSource(longs = {0, SOON_NANOS, 2 * SOON_NANOS})
  void anAlarmThatIsReplacedWhileTheOldOneRingsIsNotLost(long leastNanos)
      throws InterruptedException {
    Semaphore rung = new Semaphore(0);
    try (AlarmClock alarm = new AlarmClock("test", leastNanos, rung::release)) {
      alarm.start();
      for (int i = 0; i < ALARMS; i++) {
        rung.drainPermits();
        long first = System.nanoTime() + SOON_NANOS;
        alarm.at(first);
        // Around the time of the first one, a little before or after.
        while (System.nanoTime() < first + i % 101 * 1_000L - SOON_NANOS / 2) {
          Thread.onSpinWait();
        }
        rung.drainPermits();
        alarm.at(System.nanoTime() + SOON_NANOS);
        assertThat(rung.tryAcquire(60, TimeUnit.SECONDS)).as("alarm %d rings", i).isTrue();
      }
    }
  }
}
