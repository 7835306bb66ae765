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
import org.junit.jupiter.params.provider.ValueSource;

class RateCourseTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theTimeOfAnExpectedCountIsTheInverseOfTheIntegral(long seed) {
    Random random = new Random(seed);
    RateCourse course = any(random);
    for (int i = 0; i < 1_000; i++) {
      double messages = random.nextDouble() * course.total();
      long time = course.timeOf(messages);
      // Within what a nanosecond holds at the steepest.
      assertThat(course.expectedBefore(time)).isCloseTo(messages, within(1e6 * 1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theIntegralIsTheSumOfTheRates(long seed) {
    RateCourse course = any(new Random(seed));
    int slices = 400_000;
    double width = (double) course.lengthNanos() / slices;
    double sum = 0;
    for (int i = 0; i < slices; i++) {
      sum += course.rateAt(Math.round((i + 0.5) * width)) * width / 1e9;
      if (i % 40_000 == 39_999) {
        long at = Math.round((i + 1) * width);
        assertThat(course.expectedBefore(at)).isCloseTo(sum, within(1e-4 * course.total()));
      }
    }
  }

  @Test
  void aFallToNothingIsInvertedToItsEnd() {
    RateCourse course = new RateCourse(List.of(new CoursePiece(10 * SECOND, 100, 0)));

    assertThat(course.total()).isEqualTo(500);
    // 500 − 50·(10 − t)²/10 messages are expected before t.
    assertThat(course.timeOf(375)).isEqualTo(5 * SECOND);
    assertThat(course.timeOf(499.999_999_999)).isBetween(9 * SECOND, 10 * SECOND);
    assertThat(course.timeOf(500)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRampThatHardlyGrowsLosesNothing() {
    RateCourse course =
        new RateCourse(List.of(new CoursePiece(100 * SECOND, 1_000, 1_000.000_000_1)));

    assertThat(course.timeOf(50_000)).isBetween(50 * SECOND - 1, 50 * SECOND);
  }

  private static RateCourse any(Random random) {
    List<CoursePiece> pieces = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double from = random.nextInt(3) == 0 ? 0 : 1e6 * random.nextDouble();
      double to = random.nextInt(3) == 0 ? from : 1e6 * random.nextDouble();
      pieces.add(new CoursePiece(1 + random.nextInt(1_000_000_000), from, to));
    }
    pieces.add(CoursePiece.constant(SECOND, 10));
    return new RateCourse(pieces);
  }
}
