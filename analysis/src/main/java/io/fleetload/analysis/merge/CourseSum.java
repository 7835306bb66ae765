// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.time.PerSecond;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The course of a flow, second by second, from those of its shards, added one after the other. */
final class CourseSum {
  private final SecondCounts scheduled = new SecondCounts();
  private final SecondCounts sent = new SecondCounts();
  private final SecondCounts ok = new SecondCounts();
  private final SecondCounts failed = new SecondCounts();
  private final SecondCounts retransmitted = new SecondCounts();
  private final Map<String, SecondCounts> failedBy = new TreeMap<>();

  /** Counts by second. */
  private static final class SecondCounts {
    private long[] counts = new long[0];

    /** Adds the counts of a shard; a shard without counts has null. */
    void add(List<Long> more, int offset) {
      if (more == null) {
        return;
      }
      if (more.size() + offset > counts.length) {
        counts = Arrays.copyOf(counts, more.size() + offset);
      }
      for (int second = 0; second < more.size(); second++) {
        counts[second + offset] += more.get(second);
      }
    }

    List<Long> sum() {
      return Arrays.stream(counts).boxed().toList();
    }
  }

  /**
   * Adds a shard's.
   *
   * @param offset how many whole seconds after the first one it began
   */
  void add(PerSecond course, int offset) {
    scheduled.add(course.scheduled(), offset);
    sent.add(course.sent(), offset);
    ok.add(course.ok(), offset);
    failed.add(course.failed(), offset);
    retransmitted.add(course.retransmitted(), offset);
    if (course.failedBy() != null) {
      course
          .failedBy()
          .forEach(
              (cause, more) ->
                  failedBy.computeIfAbsent(cause, each -> new SecondCounts()).add(more, offset));
    }
  }

  PerSecond sum() {
    Map<String, List<Long>> byCause = new TreeMap<>();
    failedBy.forEach((cause, counts) -> byCause.put(cause, counts.sum()));
    return new PerSecond(
        scheduled.sum(),
        sent.sum(),
        ok.sum(),
        failed.sum(),
        retransmitted.sum(),
        byCause,
        // Percentiles do not add; those of the sum are read off the intervals.
        null);
  }
}
