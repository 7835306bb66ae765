// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import java.util.List;

/**
 * The messages that one of several receivers of a flow got.
 *
 * @param warmUp counts of messages stamped as warm-up
 * @param measured counts of messages stamped as measured
 * @param received numbers of the messages that arrived
 * @param asWarmUp numbers of those that arrived stamped as warm-up; null in an earlier version's
 *     book
 * @param times from the device's actual send time to the receipt, first copies of measured messages
 */
public record ReceiverBook(
    @RequiredPart BackendBook.ReceiptCounts warmUp,
    @RequiredPart BackendBook.ReceiptCounts measured,
    @RequiredPart MessageSet received,
    MessageSet asWarmUp,
    @RequiredPart ReceiverTimes times) {

  /** Nothing was timed. */
  public static final ReceiverTimes UNTIMED = new ReceiverTimes(0, 0, 0);

  /** One that got each message with the mark of its period. */
  public ReceiverBook(
      BackendBook.ReceiptCounts warmUp,
      BackendBook.ReceiptCounts measured,
      MessageSet received,
      ReceiverTimes times) {
    this(warmUp, measured, received, null, times);
  }

  /** Numbers of the messages that came with the mark of another period. */
  public MessageSet moved(FlowNumbers numbering) {
    return asWarmUp == null
        ? new MessageSet()
        : numbering.measured(asWarmUp).or(numbering.warmUp(received.minus(asWarmUp)));
  }

  /** Numbers of the messages that each of them got. */
  static MessageSet receivedByAll(List<ReceiverBook> receivers) {
    return receivers.stream()
        .map(ReceiverBook::received)
        .reduce(MessageSet::and)
        .orElse(new MessageSet());
  }

  /**
   * Times without their distribution, of which there would be one a receiver.
   *
   * @param count how many
   * @param sumNanos their sum, in ns
   * @param longestNanos the longest, in ns; 0 without times
   */
  public record ReceiverTimes(long count, long sumNanos, long longestNanos) {

    /** These and more. */
    public ReceiverTimes plus(ReceiverTimes other) {
      return new ReceiverTimes(
          count + other.count,
          sumNanos + other.sumNanos,
          count == 0
              ? other.longestNanos
              : other.count == 0 ? longestNanos : Math.max(longestNanos, other.longestNanos));
    }

    /** Their mean, in ms; null if there are no times. */
    public Double meanMs() {
      return count == 0 ? null : (Double) (Math.round(sumNanos / 1e3 / count) / 1e3);
    }

    /** The longest, in ms; null if there are no times. */
    public Double longestMs() {
      return count == 0 ? null : (Double) (Math.round(longestNanos / 1e3) / 1e3);
    }
  }
}
