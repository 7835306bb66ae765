// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of fixed seeds, so that no test of chance fails by chance. */
class PoissonTimesTest {
  private static final long SECOND = 1_000_000_000L;

  /** The Kolmogorov-Smirnov bound of a large sample: it is passed by chance once in a thousand. */
  private static final double KS = 1.95;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 42, 4711})
  void countsOfEqualTimesHaveTheirMeanAsTheirVariance(long seed) {
    int windows = 10_000;
    PoissonTimes times = constant(50, windows / 10, seed);

    long[] counts = counts(times, windows, SECOND / 10);

    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).mapToDouble(each -> (each - mean) * (each - mean)).sum()
            / (windows - 1);
    // Standard errors: mean 5 ± √(5/10000); index of dispersion 1 ± √(2/10000). Four of each.
    assertThat(mean).isBetween(5 - 4 * 0.0224, 5 + 4 * 0.0224);
    assertThat(variance / mean).isBetween(1 - 4 * 0.0142, 1 + 4 * 0.0142);
  }

  @Test
  void evenArrivalsWouldFailThatTest() {
    int windows = 10_000;
    EvenTimes even =
        new EvenTimes(new RateCourse(List.of(CoursePiece.constant(1_000 * SECOND, 50.01))), 0);
    long[] counts = new long[windows];
    for (int i = 0; i < windows; i++) {
      counts[i] = even.countBefore((i + 1) * SECOND / 10) - even.countBefore(i * SECOND / 10);
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    assertThat(
            Arrays.stream(counts).mapToDouble(each -> (each - mean) * (each - mean)).sum()
                / windows)
        .isLessThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 42, 4711})
  void distancesAreExponential(long seed) {
    int sample = 200_000; // reaches over the seams of several blocks
    PoissonTimes times = constant(1_000, 250, seed);
    double[] distances = new double[sample];
    long before = 0;
    for (int n = 0; n < sample; n++) {
      distances[n] = (times.dueNanos(n) - before) / 1e9 * 1_000;
      before = times.dueNanos(n);
    }

    assertThat(distance(distances) * Math.sqrt(sample)).isLessThan(KS);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 42, 4711})
  void inARampTheDistancesAreExponentialOnTheAxisOfTheExpectedCount(long seed) {
    RateCourse course =
        new RateCourse(
            List.of(
                new CoursePiece(100 * SECOND, 0, 1_000),
                CoursePiece.constant(10 * SECOND, 0),
                new CoursePiece(100 * SECOND, 2_000, 10)));
    PoissonTimes times = new PoissonTimes(course, seed);
    int total = (int) times.countBefore(course.lengthNanos());
    double[] distances = new double[total];
    double before = 0;
    for (int n = 0; n < total; n++) {
      double expected = course.expectedBefore(times.dueNanos(n));
      distances[n] = expected - before;
      before = expected;
    }

    assertThat(distance(distances) * Math.sqrt(total)).isLessThan(KS);
    assertThat(Math.abs(total - course.total())).isLessThan(4 * Math.sqrt(course.total()));
    assertThat(times.countBefore(110 * SECOND)).isEqualTo(times.countBefore(100 * SECOND));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void inAnyCourseTimesNeverGoBackAndCountsAgreeWithThem(long seed) {
    RateCourse course =
        EvenTimesTest.anyCourse(new Random(seed)).then(EvenTimesTest.anyCourse(new Random(-seed)));
    PoissonTimes times = new PoissonTimes(course, seed);
    long total = times.countBefore(course.lengthNanos());
    long[] due = LongStream.range(0, total).map(times::dueNanos).toArray();

    assertThat(due).isSorted();
    assertThat(times.dueNanos(total)).isEqualTo(Long.MAX_VALUE);
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
  void theSeedSaysWhenAndAnotherOneSaysOtherwise() {
    PoissonTimes one = constant(1_000, 200, 7);
    PoissonTimes same = constant(1_000, 200, 7);
    PoissonTimes other = constant(1_000, 200, 8);

    assertThat(same.dueNanos(150_000)).isEqualTo(one.dueNanos(150_000));
    assertThat(other.dueNanos(150_000)).isNotEqualTo(one.dueNanos(150_000));
    // Worked out apart from this code: a shard on whatever machine must not differ.
    assertThat(one.dueNanos(0)).isEqualTo(875_601L);
    assertThat(one.dueNanos(150_000)).isEqualTo(149_846_878_782L);
  }

  private static PoissonTimes constant(double rate, long seconds, long seed) {
    return new PoissonTimes(
        new RateCourse(List.of(CoursePiece.constant(seconds * SECOND, rate))), seed);
  }

  private static long[] counts(PoissonTimes times, int windows, long width) {
    long[] counts = new long[windows];
    long total = times.countBefore(windows * width);
    for (long n = 0; n < total; n++) {
      counts[(int) (times.dueNanos(n) / width)]++;
    }
    return counts;
  }

  /** The largest distance of the sample's distribution from the exponential one of mean 1. */
  private static double distance(double[] sample) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = 1 - Math.exp(-sorted[i]);
      largest = Math.max(largest, expected - (double) i / sorted.length);
      largest = Math.max(largest, (double) (i + 1) / sorted.length - expected);
    }
    return largest;
  }
}
