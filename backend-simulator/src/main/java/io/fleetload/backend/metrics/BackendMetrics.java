// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.metrics;

import io.fleetload.backend.ledger.ArrivalFigures;
import io.fleetload.metrics.Meters;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.time.LatencySummary;
import java.util.Map;
import java.util.TreeMap;

/** The backend's books, as Prometheus names them. */
public final class BackendMetrics {
  private final Meters meters;

  /** Shows them on those meters. */
  public BackendMetrics(Meters meters) {
    this.meters = meters;
  }

  /**
   * Shows the figures of the books.
   *
   * @param lag how late the backend handled messages, in ms
   */
  public void show(ArrivalFigures figures, LatencySummary lag) {
    if (lag.count() > 0) {
      lag("0.5", lag.times().p50());
      lag("0.99", lag.times().p99());
    }
    figures.flows().forEach(this::flow);
    meters.counter(
        "fleetload.backend.commands.written", "Commands that the target took", figures.written());
    meters.counter(
        "fleetload.backend.commands.refused",
        "Commands that the target reported as undeliverable",
        figures.refused());
    Map<String, Long> failed = new TreeMap<>(figures.writeFailed());
    // A rate over a counter that was never 0 would miss the first one; the commonest cause is.
    failed.putIfAbsent("timeout", 0L);
    failed.forEach(
        (cause, count) ->
            meters.counter(
                "fleetload.backend.commands.failed",
                "Commands that could not be written",
                count,
                "cause",
                cause));
    meters.counter(
        "fleetload.backend.foreign", "Messages received of another run", figures.foreign());
    meters.counter(
        "fleetload.backend.unstamped", "Messages received without a stamp", figures.unstamped());
  }

  private void lag(String quantile, double millis) {
    meters.gauge(
        "fleetload.backend.lag.seconds",
        "How late the backend itself handled the messages of the measured phase",
        millis / 1e3,
        "quantile",
        quantile);
  }

  private void flow(String name, ArrivalFigures.FlowReception flow) {
    if (flow.receivers() > 1) {
      meters.gauge(
          "fleetload.backend.receivers",
          "How many receivers each message has; each is counted as received",
          flow.receivers(),
          "flow",
          name);
    }
    receipts(flow.warmUp(), "flow", name, "period", "warmUp");
    receipts(flow.measured(), "flow", name, "period", "measured");
    meters.latencies(
        "fleetload_backend_end_to_end_seconds",
        "From the device's actual send time to the receipt, first copies",
        name,
        flow.recently());
  }

  private void receipts(ReceiptCounts receipts, String... labels) {
    meters.counter(
        "fleetload.backend.received",
        "Messages received, duplicates included",
        receipts.records(),
        labels);
    meters.counter(
        "fleetload.backend.duplicate",
        "Messages that had arrived before",
        receipts.duplicate(),
        labels);
    meters.counter(
        "fleetload.backend.out.of.order",
        "Messages that arrived after a later one of the same device and flow",
        receipts.outOfOrder(),
        labels);
  }
}
