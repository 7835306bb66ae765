// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.Cold;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlawedMessages;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.health.GeneratorTimes;
import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.results.time.WarmUpEnd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A run in which every message had a fate of its own, told message by message, so that the books of
 * any part of it can be written: of all of it as of each shard.
 */
final class RandomRun {
  static final List<String> FLOWS = List.of("telemetry", "commandQuery", "commandResponse");
  static final int SECONDS = 20;
  static final int DEVICES = 60;
  private static final int FROM = 200;
  private static final String MISSING = "backend.missingCommand";
  private static final List<String> CAUSES =
      List.of(MISSING, "protocol.5.01", "protocol.5.02", "protocol.5.03");

  /** What became of a message. */
  record Fate(
      int n,
      boolean sent,
      String failure,
      boolean unsettled,
      long latencyNanos,
      long lagNanos,
      int copies,
      boolean outOfOrder,
      int rows,
      int second) {
    boolean ok() {
      return sent && failure == null && !unsettled;
    }

    /** Confirmed after that time, or without an outcome at least so long. */
    boolean timed() {
      return sent && failure == null;
    }

    boolean measured() {
      return n >= FROM;
    }
  }

  private final Map<String, List<Fate>> fates = new LinkedHashMap<>();

  RandomRun(long seed, int messages) {
    Random random = new Random(seed);
    for (String flow : FLOWS) {
      List<Fate> all = new ArrayList<>();
      for (int n = 0; n < messages; n++) {
        boolean sent = random.nextInt(20) > 0;
        String failure = random.nextInt(15) == 0 ? CAUSES.get(random.nextInt(CAUSES.size())) : null;
        all.add(
            new Fate(
                n,
                sent,
                failure,
                failure == null && random.nextInt(40) == 0,
                (long) (Math.exp(random.nextGaussian() * 2) * 5e6) - 10_000,
                random.nextInt(3_000_000),
                !sent ? 0 : Math.max(0, 1 + random.nextInt(12) / 11 - random.nextInt(10) / 9),
                random.nextInt(30) == 0,
                !sent ? 0 : 1 + random.nextInt(14) / 13 - random.nextInt(9) / 8,
                n * SECONDS / messages));
      }
      fates.put(flow, all);
    }
  }

