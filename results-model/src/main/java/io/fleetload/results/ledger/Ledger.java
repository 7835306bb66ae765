// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BookedPeriod;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Measured messages of a flow by what became of them, both halves of the books together. Of
 * messages that no backend receives the device's half says only what is unaccounted for.
 *
 * @param messages the messages by where they arrived and when; absent without a backend
 * @param flaws messages that are not as they were sent; absent without a backend
 * @param unaccounted what no equation of the books explains: 0, or the run is invalid; absent where
 *     the run did not go to its end
 * @param store what became of them in the store behind the target; absent where it is not read
 * @param deliveries what became of their deliveries, receiver by receiver; absent where each
 *     message has one receiver
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Ledger(
    @JsonUnwrapped MessageCounts messages,
    @JsonUnwrapped Flaws flaws,
    Long unaccounted,
    StoreLedger store,
    DeliveryLedger deliveries) {

  /**
   * Messages by where they arrived and when.
   *
   * @param delivered confirmed to the device and received by the backend, by each of the message's
   *     receivers where there are several; absent, as the others, without a backend
   * @param lost confirmed to the device, never received by the backend, or not by all of the
   *     message's receivers
   * @param late those of the delivered that arrived after the devices had ended, while the backend
   *     waited for them; absent in the books of an earlier version
   * @param losses the lost ones by whether a newer one of their device arrived, at each receiver
   *     that lacks them; absent where it is not known which device sent which message
   * @param deliveredUnconfirmed received by the backend though the device saw a failure or nothing
   * @param duplicate arrivals of a message that had arrived before
   * @param outOfOrder first arrivals after a later message of the same device and flow
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MessageCounts(
      Long delivered,
      Long lost,
      Long late,
      Losses losses,
      Long deliveredUnconfirmed,
      Long duplicate,
      Long outOfOrder) {

    /** Of flows without a backend. */
    public static final MessageCounts NONE =
        new MessageCounts(null, null, null, null, null, null, null);

    /** The messages of several flows together; what no flow has is absent. */
    static MessageCounts sum(Collection<MessageCounts> flows) {
      return new MessageCounts(
          sum(flows, MessageCounts::delivered),
          sum(flows, MessageCounts::lost),
          sum(flows, MessageCounts::late),
          Losses.sum(
              flows.stream().filter(each -> each.lost != null).map(MessageCounts::losses).toList()),
          sum(flows, MessageCounts::deliveredUnconfirmed),
          sum(flows, MessageCounts::duplicate),
          sum(flows, MessageCounts::outOfOrder));
    }

    private static Long sum(Collection<MessageCounts> flows, Function<MessageCounts, Long> count) {
      return flows.stream().map(count).filter(Objects::nonNull).reduce(Long::sum).orElse(null);
    }
  }

  /**
   * Joins the two halves of one flow, for its measured messages. Every comparison is of sets of
   * message numbers, so a loss cannot hide behind a message that arrived though its confirmation
   * did not.
   *
   * @param device the device side's half
   * @param backend the backend's half
   */
  public static Ledger join(DeviceBook.DeviceFlow device, BackendBook.BackendFlow backend) {
    return join(Device.measured(device), device.sent(), backend);
  }

  /** The same of the messages that were due before the measured phase. */
  public static Ledger ofWarmUp(DeviceBook.DeviceFlow device, BackendBook.BackendFlow backend) {
    return join(Device.warmUp(device), device.sent(), backend);
  }

  /** The ledger of measured messages that no backend receives. */
  public static Ledger ofDevice(DeviceBook.DeviceFlow device) {
    return alone(Device.measured(device));
  }

  /** The same of the messages that were due before the measured phase. */
  public static Ledger ofDeviceInWarmUp(DeviceBook.DeviceFlow device) {
    return alone(Device.warmUp(device));
  }

  private static Ledger alone(Device device) {
    return new Ledger(MessageCounts.NONE, null, device.unaccounted(), null, null);
  }

  /** The device side's half of one period. */
  private record Device(BookedPeriod period, FlowCounts counts, MessageSet sent, MessageSet ok) {
    static Device measured(DeviceBook.DeviceFlow flow) {
      return of(flow, new BookedPeriod(flow.numbering(), true));
    }

    static Device warmUp(DeviceBook.DeviceFlow flow) {
      return of(flow, new BookedPeriod(flow.numbering(), false));
    }

    private static Device of(DeviceBook.DeviceFlow flow, BookedPeriod period) {
      return new Device(
          period, period.of(flow.totals()), period.of(flow.sent()), period.of(flow.ok()));
    }

    long unaccounted() {
      long okButNotSent = ok.minus(sent).size();
      long countsAgainstSets =
          Math.abs(sent.size() - counts.sent()) + Math.abs(ok.size() - counts.ok());
      return counts.remainder() + okButNotSent + countsAgainstSets;
    }
  }

  /**
   * Joins the halves of a period.
   *
   * @param sent numbers of all messages that the devices sent in the run
   */
  private static Ledger join(Device device, MessageSet sent, BackendBook.BackendFlow backend) {
    BookedPeriod period = device.period;
    BackendBook.ReceiptCounts receipts = period.of(backend);
    MessageSet received = period.of(backend.received());
    MessageSet whole = backend.receivers() == null ? received : period.of(backend.receivedByAll());
    StoreLedger.PeriodMessages known =
        new StoreLedger.PeriodMessages(device.sent, device.ok, received);
    StoredMessages stored = backend.stored();
    MessageSet held = stored == null ? new MessageSet() : period.of(stored.numbers());
    Remainder remainder =
        backend.receivers() == null
            ? Remainder.of(backend, period)
            : DeliveryLedger.remainder(backend, period);
    long invented = backend.received().minus(sent).size();
    // A message that no device sent is of no period, whatever its stamp says.
    long moved = Math.max(0, remainder.moved() - invented);
    Losses.FlowLosses losses = losses(device, backend);
    MessageSet delivered = device.ok.and(whole);
    return new Ledger(
        new MessageCounts(
            delivered.size(),
            device.ok.minus(whole).size(),
            backend.late() == null ? null : Long.valueOf(delivered.common(backend.late())),
            losses == null ? null : losses.messages(),
            received.and(device.sent).minus(device.ok).size(),
            receipts.duplicate(),
            receipts.outOfOrder()),
        Flaws.of(backend.flawed(), period, moved, invented),
        device.unaccounted() + remainder.unaccounted() + (stored == null ? 0 : stored.remainder()),
        stored == null
            ? null
            : StoreLedger.join(
                known,
                held,
                period.of(stored.twice()),
                Flaws.of(stored.flawed(), period, 0, stored.numbers().minus(sent).size())),
        backend.receivers() == null
            ? null
            : DeliveryLedger.join(known, whole, backend.receivers(), period)
                .with(losses == null ? null : losses.deliveries()));
  }

  /** The lost messages in parts; null if it is not known which device sent which. */
  private static Losses.FlowLosses losses(Device device, BackendBook.BackendFlow backend) {
    RoundRobin turns = device.period.numbering().turns();
    return turns == null
        ? null
        : Losses.of(
            device.ok,
            backend.receivers() == null
                ? List.of(backend.received())
                : backend.receivers().stream().map(ReceiverBook::received).toList(),
            turns);
  }

  /** The same of a run that did not go to its end: a remainder may be younger than a book. */
  Ledger withoutRemainder() {
    return new Ledger(
        messages,
        flaws == null ? null : flaws.withoutInvented(),
        null,
        store == null ? null : store.withoutInvented(),
        deliveries);
  }
}
