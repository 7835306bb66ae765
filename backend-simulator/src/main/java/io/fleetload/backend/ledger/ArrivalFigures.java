// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.time.LatencyHistogram;
import java.util.List;
import java.util.Map;

/**
 * The backend's half of the books while the run goes on: a copy without the sets of messages.
 *
 * @param flows by flow name
 * @param written commands that the messaging system acknowledged
 * @param writeFailed commands that could not be written, by cause
 * @param refused commands that the target reported as undeliverable
 * @param foreign messages of another run
 * @param unstamped messages without a stamp
 */
public record ArrivalFigures(
    Map<String, FlowReception> flows,
    long written,
    Map<String, Long> writeFailed,
    long refused,
    long foreign,
    long unstamped) {

  /**
   * One flow.
   *
   * @param receivers how many receivers each message has
   * @param atAll how many messages the receiver has that got the fewest: no more arrived at all
   * @param warmUp arrivals stamped as warm-up, at all receivers
   * @param measured arrivals stamped as measured, likewise
   * @param recently from the device's send time to the receipt, since progress was last reported,
   *     in ns
   */
  public record FlowReception(
      int receivers,
      long atAll,
      ReceiptCounts warmUp,
      ReceiptCounts measured,
      LatencyHistogram recently) {}

  /**
   * All arrivals of this run so far, as progress reports them. A message with several receivers has
   * arrived once the last of them has it.
   */
  public ToolEvent.Receipts receiptsSoFar() {
    long first = 0;
    long duplicate = 0;
    long outOfOrder = 0;
    for (FlowReception flow : flows.values()) {
      first += flow.atAll;
      for (ReceiptCounts each : List.of(flow.warmUp, flow.measured)) {
        duplicate += each.duplicate();
        outOfOrder += each.outOfOrder();
      }
    }
    return new ToolEvent.Receipts(first, duplicate, outOfOrder);
  }
}
