// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvenTimesTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void messagesAtAConstantRateAreEvenlyDue() {
    EvenTimes tenASecond = constant(10, 0);

    assertThat(tenASecond.dueNanos(0)).isZero();
    assertThat(tenASecond.dueNanos(1)).isEqualTo(SECOND / 10);
    assertThat(tenASecond.dueNanos(999_999)).isEqualTo(99_999_900_000_000L);
  }

  @Test
  void aRampHoldsHalfTheMessagesOfTheFullRate() {
    EvenTimes ramped = ramped(600, 60, 0);

    assertThat(ramped.countBefore(60 * SECOND)).isEqualTo(600 * 60 / 2);
    assertThat(ramped.countBefore(61 * SECOND) - ramped.countBefore(60 * SECOND)).isEqualTo(600);
  }

  @Test
  void theRateGrowsLinearlyInTheRamp() {
    EvenTimes ramped = ramped(1_000, 10, 0);

    // The integral of r(t) = 100·t from 4 s to 5 s is 450.
    assertThat(ramped.countBefore(5 * SECOND) - ramped.countBefore(4 * SECOND)).isEqualTo(450);
  }

  @Test
  void rampAndConstantPartMeetWithoutAGap() {
    EvenTimes ramped = ramped(100, 10, 0);
    long atTheSeam = ramped.countBefore(10 * SECOND);

    long before = ramped.dueNanos(atTheSeam - 1);
    long after = ramped.dueNanos(atTheSeam);

    assertThat(after - before).isBetween(9_900_000L, 10_100_000L);
  }

  @ParameterizedTest
  @CsvSource({"600,60,0.333", "1,0,0", "0.5,3,0.9", "33333,7,0.5", "999999,1,0.1"})
  void aMessageIsCountedBeforeATimeExactlyWhenItIsDueBeforeIt(
      double rate, long rampSeconds, double shift) {
    EvenTimes times = ramped(rate, rampSeconds, shift);

    for (long at = 1; at < 20 * SECOND; at += 777_777_777L) {
      countedExactly(times, at);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void inAnyCourseTimesNeverGoBackAndCountsAreTheIntegral(long seed) {
    Random random = new Random(seed);
    RateCourse course = anyCourse(random);
    EvenTimes times = new EvenTimes(course, random.nextDouble());

    long total = times.countBefore(course.lengthNanos());
    assertThat((double) total).isCloseTo(course.total(), within(1.0));
    long before = -1;
    for (long n = 0; n < total; n++) {
      long due = times.dueNanos(n);
      assertThat(due).isGreaterThanOrEqualTo(before);
      before = due;
    }
    assertThat(times.dueNanos(total)).isGreaterThanOrEqualTo(course.lengthNanos());
    for (int i = 0; i < 200; i++) {
      long at = 1 + (long) (random.nextDouble() * course.lengthNanos());
      countedExactly(times, at);
      assertThat((double) times.countBefore(at))
          .isCloseTo(course.expectedBefore(at), within(1.000_001));
    }
  }

  @Test
  void afterABillionMessagesNothingHasDrifted() {
    // 3,000 pieces of 1/3 s, of which neither length nor count is a round number in binary.
    List<CoursePiece> pieces = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      pieces.add(CoursePiece.constant(333_333_333L, 999_999));
      pieces.add(new CoursePiece(333_333_334L, 999_999, 999_990));
      pieces.add(new CoursePiece(333_333_333L, 999_990, 999_999));
    }
    RateCourse course = new RateCourse(pieces);
    double exact = 1_000 * (999_999 * 0.333_333_333 + 999_994.5 * 0.666_666_667);
    EvenTimes times = new EvenTimes(course, 0);

    long total = times.countBefore(course.lengthNanos());

    assertThat(total).isCloseTo((long) exact, within(1L)).isGreaterThan(999_000_000L);
    // The last message is due within a message's distance of the end.
    assertThat(course.lengthNanos() - times.dueNanos(total - 1)).isBetween(0L, 1_100L);
  }

  @Test
  void nothingIsDueInAPauseAndItsFirstMessageIsDueAfterIt() {
    RateCourse course =
        new RateCourse(
            List.of(
                CoursePiece.constant(SECOND, 0),
                CoursePiece.constant(SECOND, 10),
                CoursePiece.constant(5 * SECOND, 0),
                CoursePiece.constant(SECOND, 10),
                CoursePiece.constant(SECOND, 0)));
    EvenTimes times = new EvenTimes(course, 0);

    assertThat(times.dueNanos(0)).isEqualTo(SECOND);
    assertThat(times.dueNanos(9)).isEqualTo(SECOND + 9 * SECOND / 10);
    assertThat(times.dueNanos(10)).isEqualTo(7 * SECOND);
    assertThat(times.dueNanos(19)).isEqualTo(7 * SECOND + 9 * SECOND / 10);
    assertThat(times.dueNanos(20)).isEqualTo(Long.MAX_VALUE);
    assertThat(times.countBefore(7 * SECOND)).isEqualTo(10);
    assertThat(times.countBefore(9 * SECOND)).isEqualTo(20);
  }

  @Test
  void shiftedFlowsOfOneRateAreNotDueTogether() {
    assertThat(constant(10, 0.5).dueNanos(0) - constant(10, 0).dueNanos(0)).isEqualTo(SECOND / 20);
  }

  private static void countedExactly(EvenTimes times, long at) {
    long count = times.countBefore(at);
    assertThat(times.dueNanos(count)).isGreaterThanOrEqualTo(at);
    if (count > 0) {
      assertThat(times.dueNanos(count - 1)).isLessThan(at);
    }
  }

  /** Up, down, constant, steep, paused: whatever a profile may ask for. */
  static RateCourse anyCourse(Random random) {
    List<CoursePiece> pieces = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      long length = 1 + (long) (random.nextDouble() * 2 * SECOND);
      double from = anyRate(random);
      pieces.add(
          random.nextBoolean()
              ? CoursePiece.constant(length, from)
              : new CoursePiece(length, from, anyRate(random)));
    }
    pieces.add(CoursePiece.constant(SECOND, 100));
    return new RateCourse(pieces);
  }

  private static double anyRate(Random random) {
    return random.nextInt(4) == 0 ? 0 : Math.pow(10, 4 * random.nextDouble());
  }

  private static EvenTimes constant(double rate, double shift) {
    return new EvenTimes(
        new RateCourse(List.of(CoursePiece.constant(100_000 * SECOND, rate))), shift);
  }

  private static EvenTimes ramped(double rate, long rampSeconds, double shift) {
    return new EvenTimes(
        new RateCourse(
            List.of(
                new CoursePiece(rampSeconds * SECOND, 0, rate),
                CoursePiece.constant(100 * SECOND, rate))),
        shift);
  }
}
