// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.driver.Flaw;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.BlockRecorder;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One flow as it arrives. Memory: a bit a message and four bytes a device, both for each receiver.
 * Not thread-safe.
 */
final class FlowArrivals {
  private final DeviceGroup senders;
  private final ReceiverArrivals[] receivers;

  /** Numbers of the messages that arrived at any receiver. */
  private final MessageSet received;

  private final LatencyHistogram endToEnd = new LatencyHistogram();
  private final BlockRecorder blocks = new BlockRecorder();
  private final LatencyHistogram recently = new LatencyHistogram();
  private final Map<Integer, long[]> troubles = new HashMap<>();
  private final FlawedMessages flawed = FlawedMessages.none();
  private final MessageSet late = new MessageSet();
  private boolean devicesEnded;
  private long recentRecords;
  private int firstMeasured = Integer.MAX_VALUE;

  /**
   * Of a flow of which nothing arrived yet.
   *
   * @param receivers how many receivers each message has
   * @param senders the devices that send its messages
   */
  FlowArrivals(int receivers, DeviceGroup senders) {
    this.senders = senders;
    this.receivers = new ReceiverArrivals[receivers];
    Arrays.setAll(this.receivers, number -> new ReceiverArrivals(senders));
    received = receivers == 1 ? this.receivers[0].received : new MessageSet();
  }

  /** Returns whether a device sends messages of it. */
  boolean isSentBy(int device) {
    return senders.has(device);
  }

  /**
   * Checks whether a later message of its device arrived there before.
   *
   * @throws IllegalArgumentException if the flow's messages have no such receiver
   */
  boolean overtaken(Stamp stamp, int receiver) {
    return at(stamp, receiver).overtaken(stamp.device(), stamp.n());
  }

  private ReceiverArrivals at(Stamp stamp, int receiver) {
    if (receiver < 0 || receiver >= receivers.length) {
      throw new IllegalArgumentException(
          "receiver %s of flow %s; its FlowSpec says withReceivers(%s)"
              .formatted(receiver, stamp.flow(), receivers.length));
    }
    return receivers[receiver];
  }

  /**
   * Counts an arrival.
   *
   * @param received when it arrived, ns since the epoch
   * @param receiver at which of the message's receivers
   * @param ahead how far the clock of that time is ahead of the device's, in ns
   * @param overtaken whether a later one arrived there before
   * @return whether it is the message's first there
   * @throws IllegalArgumentException if the flow's messages have no such receiver
   */
  boolean arrived(Stamp stamp, long received, int receiver, long ahead, boolean overtaken) {
    ReceiverArrivals there = at(stamp, receiver);
    boolean measuredOne = stamp.period() == Period.MEASURED;
    ReceiverArrivals.ReceiverCounts counts = measuredOne ? there.measured : there.warmUp;
    counts.records++;
    recentRecords++;
    if (!there.received.add(stamp.n())) {
      counts.duplicate++;
      trouble(stamp, 0);
      return false;
    }
    if (devicesEnded) {
      late.add(stamp.n());
    }
    if (overtaken) {
      counts.outOfOrder++;
      trouble(stamp, 1);
    }
    boolean several = receivers.length > 1;
    if (several) {
      this.received.add(stamp.n());
    }
    if (measuredOne) {
      firstMeasured = Math.min(firstMeasured, stamp.n());
    } else if (several) {
      there.asWarmUp.add(stamp.n());
    }
    if (stamp.sent() != Stamp.UNKNOWN) {
      long latency = received - stamp.sent() - ahead;
      recently.record(latency);
      if (measuredOne) {
        endToEnd.record(latency);
        blocks.record(received, latency);
        if (several) {
          there.took(latency);
        }
      }
    }
    return true;
  }

  /** Notes that a message differs from what its device sent. */
  void flawed(int n, Flaw flaw) {
    flaw.in(flawed).add(n);
  }

  /** Counts what arrives from now on as late. */
  void devicesEnded() {
    devicesEnded = true;
  }

  /** The messages among these that have not arrived at each of their receivers. */
  MessageSet lacking(MessageSet numbers) {
    MessageSet lacking = new MessageSet();
    for (ReceiverArrivals each : receivers) {
      lacking.addAll(numbers.minus(each.received));
    }
    return lacking;
  }

  /** Checks whether a message arrived at any receiver. */
  boolean has(int n) {
    return received.contains(n);
  }

  private void trouble(Stamp stamp, int kind) {
    if (stamp.period() == Period.MEASURED) {
      troubles.computeIfAbsent(stamp.device(), device -> new long[2])[kind]++;
    }
  }

  /** The present figures. Take them before {@link #recent}, which starts its figures again. */
  ArrivalFigures.FlowReception figures() {
    ReceiptCounts warmUp = sum(each -> each.warmUp);
    ReceiptCounts measured = sum(each -> each.measured);
    long atAll = Arrays.stream(receivers).mapToLong(each -> each.received.size()).min().orElse(0);
    return new ArrivalFigures.FlowReception(
        receivers.length, atAll, warmUp, measured, recently.copy());
  }

  private ReceiptCounts sum(Function<ReceiverArrivals, ReceiverArrivals.ReceiverCounts> period) {
    return Arrays.stream(receivers)
        .map(each -> period.apply(each).receipts())
        .reduce(ReceiptCounts.NONE, ReceiptCounts::plus);
  }

  /** Arrivals since the last call. */
  Recent recent() {
    Recent since =
        new Recent(
            recentRecords, recently.count() == 0 ? null : (Double) (recently.percentile(99) / 1e6));
    recentRecords = 0;
    recently.reset();
    return since;
  }

  /**
   * An independent copy for the book.
   *
   * @param commands those that answer its messages; null if it asks for no commands
   * @param store its rows in the store; null if the store is not read
   */
  BackendBook.BackendFlow copy(CommandLegs commands, StoreRows store) {
    Map<Integer, BackendBook.DeviceTrouble> byDevice = new TreeMap<>();
    troubles.forEach(
        (device, counts) ->
            byDevice.put(device, new BackendBook.DeviceTrouble(counts[0], counts[1])));
    return new BackendBook.BackendFlow(
            sum(each -> each.warmUp),
            sum(each -> each.measured),
            endToEnd.copy(),
            received.copy(),
            byDevice,
            firstMeasured == Integer.MAX_VALUE ? null : firstMeasured,
            commands == null ? null : commands.copy(),
            store == null ? null : store.copy(),
            receivers.length == 1
                ? null
                : Arrays.stream(receivers).map(ReceiverArrivals::copy).toList())
        .with(flawed.copy())
        .with(blocks.blocks())
        .withLate(late.copy());
  }
}
