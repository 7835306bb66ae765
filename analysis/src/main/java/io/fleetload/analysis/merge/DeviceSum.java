// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.session.SessionLog;
import io.fleetload.results.time.WarmUpEnd;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The book that one device side would have written, from those of its shards. They are added one
 * after the other, and none is kept.
 */
final class DeviceSum {
  private final List<DeviceBook> heads;
  private final OptionalLong flowsBegan;
  private final Map<String, FlowSum> flows = new LinkedHashMap<>();
  private final GeneratorSum generator = new GeneratorSum();
  private DeviceBook.FleetCounts devices;
  private Handshakes handshakes;
  private List<TenantBook> tenants;
  private List<GroupBook> groups;
  private SessionLog sessions;
  private List<DisturbanceBook> disturbances;
  private final SortedMap<Integer, ShardFigures> shards = new TreeMap<>();
  private List<LimitBook> limits;

  /** With the heads of all books that will be added. */
  DeviceSum(List<DeviceBook> heads) {
    this.heads = heads;
    this.flowsBegan = BookStart.earliest(heads);
  }

  void add(DeviceBook book) {
    OptionalLong began = BookStart.epochMillis(book);
    int offset =
        began.isEmpty() || flowsBegan.isEmpty()
            ? 0
            : seconds(began.getAsLong() - flowsBegan.getAsLong());
    // A shard that was killed while it connected has no flows yet.
    book.flows()
        .forEach(
            (name, flow) -> flows.computeIfAbsent(name, each -> new FlowSum()).add(flow, offset));
    generator.add(book, offset);
    shards.put(book.shard().number(), ShardPart.of(book));
    // Each shard counts the seconds of its handshakes from its own first attempt.
    DeviceBook.FleetCounts more = book.devices().with(null);
    devices = devices == null ? more : devices.plus(more);
    handshakes = HandshakeSum.of(handshakes, book.devices().handshakes(), connectedAfter(book));
    // A shard that was killed before it began knows of no tenants and no groups.
    if (book.tenants() != null) {
      tenants = tenants == null ? book.tenants() : Sums.tenants(List.of(tenants, book.tenants()));
    }
    if (book.sessions() != null) {
      sessions = sessions == null ? book.sessions() : sessions.plus(book.sessions());
    }
    disturbances = DisturbanceBook.sum(disturbances, book.disturbances());
    limits = LimitBook.sum(limits, book.limits());
    if (book.groups() != null) {
      groups = groups == null ? book.groups() : Sums.groups(List.of(groups, book.groups()));
    }
  }

  /** The numbers of the messages that were sent by the shards added so far. */
  MessageSet sent(String flow) {
    FlowSum sum = flows.get(flow);
    return sum == null ? new MessageSet() : sum.sent();
  }

  /** The sum, once. */
  DeviceBook book() {
    Map<String, DeviceBook.DeviceFlow> sums = new LinkedHashMap<>();
    // What a flow was added up in is let go before the next one is encoded.
    for (String name : List.copyOf(flows.keySet())) {
      sums.put(name, flows.remove(name).flow());
    }
    return new DeviceBook(
        DeviceBook.VERSION,
        heads.get(0).runId(),
        heads.get(0).runName(),
        heads.stream().allMatch(DeviceBook::complete),
        null,
        timeline(),
        devices.with(handshakes),
        sums,
        tenants,
        groups,
        generator.book(),
        new DeviceBook.TargetNotes(sessions, disturbances, limits, List.copyOf(shards.values())));
  }

  private RunTimeline timeline() {
    List<RunTimeline> parts = heads.stream().map(DeviceBook::timeline).toList();
    return new RunTimeline(
        // Shards that were stopped were not stopped at once.
        parts.stream().mapToDouble(RunTimeline::measuredSeconds).max().orElse(0),
        phases(),
        AgreedStart.ofShards(known(parts, RunTimeline::start)),
        WarmUpEnd.ofShards(known(parts, RunTimeline::warmUp)),
        // The first that ended a shard; the others, if they went on, did not load the same target.
        known(parts, RunTimeline::aborted).stream()
            .min(Comparator.comparingLong(AbortReason::epochMs))
            .orElse(null),
        // Several shards measure for a fixed time.
        parts.size() == 1 ? parts.get(0).measure() : null);
  }

  /** From the first shard that began a phase to the last that ended it. */
  private List<DeviceBook.PhaseTimes> phases() {
    Map<String, DeviceBook.PhaseTimes> phases = new LinkedHashMap<>();
    for (DeviceBook head : heads) {
      for (DeviceBook.PhaseTimes phase : head.timeline().phases()) {
        phases.merge(phase.name(), phase, DeviceSum::span);
      }
    }
    return List.copyOf(phases.values());
  }

  private static DeviceBook.PhaseTimes span(DeviceBook.PhaseTimes a, DeviceBook.PhaseTimes b) {
    return new DeviceBook.PhaseTimes(
        a.name(),
        Math.min(a.startEpochMs(), b.startEpochMs()),
        a.endEpochMs() == 0 || b.endEpochMs() == 0 ? 0 : Math.max(a.endEpochMs(), b.endEpochMs()));
  }

  private int connectedAfter(DeviceBook book) {
    long earliest =
        heads.stream().flatMap(DeviceSum::connect).min(Comparator.naturalOrder()).orElse(0L);
    return connect(book).findFirst().map(began -> seconds(began - earliest)).orElse(0);
  }

  private static Stream<Long> connect(DeviceBook book) {
    return book.timeline().phases().stream().limit(1).map(DeviceBook.PhaseTimes::startEpochMs);
  }

  private static <T, V> List<V> known(List<T> parts, Function<T, V> each) {
    return parts.stream().map(each).filter(Objects::nonNull).toList();
  }

  private static int seconds(long millis) {
    return (int) Math.round(millis / 1e3);
  }
}
