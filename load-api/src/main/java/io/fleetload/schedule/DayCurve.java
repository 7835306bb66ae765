// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.ArrayList;
import java.util.List;

/**
 * Course of a factor over a day: linear from each point to the next, and over midnight from the
 * last to the first. It is the same every day. Immutable.
 */
public final class DayCurve {
  /** Length of a day, ns. */
  public static final long DAY = 86_400_000_000_000L;

  /** From midnight to midnight. */
  private final List<DayPoint> points;

  /**
   * The factor at a time of day.
   *
   * @param nanos since midnight, ns; up to {@link #DAY}
   * @param factor 1 for the whole rate
   */
  public record DayPoint(long nanos, double factor) {}

  /**
   * A curve.
   *
   * @param points at least one, each later than the one before
   */
  public DayCurve(List<DayPoint> points) {
    DayPoint first = points.get(0);
    DayPoint last = points.get(points.size() - 1);
    List<DayPoint> day = new ArrayList<>();
    double midnight =
        first.nanos == 0
            ? first.factor
            : between(new DayPoint(last.nanos - DAY, last.factor), first, 0);
    if (first.nanos > 0) {
      day.add(new DayPoint(0, midnight));
    }
    day.addAll(points);
    if (last.nanos < DAY) {
      day.add(new DayPoint(DAY, midnight));
    }
    this.points = List.copyOf(day);
  }

  /**
   * Most pieces of a course.
   *
   * @param lastsNanos how long a day lasts in the run, ns
   * @param lengthNanos length of the course, ns
   */
  public double pieces(long lastsNanos, long lengthNanos) {
    return points.size() * (1 + (double) lengthNanos / lastsNanos);
  }

  /**
   * The arrival rate of a run.
   *
   * @param rate the rate at factor 1, msg/s
   * @param fromNanos time of day at which the course begins, ns since midnight
   * @param lastsNanos how long a day lasts in the run, ns
   * @param lengthNanos length of the course, ns
   */
  public RateCourse course(double rate, long fromNanos, long lastsNanos, long lengthNanos) {
    double scale = (double) lastsNanos / DAY;
    List<CoursePiece> pieces = new ArrayList<>();
    long begun = 0;
    for (long midnight = -fromNanos; begun < lengthNanos; midnight += DAY) {
      for (int i = 1; i < points.size() && begun < lengthNanos; i++) {
        DayPoint from = points.get(i - 1);
        DayPoint to = points.get(i);
        long end = Math.min(lengthNanos, Math.round((midnight + to.nanos) * scale));
        if (end > begun) {
          pieces.add(
              new CoursePiece(
                  end - begun,
                  rate * between(from, to, begun / scale - midnight),
                  rate * between(from, to, end / scale - midnight)));
          begun = end;
        }
      }
    }
    return new RateCourse(pieces);
  }

  private static double between(DayPoint from, DayPoint to, double nanos) {
    double share = (nanos - from.nanos) / (to.nanos - from.nanos);
    return from.factor + (to.factor - from.factor) * Math.max(0, Math.min(1, share));
  }
}
