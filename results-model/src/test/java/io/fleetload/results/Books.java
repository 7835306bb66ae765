// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.ReceiverBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Books for the tests: a run of 100 messages a flow, of which those from 20 on are measured, in
 * which everything went well; each test spoils what it is about.
 */
public final class Books {
  public static final String RUN = "c0ffee";

  /** The flows that only answer, each with the flow whose commands. */
  public static final Map<String, String> ANSWERS = Map.of("commandResponse", "commandQuery");

  public static final int FROM = 20;
  public static final int TO = 100;

  private Books() {}

  public static MessageSet numbers(int from, int to) {
    MessageSet set = new MessageSet();
    for (int n = from; n < to; n++) {
      set.add(n);
    }
    return set;
  }

  public static MessageSet without(MessageSet set, int n) {
    return set.minus(numbers(n, n + 1));
  }

  public static LatencyHistogram millis(long... each) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long ms : each) {
      histogram.record(ms * 1_000_000);
    }
    return histogram;
  }

  public static FlowCounts counts(long scheduled, long sent, long ok, long unsettled) {
    return new FlowCounts(scheduled, sent, sent, ok, Map.of(), Map.of(), unsettled, 0);
  }

  public static FlowCounts allWell(long count) {
    return counts(count, count, count, 0);
  }

  public static DeviceBook.DeviceFlow sender(FlowCounts measured, MessageSet sent, MessageSet ok) {
    return sender(8.0, measured, sent, ok);
  }

  public static DeviceBook.DeviceFlow sender(
      Double asked, FlowCounts measured, MessageSet sent, MessageSet ok) {
    return new DeviceBook.DeviceFlow(
        FlowTerms.rate(asked),
        new FlowNumbers(FROM, TO, null),
        new FlowTotals(allWell(FROM), measured, millis(10, 20), millis(5, 10), null, 0),
        sent,
        ok,
        new MessageSet(),
        new PerSecond(
            List.of(8L), List.of(8L), List.of(8L), List.of(0L), List.of(), Map.of(), null),
        null,
        null);
  }

  public static DeviceBook.DeviceFlow withoutCommand(
      DeviceBook.DeviceFlow flow, MessageSet queries) {
    return new DeviceBook.DeviceFlow(
        flow.terms(),
        flow.numbering(),
        flow.totals(),
        flow.sent(),
        flow.ok(),
        queries,
        flow.perSecond(),
        flow.intervals(),
        flow.tenants());
  }

  public static DeviceBook.DeviceFlow sender() {
    return sender(allWell(TO - FROM), numbers(0, TO), numbers(0, TO));
  }

  public static DeviceBook.DeviceFlow answerer() {
    return sender(null, allWell(TO - FROM), numbers(0, TO), numbers(0, TO))
        .answering("commandQuery", ArrivedCommands.none());
  }

  public static BackendBook.BackendFlow receiver(
      MessageSet received, long records, long duplicate) {
    return new BackendBook.BackendFlow(
        new BackendBook.ReceiptCounts(FROM, 0, 0),
        new BackendBook.ReceiptCounts(records, duplicate, 0),
        millis(7, 8),
        received,
        Map.of(),
        null,
        null,
        null,
        null);
  }

  public static BackendBook.BackendFlow receiver() {
    return receiver(numbers(0, TO), TO - FROM, 0);
  }

  /** What a receiver got of messages that have several, each once. */
  public static ReceiverBook at(MessageSet received) {
    long measured = received.between(FROM, TO).size();
    return new ReceiverBook(
        new BackendBook.ReceiptCounts(received.size() - measured, 0, 0),
        new BackendBook.ReceiptCounts(measured, 0, 0),
        received,
        ReceiverBook.UNTIMED);
  }

  /** A flow whose messages have so many receivers. */
  public static BackendBook.BackendFlow receivedAt(ReceiverBook... receivers) {
    BackendBook.ReceiptCounts warmUp = BackendBook.ReceiptCounts.NONE;
    BackendBook.ReceiptCounts measured = BackendBook.ReceiptCounts.NONE;
    MessageSet received = new MessageSet();
    for (ReceiverBook each : receivers) {
      warmUp = warmUp.plus(each.warmUp());
      measured = measured.plus(each.measured());
      received = received.or(each.received());
    }
    return new BackendBook.BackendFlow(
        warmUp, measured, millis(7, 8), received, Map.of(), null, null, null, List.of(receivers));
  }

  public static WrittenCommands commands(MessageSet written) {
    return new WrittenCommands(written, Map.of(), new MessageSet());
  }

  /** Nothing arrived otherwise than it was sent. */
  public static final Flaws FLAWLESS = new Flaws(0L, 0L, 0L);

  public static Ledger ledger(
      long delivered,
      long lost,
      long deliveredUnconfirmed,
      long duplicate,
      long outOfOrder,
      Long unaccounted) {
    return new Ledger(
        new Ledger.MessageCounts(
            delivered, lost, 0L, null, deliveredUnconfirmed, duplicate, outOfOrder),
        FLAWLESS,
        unaccounted,
        null,
        null);
  }

  public static GeneratorHealth generator(String... reasons) {
    return new GeneratorHealth(millis(1).summary(), 100, 3, 1.5, List.of(reasons));
  }

  public static DeviceBook device(Map<String, DeviceBook.DeviceFlow> flows) {
    return device(true, flows, generator());
  }

  public static DeviceBook device(
      boolean complete, Map<String, DeviceBook.DeviceFlow> flows, GeneratorHealth generator) {
    return device(complete, flows, generator, null);
  }

  public static DeviceBook device(
      boolean complete,
      Map<String, DeviceBook.DeviceFlow> flows,
      GeneratorHealth generator,
      List<TenantBook> tenants) {
    return new DeviceBook(
        DeviceBook.VERSION,
        RUN,
        "books",
        complete,
        null,
        RunTimeline.of(10, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 11_000))),
        new DeviceBook.FleetCounts(
            5, 5, 6, Map.of("transport.handshake", 1L), 0, millis(30), null, null, null),
        flows,
        tenants,
        GeneratorBook.of(generator));
  }

  public static BackendBook backend(Map<String, BackendBook.BackendFlow> flows) {
    return backend(true, true, flows);
  }

  public static BackendBook backend(
      boolean complete, boolean caughtUp, Map<String, BackendBook.BackendFlow> flows) {
    return backend(complete, caughtUp, flows, commands(numbers(0, TO)), 0, 0);
  }

  public static BackendBook backend(
      Map<String, BackendBook.BackendFlow> flows, WrittenCommands commands) {
    return backend(true, true, flows, commands, 0, 0);
  }

  public static BackendBook backend(
      Map<String, BackendBook.BackendFlow> flows, long unstamped, long foreign) {
    return backend(true, true, flows, commands(numbers(0, TO)), unstamped, foreign);
  }

  private static BackendBook backend(
      boolean complete,
      boolean caughtUp,
      Map<String, BackendBook.BackendFlow> flows,
      WrittenCommands commands,
      long unstamped,
      long foreign) {
    return backend(
        complete, caughtUp, answered(flows, commands), DeviceClocks.UNKNOWN, unstamped, foreign);
  }

  private static Map<String, BackendBook.BackendFlow> answered(
      Map<String, BackendBook.BackendFlow> flows, WrittenCommands commands) {
    return flows.containsKey("commandQuery")
        ? with(flows, "commandQuery", flows.get("commandQuery").with(commands))
        : flows;
  }

  public static BackendBook backend(
      boolean complete,
      boolean caughtUp,
      Map<String, BackendBook.BackendFlow> flows,
      DeviceClocks clocks,
      long unstamped,
      long foreign) {
    return new BackendBook(
        BackendBook.VERSION,
        RUN,
        "books",
        null,
        new BackendReading(complete, caughtUp, null, 12),
        flows,
        clocks,
        new BackendBook.Strangers(foreign, unstamped),
        null);
  }

  /** Every flow of the published load test, all well. */
  public static Map<String, DeviceBook.DeviceFlow> senders() {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    flows.put("telemetry", sender());
    flows.put("event", sender());
    flows.put("commandQuery", sender());
    flows.put("commandResponse", answerer());
    return flows;
  }

  /** What the backend received of them, all of it. */
  public static Map<String, BackendBook.BackendFlow> receivers() {
    Map<String, BackendBook.BackendFlow> flows = new LinkedHashMap<>();
    senders().keySet().forEach(name -> flows.put(name, receiver()));
    return flows;
  }

  /** What the result says of the profile's thresholds, without the defaults. */
  public static List<ThresholdOutcome> ofProfile(Result result) {
    return result.thresholds().stream().filter(ThresholdOutcome::ofProfile).toList();
  }

  /** The same map with one entry put in or replaced. */
  public static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> changed = new LinkedHashMap<>(map);
    changed.put(key, value);
    return changed;
  }
}
