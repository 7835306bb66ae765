// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

/**
 * Messages at even distances: message n is due when {@code n + s} messages are expected, where the
 * shift s keeps flows of equal rates from being due at the same instants.
 */
public final class EvenTimes implements FireTimes {
  private final RateCourse course;
  private final double shift;

  /**
   * A schedule.
   *
   * @param course the arrival rate
   * @param shift part of a message, 0 (inclusive) to 1 (exclusive), by which all are moved
   */
  public EvenTimes(RateCourse course, double shift) {
    this.course = course;
    this.shift = shift;
  }

  @Override
  public long dueNanos(long n) {
    return course.timeOf(n + shift);
  }

  @Override
  public long countBefore(long offsetNanos) {
    double expected = course.expectedBefore(offsetNanos);
    long count = Math.max(0, (long) Math.ceil(expected - shift));
    // Rounding may put the estimate one off; the due times decide.
    while (count > 0 && dueNanos(count - 1) >= offsetNanos) {
      count--;
    }
    while (dueNanos(count) < offsetNanos) {
      count++;
    }
    return count;
  }
}
