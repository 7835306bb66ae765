// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.results.book.Course;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.results.time.Precision;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.Map;

/**
 * Looks while the run goes on whether the response times of every flow are known as precisely as
 * the profile asks, from the same blocks of time and by the same formulas as the result.
 *
 * <p>It looks at times that are a tenth apart, from the first moment on at which noise is known
 * well: to look more often would find a narrow interval by chance.
 */
final class PrecisionWatch {
  private static final double NANOS = 1e9;
  private static final int LEAST_BLOCKS = 20;
  private static final double NEXT = 1.1;

  private final RunTimes times;
  private final Precision until;
  private double nextSeconds;

  /**
   * A watch.
   *
   * @param until the precision to reach; null for a phase of a fixed length
   */
  PrecisionWatch(RunTimes times, Precision until) {
    this.times = times;
    this.until = until;
  }

  /** Returns whether the phase lasts until a precision, and has begun. */
  boolean isNeeded() {
    return until != null && times.isDecided();
  }

  /** Returns whether it is time to look. */
  boolean isDue(long sinceStartNanos) {
    long now = times.startNanos() + sinceStartNanos;
    return isNeeded()
        && now < times.measureEndNanos()
        && seconds(sinceStartNanos) >= Math.max(nextSeconds, leastSeconds());
  }

  private double leastSeconds() {
    return (double) LEAST_BLOCKS * times.phases().intervalSeconds();
  }

  private double seconds(long sinceStartNanos) {
    return (times.startNanos() + sinceStartNanos - times.measureStartNanos()) / NANOS;
  }

  /** Returns what is known so far; null of a phase of a fixed length. */
  MeasureEnd look(Map<String, Course> flows, long sinceStartNanos) {
    nextSeconds = NEXT * seconds(sinceStartNanos);
    if (!isNeeded()) {
      return null;
    }
    String widest = null;
    double share = 0;
    for (Map.Entry<String, Course> each : flows.entrySet()) {
      ResponseIntervals intervals = each.getValue().intervals();
      LatencySummary response =
          intervals == null ? null : intervals.estimates(times.firstMeasuredSecond());
      if (response != null && response.count() > 0) {
        double reached = until.reached(response);
        widest = widest == null || reached > share ? each.getKey() : widest;
        share = Math.max(share, reached);
      }
    }
    return new MeasureEnd(
        until.toString(),
        widest != null && share <= until.share(),
        widest,
        widest == null || Double.isInfinite(share) ? null : share);
  }
}
