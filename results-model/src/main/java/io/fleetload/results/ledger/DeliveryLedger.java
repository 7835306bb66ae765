// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BookedPeriod;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.run.MessageSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Deliveries of messages that have several receivers each: a message is one delivery to each of
 * them. Every figure is a comparison of sets of message numbers, receiver by receiver.
 *
 * @param receivers how many receivers each message has; absent where it differs from flow to flow
 * @param expected messages confirmed to the device, times their receivers
 * @param delivered those of them that arrived
 * @param lost those of them that never arrived
 * @param losses the lost ones by whether a newer message of their device arrived at that receiver;
 *     absent where it is not known which device sent which message
 * @param deliveredUnconfirmed deliveries of messages of which the device saw a failure or nothing
 * @param partlyDelivered messages confirmed that some of their receivers got, and some never
 * @param share delivered over expected, 0 to 1; absent where nothing was expected
 * @param shareInterval its interval of 95 %, of deliveries that are taken as independent
 * @param worst the receivers with the most trouble, among those with as much the slowest first, ten
 *     at most; absent where it is not of one flow's measured messages
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeliveryLedger(
    Integer receivers,
    long expected,
    long delivered,
    long lost,
    Losses losses,
    long deliveredUnconfirmed,
    long partlyDelivered,
    Double share,
    ConfidenceInterval shareInterval,
    List<Receiver> worst) {
  private static final int MOST = 10;

  /**
   * One receiver of a flow's measured messages.
   *
   * @param receiver its number, from 0
   * @param lost messages confirmed that it never got
   * @param duplicate arrivals of a message that had arrived there before
   * @param outOfOrder first arrivals there after a later message of the same device
   * @param meanMs mean time from the actual send to its receipt, ms; absent where no time is known
   * @param longestMs the longest, ms; absent likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Receiver(
      int receiver, long lost, long duplicate, long outOfOrder, Double meanMs, Double longestMs) {
    private long trouble() {
      return lost + duplicate + outOfOrder;
    }

    private double slowness() {
      return meanMs == null ? Double.NEGATIVE_INFINITY : meanMs;
    }
  }

  /** Compares what each receiver got with what is known of the messages of a period. */
  static DeliveryLedger join(
      StoreLedger.PeriodMessages known,
      MessageSet whole,
      List<ReceiverBook> books,
      BookedPeriod period) {
    long confirmed = known.ok().size();
    long delivered = 0;
    long unconfirmed = 0;
    List<Receiver> each = new ArrayList<>();
    for (ReceiverBook book : books) {
      MessageSet got = period.of(book.received());
      long confirmedThere = got.and(known.ok()).size();
      delivered += confirmedThere;
      unconfirmed += got.and(known.sent()).minus(known.ok()).size();
      BackendBook.ReceiptCounts receipts = period.of(book);
      each.add(
          new Receiver(
              each.size(),
              confirmed - confirmedThere,
              receipts.duplicate(),
              receipts.outOfOrder(),
              book.times().meanMs(),
              book.times().longestMs()));
    }
    long expected = confirmed * books.size();
    return new DeliveryLedger(
        books.size(),
        expected,
        delivered,
        expected - delivered,
        null,
        unconfirmed,
        known.received().and(known.ok()).minus(whole).size(),
        StoreLedger.share(delivered, expected - delivered),
        ShareConfidence.of(delivered, expected),
        period.isMeasured() ? worst(each) : null);
  }

  /** The same with the lost deliveries in parts. */
  DeliveryLedger with(Losses parts) {
    return new DeliveryLedger(
        receivers,
        expected,
        delivered,
        lost,
        parts,
        deliveredUnconfirmed,
        partlyDelivered,
        share,
        shareInterval,
        worst);
  }

  private static List<Receiver> worst(List<Receiver> receivers) {
    return receivers.stream()
        .sorted(
            Comparator.comparingLong(Receiver::trouble)
                .thenComparingDouble(Receiver::slowness)
                .reversed()
                .thenComparingInt(Receiver::receiver))
        .limit(MOST)
        .toList();
  }

  /**
   * Differences that the receivers' books do not explain: further arrivals than copies, or other
   * messages than the flow's own book has.
   */
  static Remainder remainder(BackendBook.BackendFlow flow, BookedPeriod period) {
    MessageSet anywhere = new MessageSet();
    BackendBook.ReceiptCounts sum = BackendBook.ReceiptCounts.NONE;
    // A message that comes so to several receivers is one message.
    MessageSet moved = new MessageSet();
    long unaccounted = 0;
    for (ReceiverBook book : flow.receivers()) {
      MessageSet got = period.of(book.received());
      BackendBook.ReceiptCounts receipts = period.of(book);
      moved = moved.or(book.moved(period.numbering()));
      unaccounted += Remainder.of(book, period).unaccounted();
      anywhere = anywhere.or(got);
      sum = sum.plus(receipts);
    }
    MessageSet received = period.of(flow.received());
    BackendBook.ReceiptCounts all = period.of(flow);
    return new Remainder(
        moved.size(),
        unaccounted
            + anywhere.minus(received).size()
            + received.minus(anywhere).size()
            + Math.abs(all.records() - sum.records())
            + Math.abs(all.duplicate() - sum.duplicate())
            + Math.abs(all.outOfOrder() - sum.outOfOrder()));
  }

  /**
   * The deliveries of several flows together; null if no flow has messages with several receivers.
   */
  static DeliveryLedger sum(Collection<DeliveryLedger> flows) {
    if (flows.isEmpty()) {
      return null;
    }
    List<Integer> receivers = flows.stream().map(DeliveryLedger::receivers).distinct().toList();
    long delivered = sum(flows, DeliveryLedger::delivered);
    long lost = sum(flows, DeliveryLedger::lost);
    return new DeliveryLedger(
        receivers.size() == 1 ? receivers.get(0) : null,
        sum(flows, DeliveryLedger::expected),
        delivered,
        lost,
        Losses.sum(flows.stream().map(DeliveryLedger::losses).toList()),
        sum(flows, DeliveryLedger::deliveredUnconfirmed),
        sum(flows, DeliveryLedger::partlyDelivered),
        StoreLedger.share(delivered, lost),
        ShareConfidence.of(delivered, delivered + lost),
        null);
  }

  private static long sum(Collection<DeliveryLedger> flows, ToLongFunction<DeliveryLedger> count) {
    return flows.stream().mapToLong(count).sum();
  }
}
