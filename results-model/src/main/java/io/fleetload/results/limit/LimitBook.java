// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.limit;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.MessageSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A limit of one tenant that a profile expects, and what the devices met of it.
 *
 * @param kind what it limits
 * @param tenant the tenant
 * @param limit messages a second, bytes, or sessions at a time
 * @param withinSeconds how late the target may take notice of what it counts, s
 * @param keptOut sessions that never opened, as the limit refused their last attempt
 * @param refused numbers of the messages that it refused, by flow; empty for a limit of sessions
 * @param course the load beside it
 */
public record LimitBook(
    @RequiredPart LimitKind kind,
    @RequiredPart String tenant,
    double limit,
    double withinSeconds,
    long keptOut,
    @RequiredPart Map<String, MessageSet> refused,
    @RequiredPart LimitCourse course) {

  /** The books of all processes, each null if the profile expects no limit. */
  public static List<LimitBook> sum(List<LimitBook> some, List<LimitBook> others) {
    if (some == null || others == null) {
      return some == null ? others : some;
    }
    List<LimitBook> sum = new ArrayList<>(some);
    for (LimitBook each : others) {
      int place = 0;
      while (place < sum.size() && !sum.get(place).isAs(each)) {
        place++;
      }
      if (place == sum.size()) {
        sum.add(each);
      } else {
        sum.set(place, sum.get(place).plus(each));
      }
    }
    return List.copyOf(sum);
  }

  /** Returns whether some of them are limits of messages; null is no limit. */
  public static boolean areOfMessages(List<LimitBook> books) {
    return books != null && books.stream().anyMatch(each -> each.kind.isOfMessages());
  }

  private boolean isAs(LimitBook other) {
    return kind == other.kind && tenant.equals(other.tenant);
  }

  private LimitBook plus(LimitBook other) {
    Map<String, MessageSet> numbers = new LinkedHashMap<>(refused);
    other.refused.forEach((flow, its) -> numbers.merge(flow, its, MessageSet::or));
    return new LimitBook(
        kind,
        tenant,
        limit,
        withinSeconds,
        keptOut + other.keptOut,
        numbers,
        course.plus(other.course));
  }
}
