// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.run.MessageSet;
import java.util.Arrays;

/**
 * One flow as it arrives at one receiver. Memory: a bit a message and four bytes a device. Not
 * thread-safe.
 */
final class ReceiverArrivals {
  final MessageSet received = new MessageSet();

  /** The received messages that are stamped as warm-up. */
  final MessageSet asWarmUp = new MessageSet();

  final ReceiverCounts warmUp = new ReceiverCounts();
  final ReceiverCounts measured = new ReceiverCounts();

  private final DeviceGroup senders;

  /**
   * By place of the device among the senders: one more than the largest number that arrived, so
   * that 0 says nothing did.
   */
  private int[] next = new int[0];

  private long timed;
  private long sumNanos;
  private long longestNanos = Long.MIN_VALUE;

  /**
   * Of a receiver at which nothing arrived yet.
   *
   * @param senders the devices that send the flow's messages
   */
  ReceiverArrivals(DeviceGroup senders) {
    this.senders = senders;
  }

  /** Arrivals in one period. */
  static final class ReceiverCounts {
    long records;
    long duplicate;
    long outOfOrder;

    ReceiptCounts receipts() {
      return new ReceiptCounts(records, duplicate, outOfOrder);
    }
  }

  /** Checks whether a later message of its device arrived here before. */
  boolean overtaken(int device, int n) {
    int place = device - senders.first();
    if (place >= next.length) {
      int length = Math.min(senders.count(), Math.max(place + 1, next.length * 2));
      next = Arrays.copyOf(next, length);
    }
    if (n < next[place]) {
      return true;
    }
    // n + 1 overflows for the last number an int has only, which the profile's checks rule out.
    next[place] = n + 1;
    return false;
  }

  /** A message of the measured phase took that long, in ns. */
  void took(long nanos) {
    timed++;
    sumNanos += nanos;
    longestNanos = Math.max(longestNanos, nanos);
  }

  /** An independent copy for the book. */
  ReceiverBook copy() {
    return new ReceiverBook(
        warmUp.receipts(),
        measured.receipts(),
        received.copy(),
        asWarmUp.copy(),
        new ReceiverBook.ReceiverTimes(timed, sumNanos, timed == 0 ? 0 : longestNanos));
  }
}
