// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fleetload.schedule.DayCurve.DayPoint;
import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DayCurveTest {
  private static final long HOUR = 3_600_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  @Test
  void overMidnightTheLastPointLeadsToTheFirst() {
    RateCourse course = twoPoints().course(10, 0, DayCurve.DAY, DayCurve.DAY);

    assertThat(course.pieces())
        .containsExactly(
            new CoursePiece(6 * HOUR, 5, 10),
            new CoursePiece(12 * HOUR, 10, 0),
            new CoursePiece(6 * HOUR, 0, 5));
  }

  @Test
  void aPointAtTheEndOfTheDayMayBeAnotherThanAtItsBegin() {
    DayCurve curve = new DayCurve(List.of(new DayPoint(0, 0), new DayPoint(DayCurve.DAY, 1)));

    assertThat(curve.course(10, 0, 2 * SECOND, 4 * SECOND).pieces())
        .containsExactly(new CoursePiece(2 * SECOND, 0, 10), new CoursePiece(2 * SECOND, 0, 10));
  }

  @Test
  void onePointIsThatFactorAllDay() {
    assertThat(
            new DayCurve(List.of(new DayPoint(5 * HOUR, 0.2)))
                .course(10, 7 * HOUR, SECOND, 30 * SECOND)
                .pieces())
        .containsExactly(CoursePiece.constant(30 * SECOND, 2));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void anyDayHasItsFactorAtEveryMomentOfTheRun(long seed) {
    Random random = new Random(seed);
    List<DayPoint> points = new ArrayList<>();
    for (long at = random.nextInt(5) * HOUR; at <= DayCurve.DAY; at += HOUR + random.nextInt()) {
      points.add(new DayPoint(at, random.nextInt(4) == 0 ? 0 : random.nextDouble()));
    }
    long from = (long) (random.nextDouble() * DayCurve.DAY);
    long lasts = SECOND + (long) (random.nextDouble() * 100 * SECOND);
    long length = 1 + (long) (random.nextDouble() * 1_000 * SECOND);

    RateCourse course = new DayCurve(points).course(50, from, lasts, length);

    assertThat(course.lengthNanos()).isEqualTo(length);
    for (int i = 0; i < 1_000; i++) {
      long at = (long) (random.nextDouble() * length);
      double time = (from + (double) at / lasts * DayCurve.DAY) % DayCurve.DAY;
      assertThat(course.rateAt(at)).isCloseTo(50 * factor(points, time), within(0.001));
    }
  }

  private static double factor(List<DayPoint> points, double time) {
    int count = points.size();
    for (int i = -1; i < count; i++) {
      DayPoint one = points.get((i + count) % count);
      DayPoint other = points.get((i + 1) % count);
      double from = one.nanos() - (i < 0 ? DayCurve.DAY : 0);
      double to = other.nanos() + (i == count - 1 ? DayCurve.DAY : 0);
      if (time >= from && time < to) {
        return one.factor() + (other.factor() - one.factor()) * (time - from) / (to - from);
      }
    }
    throw new AssertionError(time);
  }

  private static DayCurve twoPoints() {
    return new DayCurve(List.of(new DayPoint(6 * HOUR, 1), new DayPoint(18 * HOUR, 0)));
  }
}
