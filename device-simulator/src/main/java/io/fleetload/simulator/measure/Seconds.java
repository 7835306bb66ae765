// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.time.PerSecond;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a flow, second by second; they grow with the run's length, 8 bytes a second each. */
final class Seconds {
  private static final long NANOS = 1_000_000_000L;

  private final PlaceCounts scheduled = new PlaceCounts();
  private final PlaceCounts sent = new PlaceCounts();
  private final PlaceCounts ok = new PlaceCounts();
  private final PlaceCounts failed = new PlaceCounts();
  private final PlaceCounts retransmitted = new PlaceCounts();
  private final Map<String, PlaceCounts> failedBy = new TreeMap<>();
  private int length;

  /** The second in which a time lies, counted from the begin of the flows. */
  static int of(long offsetNanos) {
    return (int) Math.max(0, offsetNanos / NANOS);
  }

  void scheduled(long offsetNanos) {
    scheduled.add(second(offsetNanos));
  }

  void sent(long offsetNanos) {
    sent.add(second(offsetNanos));
  }

  void ok(long offsetNanos) {
    ok.add(second(offsetNanos));
  }

  void failed(long offsetNanos, Cause cause) {
    int second = second(offsetNanos);
    failed.add(second);
    failedBy.computeIfAbsent(cause.key(), key -> new PlaceCounts()).add(second);
  }

  void retransmitted(long offsetNanos) {
    retransmitted.add(second(offsetNanos));
  }

  PerSecond snapshot() {
    Map<String, List<Long>> causes = new TreeMap<>();
    failedBy.forEach((cause, counts) -> causes.put(cause, counts.copy(length)));
    return new PerSecond(
        scheduled.copy(length),
        sent.copy(length),
        ok.copy(length),
        failed.copy(length),
        retransmitted.copy(length),
        causes,
        null);
  }

  private int second(long offsetNanos) {
    int second = of(offsetNanos);
    length = Math.max(length, second + 1);
    return second;
  }
}
