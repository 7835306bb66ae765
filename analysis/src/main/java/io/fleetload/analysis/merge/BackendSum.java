// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendBook.ReceiptCounts;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.session.AnnouncedEvents;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.TimeBlocks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The book that one backend would have written, from those of several, which are added one after
 * the other. A message that more than one of them received at the same of its receivers arrived
 * more than once, and counts as a duplicate.
 */
final class BackendSum {
  private static final BackendBook.DeviceTrouble AGAIN = new BackendBook.DeviceTrouble(1, 0);

  private final Map<String, FlowNumbers> numberings;
  private final int backends;
  private final Map<String, BackendFlowSum> flows = new LinkedHashMap<>();
  private final List<DeviceClocks> clocks = new ArrayList<>();
  private String runId;
  private String runName;
  private Map<String, String> kinds;
  private Map<String, AnnouncedEvents.EventsOfKind> announcements;
  private BackendReading reading;
  private BackendBook.Strangers strangers;
  private GeneratorSum health = new GeneratorSum();

  /**
   * Of nothing so far.
   *
   * @param numberings of the devices' flows, by name
   * @param backends how many books will be added
   */
  BackendSum(Map<String, FlowNumbers> numberings, int backends) {
    this.numberings = numberings;
    this.backends = backends;
  }

  void add(BackendBook book) {
    clocks.add(book.clocks());
    runId = runId == null ? book.runId() : runId;
    runName = runName == null ? book.runName() : runName;
    kinds = kinds == null ? book.kinds() : kinds;
    announcements = both(announcements, book.announcements(), AnnouncedEvents.EventsOfKind::sum);
    reading = both(reading, book.reading(), BackendReading::plus);
    strangers = both(strangers, book.strangers(), BackendBook.Strangers::plus);
    book.flows()
        .forEach(
            (name, flow) ->
                flows
                    // A flow that no device sends has no measured messages.
                    .computeIfAbsent(
                        name,
                        each ->
                            new BackendFlowSum(
                                numberings.getOrDefault(each, new FlowNumbers(0, 0, null))))
                    .add(flow));
    // A part of the backends is not the whole of them.
    if (book.health() == null) {
      health = null;
    } else if (health != null) {
      health.add(name(book), book.health());
    }
  }

  private String name(BackendBook book) {
    if (backends == 1) {
      return "";
    }
    return book.shard() == null
        ? "backend %s: ".formatted(clocks.size())
        : "shard %s: ".formatted(book.shard());
  }

  BackendBook book() {
    Map<String, BackendBook.BackendFlow> sums = new LinkedHashMap<>();
    flows.forEach((name, flow) -> sums.put(name, flow.sum()));
    return new BackendBook(
        BackendBook.VERSION,
        runId,
        runName,
        null,
        reading,
        sums,
        DeviceClocks.sum(clocks),
        strangers,
        health == null ? null : health.ofBackends(),
        kinds,
        announcements);
  }

  /** Adds two values if both are known; else returns the one that is known, or null. */
  private static <V> V both(V one, V other, BinaryOperator<V> plus) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return plus.apply(one, other);
  }

  private static final class BackendFlowSum {
    private final FlowNumbers numbering;
    private final Map<Integer, BackendBook.DeviceTrouble> troubles = new TreeMap<>();
    private final List<ReceiverBook> receivers = new ArrayList<>();
    private final LatencyHistogram endToEnd = new LatencyHistogram();
    private final MessageSet received = new MessageSet();
    private TimeBlocks blocks = TimeBlocks.NONE;
    private Integer firstMeasured;
    private WrittenCommands commands;
    private StoredMessages stored;
    private FlawedMessages flawed = FlawedMessages.none();
    private MessageSet late = new MessageSet();
    private final MessageSet inTime = new MessageSet();
    private boolean severalReceivers;

    BackendFlowSum(FlowNumbers numbering) {
      this.numbering = numbering;
    }

    void add(BackendBook.BackendFlow more) {
      more.troubles()
          .forEach((device, its) -> troubles.merge(device, its, BackendBook.DeviceTrouble::plus));
      List<ReceiverBook> its = receivers(more);
      for (int number = 0; number < its.size(); number++) {
        if (number == receivers.size()) {
          receivers.add(its.get(number));
        } else {
          receivers.set(number, both(receivers.get(number), its.get(number)));
        }
      }
      endToEnd.add(more.endToEnd());
      blocks = TimeBlocks.sum(blocks, more.endToEndBlocks());
      received.addAll(more.received());
      firstMeasured = BackendSum.both(firstMeasured, more.firstMeasured(), Math::min);
      commands = BackendSum.both(commands, more.commands(), WrittenCommands::plus);
      stored = BackendSum.both(stored, more.stored(), StoredMessages::plus);
      flawed = flawed == null || more.flawed() == null ? null : flawed.plus(more.flawed());
      late = late == null || more.late() == null ? null : late.or(more.late());
      if (more.late() != null) {
        inTime.addAll(more.received().minus(more.late()));
      }
      severalReceivers |= more.receivers() != null;
    }

    /**
     * Returns the book of each receiver of a flow's messages; for messages with one receiver, that
     * of the flow itself.
     */
    private static List<ReceiverBook> receivers(BackendBook.BackendFlow flow) {
      return flow.receivers() != null
          ? flow.receivers()
          : List.of(
              new ReceiverBook(
                  flow.warmUp(), flow.measured(), flow.received(), ReceiverBook.UNTIMED));
    }

    /** One receiver's book, from what two backends saw arrive there. */
    private ReceiverBook both(ReceiverBook one, ReceiverBook other) {
      MessageSet again = one.received().and(other.received());
      MessageSet measuredAgain = numbering.measured(again);
      if (numbering.turns() != null) {
        measuredAgain.forEach(
            n ->
                troubles.merge(
                    numbering.turns().device(n), AGAIN, BackendBook.DeviceTrouble::plus));
      }
      long inWarmUp = again.size() - measuredAgain.size();
      return new ReceiverBook(
          one.warmUp().plus(other.warmUp()).plus(new ReceiptCounts(0, inWarmUp, 0)),
          one.measured().plus(other.measured()).plus(new ReceiptCounts(0, measuredAgain.size(), 0)),
          one.received().or(other.received()),
          BackendSum.both(one.asWarmUp(), other.asWarmUp(), MessageSet::or),
          one.times().plus(other.times()));
    }

    BackendBook.BackendFlow sum() {
      ReceiptCounts warmUp = null;
      ReceiptCounts measured = null;
      for (ReceiverBook each : receivers) {
        warmUp = BackendSum.both(warmUp, each.warmUp(), ReceiptCounts::plus);
        measured = BackendSum.both(measured, each.measured(), ReceiptCounts::plus);
      }
      return new BackendBook.BackendFlow(
              warmUp,
              measured,
              endToEnd,
              received,
              troubles,
              firstMeasured,
              commands,
              stored,
              severalReceivers ? receivers : null)
          .with(flawed)
          .with(blocks)
          .withLate(late());
    }

    /** A further copy that came late is a duplicate; at another receiver it is the first there. */
    private MessageSet late() {
      return late == null || severalReceivers ? late : late.minus(inTime);
    }
  }
}
