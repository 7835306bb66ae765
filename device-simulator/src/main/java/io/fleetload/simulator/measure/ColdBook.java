// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.book.Cold;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** The book of first contacts: each device's first message of a flow, by itself. */
final class ColdBook {
  private final IntPredicate first;
  private final Map<String, Long> failed = new TreeMap<>();
  private final LatencyHistogram response = new LatencyHistogram();
  private long scheduled;
  private long inMeasured;
  private long ok;

  /**
   * An empty book.
   *
   * @param first whether a message is the first of its device
   */
  ColdBook(IntPredicate first) {
    this.first = first;
  }

  void scheduled(int n, boolean measured) {
    if (first.test(n)) {
      scheduled++;
      inMeasured += measured ? 1 : 0;
    }
  }

  void ok(int n, long responseNanos) {
    if (first.test(n)) {
      ok++;
      response.record(responseNanos);
    }
  }

  /** It waited at least so long, and has no outcome. */
  void unsettled(int n, long waitedNanos) {
    if (first.test(n)) {
      response.record(waitedNanos);
    }
  }

  void failed(int n, Cause cause) {
    if (first.test(n)) {
      failed.merge(cause.key(), 1L, Long::sum);
    }
  }

  Cold snapshot() {
    return new Cold(scheduled, inMeasured, ok, new TreeMap<>(failed), response.copy());
  }
}