  DeviceBook device(Shard shard, int devices, int startSecond, IntPredicate mine) {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    LatencyHistogram lag = new LatencyHistogram();
    fates.forEach(
        (name, all) -> {
          List<Fate> part = all.stream().filter(fate -> mine.test(fate.n)).toList();
          part.stream().filter(Fate::measured).forEach(fate -> lag.record(fate.lagNanos));
          flows.put(name, flow(name, part, devices, startSecond));
        });
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "random",
        true,
        shard,
        new RunTimeline(
            SECONDS,
            List.of(
                new DeviceBook.PhaseTimes("connect", 1_000, 5_000 + startSecond * 1_000L),
                new DeviceBook.PhaseTimes(
                    "measure", 5_000 + startSecond * 1_000L, 25_000 + startSecond * 1_000L)),
            null,
            WarmUpEnd.of(60, null, null, devices, 2L * devices, 10.0 * devices),
            null),
        new DeviceBook.FleetCounts(
            devices,
            devices,
            devices + 1,
            Map.of("transport.timeout", 1L),
            2,
            lag.copy(),
            null,
            null,
            null,
            0L,
            new DeviceBook.WaveCounts(3L * devices, devices, 2L * devices),
            null),
        flows,
        List.of(
            new TenantBook("a", 3, devices, devices, devices),
            new TenantBook("b", 1, 2L * devices, 3L * devices, 2L * devices)),
        groups(shard, devices),
        new GeneratorBook(
            new GeneratorHealth(
                lag.summary(),
                100,
                devices,
                devices,
                List.of(),
                new GeneratorDelays(
                    lag.summary(),
                    lag.summary(),
                    12.0,
                    new GeneratorCpu(devices, 0.5, 0.1),
                    lag.summary(),
                    course(devices),
                    15.0,
                    0L,
                    0.22)),
            lag,
            new GeneratorTimes(lag, lag, lag)));
  }

  /** Index of the first device of the group of the last three, none of which connects. */
  private static final int FEW = 57;

  /** A shard that has none of the three devices has no session of their group. */
  private static List<GroupBook> groups(Shard shard, int devices) {
    long few =
        shard == null
            ? DEVICES - FEW
            : IntStream.range(FEW, DEVICES)
                .filter(device -> device % shard.of() + 1 == shard.number())
                .count();
    LatencyHistogram none = new LatencyHistogram();
    LatencyHistogram time = new LatencyHistogram();
    IntStream.range(0, devices - (int) few).forEach(each -> time.record(2_000_000));
    return List.of(
        group("many", 0, devices - few, devices - few, Map.of(), time),
        group(
            "few",
            FEW,
            few,
            0,
            few == 0 ? Map.of() : Map.of("transport.handshake", 2 * few),
            none));
  }

  private static GroupBook group(
      String name,
      int first,
      long devices,
      long connected,
      Map<String, Long> failed,
      LatencyHistogram time) {
    return new GroupBook(
        name,
        first,
        devices,
        new DeviceBook.FleetCounts(
            devices, connected, devices, failed, 0, time, null, null, null, null),
        connected,
        0);
  }

  static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 3), new Tenants.TenantShare("b", 1)));

  private static List<TenantBook.TenantFlowBook> tenants(List<Fate> part) {
    List<TenantBook.TenantFlowBook> tenants = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int tenant = i;
      List<Fate> its =
          part.stream()
              .filter(fate -> fate.measured() && TENANTS.of(fate.n % DEVICES) == tenant)
              .toList();
      LatencyHistogram response = new LatencyHistogram();
      its.stream().filter(Fate::timed).forEach(fate -> response.record(fate.latencyNanos));
      tenants.add(
          new TenantBook.TenantFlowBook(
              its.stream().filter(Fate::sent).count(),
              its.stream().filter(fate -> fate.sent && fate.failure != null).count(),
              its.stream().filter(fate -> fate.sent && fate.unsettled).count(),
              new StoredHistogram(response),
              null,
              due(its)));
    }
    return tenants;
  }

  private static TenantBook.TenantDue due(List<Fate> its) {
    FlowCounts counts = counts(its);
    return new TenantBook.TenantDue(
        counts.scheduled(), each(its, 5).size(), counts.sentInPeriod(), counts.notSent());
  }

  private static GeneratorSeconds course(int devices) {
    List<Double> worst = List.of(1.0, 2.0);
    return new GeneratorSeconds(
        worst, worst, List.of((double) devices, 0.0), worst, List.of(), worst);
  }

  private static DeviceBook.DeviceFlow flow(
      String name, List<Fate> part, int devices, int startSecond) {
    LatencyHistogram latency = new LatencyHistogram();
    MessageSet sent = new MessageSet();
    MessageSet ok = new MessageSet();
    List<List<Long>> seconds = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      seconds.add(new ArrayList<>());
    }
    for (Fate fate : part) {
      int second = fate.second - startSecond;
      count(seconds, 0, second, true);
      count(seconds, 1, second, fate.sent);
      count(seconds, 2, second, fate.ok());
      count(seconds, 3, second, fate.sent && fate.failure != null);
      if (fate.sent) {
        sent.add(fate.n);
      }
      if (fate.ok()) {
        ok.add(fate.n);
      }
      if (fate.timed() && fate.measured()) {
        latency.record(fate.latencyNanos);
      }
    }
    return new DeviceBook.DeviceFlow(
        new FlowTerms(
            name.equals("commandResponse") ? null : 700.0 * devices / DEVICES,
            null,
            name.equals("commandResponse") ? "commandQuery" : null,
            false,
            0),
        new FlowNumbers(FROM, 100_000, new RoundRobin(DEVICES, 0, "device-{index}")),
        new FlowTotals(
            counts(part.stream().filter(fate -> !fate.measured()).toList()),
            counts(part.stream().filter(Fate::measured).toList()),
            latency,
            latency.copy(),
            cold(part),
            0,
            0,
            exchanges(part)),
        sent,
        ok,
        withoutCommand(part),
        new PerSecond(
            seconds.get(0),
            seconds.get(1),
            seconds.get(2),
            seconds.get(3),
            List.copyOf(seconds.get(1)),
            Map.of("any", List.copyOf(seconds.get(3))),
            null),
        new ResponseIntervals(
            1,
            1,
            intervals(part.stream().filter(fate -> !fate.measured()).toList(), startSecond),
            intervals(part.stream().filter(Fate::measured).toList(), startSecond)),
        tenants(part),
        name.equals("commandResponse")
            ? new ArrivedCommands(each(part, 11), each(part, 13), each(part, 17))
            : null,
        List.of(
            counts(measured(part, fate -> fate.n % DEVICES < FEW)),
            counts(measured(part, fate -> fate.n % DEVICES >= FEW))));
  }

  private static List<Fate> measured(List<Fate> part, Predicate<Fate> which) {
    return part.stream().filter(fate -> fate.measured() && which.test(fate)).toList();
  }

  private static MessageSet each(List<Fate> part, int step) {
    MessageSet numbers = new MessageSet();
    part.stream().filter(fate -> fate.n % step == 0).forEach(fate -> numbers.add(fate.n));
    return numbers;
  }

  private static MessageSet withoutCommand(List<Fate> part) {
    MessageSet numbers = new MessageSet();
    part.stream()
        .filter(fate -> fate.sent && MISSING.equals(fate.failure))
        .forEach(fate -> numbers.add(fate.n));
    return numbers;
  }

  private static List<String> intervals(List<Fate> part, int startSecond) {
    List<LatencyHistogram> seconds = new ArrayList<>();
    for (Fate fate : part) {
      while (fate.timed() && seconds.size() <= fate.second - startSecond) {
        seconds.add(new LatencyHistogram());
      }
      if (fate.timed()) {
        seconds.get(fate.second - startSecond).record(fate.latencyNanos);
      }
    }
    List<String> encoded = new ArrayList<>();
    seconds.forEach(second -> encoded.add(ResponseIntervals.encoded(second)));
    return encoded;
  }

  private static Exchanges exchanges(List<Fate> part) {
    Map<String, LatencyHistogram> parts = new LinkedHashMap<>();
    long bytes = 0;
    for (Fate fate : part) {
      if (fate.measured() && fate.ok()) {
        for (String name : List.of("sending", "waiting")) {
          parts
              .computeIfAbsent(name, each -> new LatencyHistogram())
              .record(fate.latencyNanos / (name.equals("sending") ? 3 : 2));
        }
        bytes += fate.n;
      }
    }
    return parts.isEmpty() ? null : new Exchanges(parts, new Exchanges.Bytes(bytes, 2 * bytes));
  }

  private static Cold cold(List<Fate> part) {
    List<Fate> first = part.stream().filter(fate -> fate.n < DEVICES).toList();
    LatencyHistogram response = new LatencyHistogram();
    first.stream().filter(Fate::timed).forEach(fate -> response.record(fate.latencyNanos));
    Map<String, Long> failed = new TreeMap<>();
    first.stream()
        .filter(fate -> fate.sent && fate.failure != null)
        .forEach(fate -> failed.merge(fate.failure, 1L, Long::sum));
    return new Cold(
        first.size(),
        first.stream().filter(Fate::measured).count(),
        first.stream().filter(Fate::ok).count(),
        failed,
        response);
  }

  private static Map<Integer, BackendBook.DeviceTrouble> troubles(List<Fate> part) {
    Map<Integer, BackendBook.DeviceTrouble> byDevice = new TreeMap<>();
    part.stream()
        .filter(fate -> fate.measured() && (fate.copies > 1 || fate.outOfOrder))
        .forEach(
            fate ->
                byDevice.merge(
                    fate.n % DEVICES,
                    new BackendBook.DeviceTrouble(fate.copies - 1, fate.outOfOrder ? 1 : 0),
                    (a, b) ->
                        new BackendBook.DeviceTrouble(
                            a.duplicate() + b.duplicate(), a.outOfOrder() + b.outOfOrder())));
    return byDevice;
  }

  private static void count(List<List<Long>> seconds, int series, int second, boolean happened) {
    for (List<Long> each : seconds) {
      while (each.size() <= second) {
        each.add(0L);
      }
    }
    if (happened) {
      seconds.get(series).set(second, seconds.get(series).get(second) + 1);
    }
  }

  private static FlowCounts counts(List<Fate> part) {
    Map<String, Long> failed = new TreeMap<>();
    part.stream()
        .filter(fate -> fate.sent && fate.failure != null)
        .forEach(fate -> failed.merge(fate.failure, 1L, Long::sum));
    long unsent = part.stream().filter(fate -> !fate.sent).count();
    long sent = part.size() - unsent;
    return new FlowCounts(
        part.size(),
        sent,
        sent,
        part.stream().filter(Fate::ok).count(),
        failed,
        unsent == 0 ? Map.of() : Map.of("deviceBusy", unsent),
        part.stream().filter(fate -> fate.sent && fate.unsettled).count(),
        sent / 7);
  }

  BackendBook backend(Shard shard, double seconds, IntPredicate mine) {
    Map<String, BackendBook.BackendFlow> flows = new LinkedHashMap<>();
    MessageSet written = new MessageSet();
    MessageSet writeUnknown = new MessageSet();
    MessageSet refused = new MessageSet();
    LatencyHistogram whole = new LatencyHistogram();
    fates.forEach(
        (name, all) -> {
          List<Fate> part =
              all.stream().filter(fate -> mine.test(fate.n) && fate.copies > 0).toList();
          LatencyHistogram endToEnd = new LatencyHistogram();
          MessageSet received = new MessageSet();
          for (Fate fate : part) {
            received.add(fate.n);
            if (name.equals("commandQuery")) {
              (fate.n % 50 == 0 ? writeUnknown : written).add(fate.n);
            }
            if (fate.n % 2 == 0 && name.equals("commandQuery")) {
              refused.add(fate.n);
            }
            if (fate.measured()) {
              endToEnd.record(fate.latencyNanos / 2);
            }
          }
          flows.put(
              name,
              new BackendBook.BackendFlow(
                      receipts(part.stream().filter(fate -> !fate.measured()).toList()),
                      receipts(part.stream().filter(Fate::measured).toList()),
                      endToEnd,
                      received,
                      troubles(part),
                      part.stream()
                          .filter(Fate::measured)
                          .map(fate -> fate.n)
                          .min(Integer::compare)
                          .orElse(null),
                      null,
                      stored(all.stream().filter(fate -> mine.test(fate.n)).toList()),
                      null)
                  .with(new FlawedMessages(each(part, 19), each(part, 23)))
                  .withLate(each(part, 37)));
          if (name.equals("commandResponse")) {
            whole.add(endToEnd);
          }
        });
    WrittenCommands commands =
        new WrittenCommands(
            written, Map.of("timeout", 1L), writeUnknown, refused, Map.of(Leg.WHOLE.key(), whole));
    flows.computeIfPresent("commandQuery", (name, flow) -> flow.with(commands));
    return new BackendBook(
        BackendBook.VERSION,
        "c0ffee",
        "random",
        shard,
        new BackendReading(true, true, null, seconds),
        flows,
        new DeviceClocks(List.of(new ClockOffset(5, 7, 0)), 0),
        new BackendBook.Strangers(
            IntStream.range(0, FROM).filter(mine).count(),
            IntStream.range(0, FROM / 2).filter(mine).count()),
        null);
  }

  private static StoredMessages stored(List<Fate> part) {
    MessageSet numbers = new MessageSet();
    MessageSet twice = new MessageSet();
    for (Fate fate : part) {
      if (fate.rows > 0) {
        numbers.add(fate.n);
      }
      if (fate.rows > 1) {
        twice.add(fate.n);
      }
    }
    return new StoredMessages(
        part.stream().mapToLong(Fate::rows).sum(),
        numbers,
        twice,
        new FlawedMessages(each(part, 29), each(part, 31)));
  }

  private static BackendBook.ReceiptCounts receipts(List<Fate> part) {
    long records = part.stream().mapToLong(Fate::copies).sum();
    return new BackendBook.ReceiptCounts(
        records, records - part.size(), part.stream().filter(Fate::outOfOrder).count());
  }
}
