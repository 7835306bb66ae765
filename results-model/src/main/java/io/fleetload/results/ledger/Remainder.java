// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BookedPeriod;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.run.MessageSet;

/**
 * Differences between the counts of a backend's book and its sets of numbers. Its counts go by the
 * period that a message's stamp names, its sets by the message's number: a message that arrived
 * with the mark of another period is missing in one count and too many in the other. The target
 * changed it, and the book is right.
 *
 * @param moved messages that arrived with the mark of another period
 * @param unaccounted what else does not add up
 */
record Remainder(long moved, long unaccounted) {

  /** Of what arrived at a flow's only receiver. */
  static Remainder of(BackendBook.BackendFlow flow, BookedPeriod period) {
    return of(flow.received(), flow.measured(), flow.warmUp(), period);
  }

  /** Of what arrived at one receiver. */
  static Remainder of(ReceiverBook receiver, BookedPeriod period) {
    return of(receiver.received(), receiver.measured(), receiver.warmUp(), period);
  }

  private static Remainder of(
      MessageSet received,
      BackendBook.ReceiptCounts measured,
      BackendBook.ReceiptCounts warmUp,
      BookedPeriod period) {
    long inMeasured = rest(period.numbering().measured(received), measured);
    long inWarmUp = rest(period.numbering().warmUp(received), warmUp);
    long moved =
        Long.signum(inMeasured) == -Long.signum(inWarmUp)
            ? Math.min(Math.abs(inMeasured), Math.abs(inWarmUp))
            : 0;
    return new Remainder(moved, Math.abs(period.isMeasured() ? inMeasured : inWarmUp) - moved);
  }

  private static long rest(MessageSet received, BackendBook.ReceiptCounts receipts) {
    return received.size() + receipts.duplicate() - receipts.records();
  }
}
