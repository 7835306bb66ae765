// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.progress.ToolEvent;
import io.fleetload.results.BackendBook.Receipts;
import io.fleetload.results.LatencyHistogram;
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
    Map<String, Flow> flows,
    long written,
    Map<String, Long> writeFailed,
    long refused,
    long foreign,
    long unstamped) {

  /**
   * One flow.
   *
   * @param warmUp arrivals stamped as warm-up
   * @param measured arrivals stamped as measured
   * @param recently from the device's send time to the receipt since progress was told last, in ns
   */
  public record Flow(Receipts warmUp, Receipts measured, LatencyHistogram recently) {}

  /** All arrivals of this run so far, as they are told. */
  public ToolEvent.Receipts receiptsSoFar() {
    long first = 0;
    long duplicate = 0;
    long outOfOrder = 0;
    for (Flow flow : flows.values()) {
      for (Receipts each : List.of(flow.warmUp, flow.measured)) {
        first += each.records() - each.duplicate();
        duplicate += each.duplicate();
        outOfOrder += each.outOfOrder();
      }
    }
    return new ToolEvent.Receipts(first, duplicate, outOfOrder);
  }
}
