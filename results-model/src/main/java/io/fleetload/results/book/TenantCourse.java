// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.time.ResponseIntervals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Events of one tenant's part of a flow in the course of time, interval by interval, of messages of
 * both periods; enough to judge any window that is made of whole intervals. Kept only where a
 * threshold asks for windows of a tenant. Each list has a place an interval, as {@link
 * ResponseIntervals#place} counts them.
 *
 * @param tenant the tenant
 * @param scheduled messages due in that interval
 * @param sent messages handed to the wire in it
 * @param failed messages that failed in it
 * @param response response times of the messages confirmed in it
 */
public record TenantCourse(
    @RequiredPart String tenant,
    @RequiredPart List<Long> scheduled,
    @RequiredPart List<Long> sent,
    @RequiredPart List<Long> failed,
    @RequiredPart ResponseIntervals response) {

  /** Messages due from a second up to another one, as {@link ResponseIntervals#between}. */
  public long scheduled(int fromSecond, int toSecond) {
    return count(scheduled, fromSecond, toSecond);
  }

  /** Messages handed to the wire between them. */
  public long sent(int fromSecond, int toSecond) {
    return count(sent, fromSecond, toSecond);
  }

  /** Messages that failed between them. */
  public long failed(int fromSecond, int toSecond) {
    return count(failed, fromSecond, toSecond);
  }

  private long count(List<Long> counts, int fromSecond, int toSecond) {
    int end = Math.min(counts.size(), response.end(toSecond));
    long sum = 0;
    for (int place = response.place(fromSecond); place < end; place++) {
      sum += counts.get(place);
    }
    return sum;
  }

  /**
   * A course and how much later than others it began.
   *
   * @param course the course
   * @param offsetSeconds in s
   */
  public record CourseOffset(TenantCourse course, int offsetSeconds) {}

  /** The sum of the courses of one tenant in several processes; intervals are of one length. */
  public static TenantCourse sum(List<CourseOffset> parts) {
    return new TenantCourse(
        parts.get(0).course.tenant,
        sum(parts, TenantCourse::scheduled),
        sum(parts, TenantCourse::sent),
        sum(parts, TenantCourse::failed),
        ResponseIntervals.sum(
            parts.stream()
                .map(
                    part ->
                        new ResponseIntervals.ResponseOffset(
                            part.course.response, part.offsetSeconds))
                .toList()));
  }

  private static List<Long> sum(List<CourseOffset> parts, Function<TenantCourse, List<Long>> each) {
    List<Long> sum = new ArrayList<>();
    for (CourseOffset part : parts) {
      int later = part.course.response.places(part.offsetSeconds);
      List<Long> counts = each.apply(part.course);
      for (int i = Math.max(0, -later); i < counts.size(); i++) {
        while (sum.size() <= i + later) {
          sum.add(0L);
        }
        sum.set(i + later, sum.get(i + later) + counts.get(i));
      }
    }
    return sum;
  }
}
