// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.book.FlowCounts;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Running counts of one flow in one period. Each event has the number of its message. */
class PeriodCounts {
  private final Map<String, Long> failed = new HashMap<>();
  private final Map<NotSent, Long> notSent = new EnumMap<>(NotSent.class);
  long scheduled;
  long sent;
  long sentInPeriod;
  long ok;

  /** Messages without an outcome: under way, and unsettled once the books are closed. */
  long unsettled;

  long retransmitted;
  long failedTotal;
  private long notSentTotal;

  void scheduled(int n) {
    scheduled++;
  }

  void sent(int n, boolean inPeriod) {
    sent++;
    unsettled++;
    sentInPeriod += inPeriod ? 1 : 0;
  }

  void ok(int n) {
    ok++;
    unsettled--;
  }

  void failed(int n, Cause cause) {
    unsettled--;
    failedTotal += cause instanceof Cause.Refusal ? 0 : 1;
    failed.merge(cause.key(), 1L, Long::sum);
  }

  void retransmitted(int n) {
    retransmitted++;
  }

  void notSent(int n, NotSent cause) {
    notSentTotal++;
    notSent.merge(cause, 1L, Long::sum);
  }

  /** Messages that were due and are neither sent nor given up. */
  long unsent() {
    return scheduled - sent - notSentTotal;
  }

  /** The counts of each group of devices; null if they are not kept. */
  List<FlowCounts> byGroup() {
    return null;
  }

  FlowCounts snapshot() {
    Map<String, Long> unsent = new TreeMap<>();
    notSent.forEach((cause, count) -> unsent.put(cause.key(), count));
    return new FlowCounts(
        scheduled, sent, sentInPeriod, ok, new TreeMap<>(failed), unsent, unsettled, retransmitted);
  }
}
