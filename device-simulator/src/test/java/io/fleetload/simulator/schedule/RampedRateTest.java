package io.fleetload.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampedRateTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void messagesAtAConstantRateAreEvenlyDue() {
    RampedRate tenASecond = new RampedRate(10, 0, 0);

    assertThat(tenASecond.dueNanos(0)).isZero();
    assertThat(tenASecond.dueNanos(1)).isEqualTo(SECOND / 10);
    assertThat(tenASecond.dueNanos(1_000_000)).isEqualTo(100_000 * SECOND);
  }

  @Test
  void aRampHoldsHalfTheMessagesOfTheFullRate() {
    RampedRate ramped = new RampedRate(600, 60 * SECOND, 0);

    assertThat(ramped.countBefore(60 * SECOND)).isEqualTo(600 * 60 / 2);
    assertThat(ramped.countBefore(61 * SECOND) - ramped.countBefore(60 * SECOND)).isEqualTo(600);
  }

  @Test
  void theRateGrowsLinearlyInTheRamp() {
    RampedRate ramped = new RampedRate(1_000, 10 * SECOND, 0);

    // The integral of r(t) = 100·t from 4 s to 5 s is 450.
    assertThat(ramped.countBefore(5 * SECOND) - ramped.countBefore(4 * SECOND)).isEqualTo(450);
  }

  @Test
  void rampAndConstantPartMeetWithoutAGap() {
    RampedRate ramped = new RampedRate(100, 10 * SECOND, 0);
    long atTheSeam = ramped.countBefore(10 * SECOND);

    long before = ramped.dueNanos(atTheSeam - 1);
    long after = ramped.dueNanos(atTheSeam);

    assertThat(after - before).isBetween(9_900_000L, 10_100_000L);
  }

  @ParameterizedTest
  @CsvSource({"600,60,0.333", "1,0,0", "0.5,3,0.9", "33333,7,0.5", "999999,1,0.1"})
  void aMessageIsCountedBeforeATimeExactlyWhenItIsDueBeforeIt(
      double rate, long rampSeconds, double shift) {
    RampedRate times = new RampedRate(rate, rampSeconds * SECOND, shift);

    for (long at = 1; at < 20 * SECOND; at += 777_777_777L) {
      long count = times.countBefore(at);
      assertThat(times.dueNanos(count)).isGreaterThanOrEqualTo(at);
      if (count > 0) {
        assertThat(times.dueNanos(count - 1)).isLessThan(at);
      }
    }
  }

  @Test
  void dueTimesNeverGoBackwards() {
    RampedRate times = new RampedRate(7_919, 3 * SECOND, 0.25);

    long before = -1;
    for (int n = 0; n < 60_000; n++) {
      long due = times.dueNanos(n);
      assertThat(due).isGreaterThanOrEqualTo(before);
      before = due;
    }
  }

  @Test
  void shiftedFlowsOfOneRateAreNotDueTogether() {
    RampedRate first = new RampedRate(10, 0, 0);
    RampedRate second = new RampedRate(10, 0, 0.5);

    assertThat(second.dueNanos(0) - first.dueNanos(0)).isEqualTo(SECOND / 20);
  }
}
