// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.book.Cold;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import java.util.Map;
import java.util.TreeMap;

/** The book of first contacts: each device's first message of a flow, by itself. */
final class ColdBook {
  private final RoundRobin turns;
  private final Map<String, Long> failed = new TreeMap<>();
  private final LatencyHistogram response = new LatencyHistogram();
  private long scheduled;
  private long inMeasured;
  private long ok;

  /** A book for devices that take turns from message 0 on. */
  ColdBook(RoundRobin turns) {
    this.turns = turns;
  }

  void scheduled(int n, boolean measured) {
    if (turns.isFirst(n)) {
      scheduled++;
      inMeasured += measured ? 1 : 0;
    }
  }

  void ok(int n, long responseNanos) {
    if (turns.isFirst(n)) {
      ok++;
      response.record(responseNanos);
    }
  }

  /** It waited at least so long, and has no outcome. */
  void unsettled(int n, long waitedNanos) {
    if (turns.isFirst(n)) {
      response.record(waitedNanos);
    }
  }

  void failed(int n, Cause cause) {
    if (turns.isFirst(n)) {
      failed.merge(cause.key(), 1L, Long::sum);
    }
  }

  Cold snapshot() {
    return new Cold(scheduled, inMeasured, ok, new TreeMap<>(failed), response.copy());
  }
}
