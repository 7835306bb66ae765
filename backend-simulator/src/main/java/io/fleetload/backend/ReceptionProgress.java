package io.fleetload.backend;

import io.fleetload.backend.ledger.ArrivalFigures;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.Recent;
import io.fleetload.backend.metrics.BackendMetrics;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Tells at intervals what arrived in each. */
final class ReceptionProgress {
  private static final String PHASE = "receive";

  private final ArrivalLedger ledger;
  private final String commandFlow;
  private final ToolEvents.Teller teller;
  private final long intervalNanos;
  private final Optional<BackendMetrics> metrics;
  private long last;

  /**
   * Progress from a time on.
   *
   * @param commandFlow the flow whose failed commands are told
   * @param intervalNanos how often to tell, in ns
   * @param begun monotonic time in ns
   * @param metrics shown the same
   */
  ReceptionProgress(
      ArrivalLedger ledger,
      String commandFlow,
      ToolEvents.Teller teller,
      long intervalNanos,
      long begun,
      Optional<BackendMetrics> metrics) {
    this.ledger = ledger;
    this.commandFlow = commandFlow;
    this.teller = teller;
    this.intervalNanos = intervalNanos;
    this.last = begun;
    this.metrics = metrics;
  }

  /** Tells if it is time to. */
  void at(long now) {
    if (now - last < intervalNanos) {
      return;
    }
    double seconds = (now - last) / 1e9;
    // Not by the interval: an event comes at the first poll after it, and rates are exact anyway.
    last = now;
    ArrivalFigures soFar = ledger.figures();
    metrics.ifPresent(each -> each.show(soFar));
    Map<String, ToolEvent.Flow> flows = new LinkedHashMap<>();
    ledger.recent().forEach((name, recent) -> flows.put(name, flow(name, recent, seconds)));
    teller.tell(
        new ToolEvent.Progress(
            BackendCommand.NAME, PHASE, null, flows, null, null, soFar.receiptsSoFar()));
  }

  /** Shows what stands in the books. */
  void show() {
    metrics.ifPresent(each -> each.show(ledger.figures()));
  }

  private ToolEvent.Flow flow(String name, Recent recent, double seconds) {
    long failed = name.equals(commandFlow) ? ledger.writesFailed() : 0;
    return new ToolEvent.Flow(null, recent.records() / seconds, failed, 0, recent.p99Ms());
  }
}
