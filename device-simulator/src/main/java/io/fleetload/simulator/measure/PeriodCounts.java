// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.book.FlowCounts;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Running counts of one flow in one period. */
final class PeriodCounts {
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

  void failed(Cause cause) {
    failedTotal++;
    failed.merge(cause.key(), 1L, Long::sum);
  }

  void notSent(NotSent cause) {
    notSentTotal++;
    notSent.merge(cause, 1L, Long::sum);
  }

  /** Messages that were due and are neither sent nor given up. */
  long unsent() {
    return scheduled - sent - notSentTotal;
  }

  FlowCounts snapshot() {
    Map<String, Long> unsent = new TreeMap<>();
    notSent.forEach((cause, count) -> unsent.put(cause.key(), count));
    return new FlowCounts(
        scheduled, sent, sentInPeriod, ok, new TreeMap<>(failed), unsent, unsettled, retransmitted);
  }
}
