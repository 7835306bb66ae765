// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of fixed seeds, so that no test of chance fails by chance. */
class RandomTimesTest {
  private static final long SECOND = 1_000_000_000L;

  /** The Kolmogorov-Smirnov bound of a large sample: it is passed by chance once in a thousand. */
  private static final double KS = 1.95;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1_000, 150_000})
  void aDeviceSendsOnceInEachPeriodAlwaysAtTheSameMoment(int devices) {
    long period = 20 * SECOND;
    RandomTimes times = constant(devices / 20.0, 100, devices, 42);

    for (int device = 0; device < devices; device += 1 + devices / 100) {
      long moment = times.dueNanos(device);
      assertThat(moment).isBetween(0L, period);
      for (int round = 1; round < 4; round++) {
        assertThat(times.dueNanos((long) round * devices + device))
            .isCloseTo(moment + round * period, within(2L));
      }
    }
    assertThat(times.countBefore(3 * period)).isEqualTo(3L * devices);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 42, 4711})
  void momentsAreEvenlyRandomInThePeriod(long seed) {
    int devices = 200_000; // reaches over the seams of several blocks
    RandomTimes times = constant(devices, 2, devices, seed);

    double largest = 0;
    for (int n = 0; n < devices; n++) {
      double moment = times.dueNanos(n) / 1e9;
      largest = Math.max(largest, Math.abs(moment - (n + 0.5) / devices));
    }

    assertThat(largest * Math.sqrt(devices)).isBetween(0.2, KS);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,3", "3,10", "4,999", "5,20000", "6,65536", "7,65537", "8,100000"})
  void inAnyCourseTimesNeverGoBackAndCountsAgreeWithThem(long seed, int devices) {
    RateCourse course =
        EvenTimesTest.anyCourse(new Random(seed)).then(EvenTimesTest.anyCourse(new Random(-seed)));
    RandomTimes times = new RandomTimes(course, devices, seed);
    long total = times.countBefore(course.lengthNanos());
    long[] due = LongStream.range(0, total).map(times::dueNanos).toArray();

    assertThat(due).isSorted();
    assertThat(times.dueNanos(total)).isEqualTo(Long.MAX_VALUE);
    assertThat((double) total).isCloseTo(course.total(), within((double) devices));
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int n = random.nextInt(due.length);
      assertThat(times.dueNanos(n)).as("message %d, out of order", n).isEqualTo(due[n]);
      long at = due[n] + random.nextInt(3) - 1;
      assertThat(times.countBefore(at))
          .isEqualTo(Arrays.stream(due).filter(each -> each < at).count());
    }
  }

  @Test
  void aShardThatLeavesOutTheTurnsOfOthersHasTheSameTimes() {
    RandomTimes whole = constant(1_000, 300, 70_000, 7);
    RandomTimes third = constant(1_000, 300, 70_000, 7);

    long[] all = LongStream.range(0, 300_000).map(whole::dueNanos).toArray();

    for (int n = 2; n < 300_000; n += 3) {
      assertThat(third.dueNanos(n)).isEqualTo(all[n]);
    }
  }

  @Test
  void theSeedSaysWhenAndAnotherOneSaysOtherwise() {
    RandomTimes one = constant(1_000, 200, 100_000, 7);
    RandomTimes same = constant(1_000, 200, 100_000, 7);
    RandomTimes other = constant(1_000, 200, 100_000, 8);

    assertThat(same.dueNanos(150_000)).isEqualTo(one.dueNanos(150_000));
    assertThat(other.dueNanos(150_000)).isNotEqualTo(one.dueNanos(150_000));
  }

  private static RandomTimes constant(double rate, long seconds, int devices, long seed) {
    RateCourse course = new RateCourse(List.of(CoursePiece.constant(seconds * SECOND, rate)));
    return new RandomTimes(course, devices, seed);
  }
}
