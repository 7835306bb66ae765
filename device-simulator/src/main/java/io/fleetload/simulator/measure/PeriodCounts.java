package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.FlowCounts;
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
  long inFlight;
  long retransmitted;
  long failedTotal;

  void failed(Cause cause) {
    failedTotal++;
    failed.merge(cause.key(), 1L, Long::sum);
  }

  void notSent(NotSent cause) {
    notSent.merge(cause, 1L, Long::sum);
  }

  FlowCounts snapshot() {
    Map<String, Long> unsent = new TreeMap<>();
    notSent.forEach((cause, count) -> unsent.put(cause.key(), count));
    return new FlowCounts(
        scheduled, sent, sentInPeriod, ok, new TreeMap<>(failed), unsent, inFlight, retransmitted);
  }
}
