// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.backend.ledger.ArrivalFigures;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.Recent;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Tells at intervals what arrived in each. */
final class ReceptionProgress {
  private static final String PHASE = "receive";

  /** Silence up to this length is not reported, as a few slow seconds are normal. */
  private static final long SILENT_NANOS = 3_000_000_000L;

  private final ArrivalLedger ledger;
  private final BackendWatch watch;
  private final Teller teller;
  private final long intervalNanos;
  private final Optional<BackendMetrics> metrics;
  private long last;
  private boolean silent;

  /**
   * Progress from a time on.
   *
   * @param intervalNanos how often to tell, in ns
   * @param begun monotonic time in ns
   * @param metrics shown the same
   */
  ReceptionProgress(
      ArrivalLedger ledger,
      BackendWatch watch,
      Teller teller,
      long intervalNanos,
      long begun,
      Optional<BackendMetrics> metrics) {
    this.ledger = ledger;
    this.watch = watch;
    this.teller = teller;
    this.intervalNanos = intervalNanos;
    this.last = begun;
    this.metrics = metrics;
  }

  /**
   * Tells if it is time to.
   *
   * @param now monotonic time in ns
   * @param answered when the other end was seen to answer last, on the same clock
   */
  void at(long now, long answered, RunClock clock) {
    if (now - last < intervalNanos) {
      return;
    }
    double seconds = (now - last) / 1e9;
    // Not by the interval: an event comes at the first poll after it, and rates are exact anyway.
    last = now;
    ArrivalFigures soFar = ledger.figures();
    metrics.ifPresent(each -> each.show(soFar, watch.lagSoFar()));
    Map<String, ToolEvent.FlowProgress> flows = new LinkedHashMap<>();
    ledger.recent().forEach((name, recent) -> flows.put(name, flow(name, recent, seconds)));
    teller.tell(
        new ToolEvent.Progress(
            BackendCommand.NAME, PHASE, null, flows, null, null, soFar.receiptsSoFar()));
    silence(now - answered >= SILENT_NANOS ? clock.epochNanos(answered) / 1_000_000L : null);
  }

  private void silence(Long sinceEpochMs) {
    if (sinceEpochMs != null || silent) {
      silent = sinceEpochMs != null;
      teller.tell(new ToolEvent.Silence(BackendCommand.NAME, sinceEpochMs));
    }
  }

  /** Shows the figures of the books. */
  void show() {
    metrics.ifPresent(each -> each.show(ledger.figures(), watch.lagSoFar()));
  }

  private ToolEvent.FlowProgress flow(String name, Recent recent, double seconds) {
    return new ToolEvent.FlowProgress(
        null, recent.records() / seconds, ledger.writesFailed(name), 0, recent.p99Ms());
  }
}
