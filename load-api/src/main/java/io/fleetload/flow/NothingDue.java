// SPDX-License-Identifier: EPL-2.0
package io.fleetload.flow;

import io.fleetload.profile.FlowRates;
import io.fleetload.profile.LoadProfile;
import io.fleetload.schedule.FireTimes;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.CoursePiece;
import java.util.ArrayList;
import java.util.List;

/**
 * A flow of which no message is due in the measured phase. That is no mistake: the flow may be one
 * of rare messages in a run that is short for once.
 *
 * @param flow its name
 * @param key the key path of its rate
 * @param firstNanos when its first message would be due, counted from the start of the measured
 *     phase and at the rate with which that ends, ns; null for never
 */
public record NothingDue(String flow, String key, Long firstNanos) {
  /**
   * Of so many expected messages one is due: at even distances of any number from 1 on, and in a
   * Poisson process but once in e⁶⁴ times.
   */
  private static final double SURE = 64;

  private static final long NEVER = Long.MAX_VALUE;

  /**
   * The flows of a profile of which nothing is due, in its order.
   *
   * @param profile one without mistakes
   */
  public static List<NothingDue> of(LoadProfile profile) {
    long end = profile.phases().beforeDrain().nanos();
    long start = end - profile.phases().measure().nanos();
    List<NothingDue> found = new ArrayList<>();
    profile
        .timings()
        .forEach(
            (name, flow) -> {
              if (flow.closed() != null || flow.times() != null) {
                return;
              }
              RateCourse course = FlowRates.of(flow, profile.phases());
              if (course.total() - course.expectedBefore(start) >= SURE) {
                return;
              }
              FireTimes times = FlowRates.times(profile, name, goneOn(course));
              long first = times.dueNanos(times.countBefore(start));
              if (first >= end) {
                found.add(
                    new NothingDue(
                        name,
                        "flows." + name + "." + flow.key(),
                        first == NEVER ? null : first - start));
              }
            });
    return found;
  }

  /** Continues a course at the rate with which the measured phase ends. */
  private static RateCourse goneOn(RateCourse course) {
    double rate = course.pieces().get(course.pieces().size() - 1).to();
    if (rate == 0) {
      return course;
    }
    long most = NEVER - course.lengthNanos();
    return course.then(
        new RateCourse(
            List.of(CoursePiece.constant(Math.min(most, Math.round(SURE / rate * 1e9)), rate))));
  }
}
