// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;

/**
 * A part of a run of which the books keep counts of their own.
 *
 * @param numbering which messages are of which part
 * @param isMeasured whether it is the measured phase, or what was before it
 */
public record BookedPeriod(FlowNumbers numbering, boolean isMeasured) {

  public MessageSet of(MessageSet numbers) {
    return isMeasured ? numbering.measured(numbers) : numbering.warmUp(numbers);
  }

  public FlowCounts of(FlowTotals totals) {
    return isMeasured ? totals.measured() : totals.warmUp();
  }

  public BackendBook.ReceiptCounts of(BackendBook.BackendFlow flow) {
    return isMeasured ? flow.measured() : flow.warmUp();
  }

  public BackendBook.ReceiptCounts of(ReceiverBook receiver) {
    return isMeasured ? receiver.measured() : receiver.warmUp();
  }
}
