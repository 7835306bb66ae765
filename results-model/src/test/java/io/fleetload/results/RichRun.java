// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.Cold;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.StoredMessages;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.cost.CostParts;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.cost.NetworkCost;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.ServiceFailures;
import io.fleetload.results.cost.TargetCost;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.limit.LimitBook;
import io.fleetload.results.limit.LimitCourse;
import io.fleetload.results.limit.LimitKind;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.outage.DisturbanceNote;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.ClockOffset;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.ShardFigures;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.session.AnnouncedEvents;
import io.fleetload.results.session.SessionLog;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.time.ResponseIntervals;
import io.fleetload.results.time.StoredHistogram;
import io.fleetload.results.time.WarmUpEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A run of which everything was measured that a result can tell. */
public final class RichRun {
  private static final Map<String, Long> CAUSE = Map.of("protocol.5.03", 1L);
  private static final List<Long> ONE = List.of(1L);

  private final Tenants tenants =
      new Tenants(List.of(new Tenants.TenantShare("a", 1), new Tenants.TenantShare("b", 1)));

  public Result result() {
    BackendBook backend =
        backend()
            .announcing(
                Map.of(
                    "connection", new AnnouncedEvents.EventsOfKind(announced(15), announced(25))));
    return Result.join(device().announced(session()), backend, List.of(), null, host())
        .with(cost());
  }

  /** One that lasted from 1.01 s to 1.02 s. */
  private static SessionLog session() {
    SessionLog log = SessionLog.empty("device-{index}");
    log.session().add(0);
    log.attempt().add(0);
    log.began().add(1_010_000);
    log.ended().add(1_020_000);
    return log;
  }

  /** An announcement of it so many ms after the first second. */
  private static AnnouncedEvents announced(long millis) {
    AnnouncedEvents events = AnnouncedEvents.none();
    events.session().add(0);
    events.attempt().add(0);
    events.received().add(1_000_000 + millis * 1_000);
    return events;
  }

  public Map<String, Course> courses() {
    Map<String, Course> courses = new LinkedHashMap<>();
    flows().forEach((name, flow) -> courses.put(name, flow.course()));
    return courses;
  }

  private Map<String, DeviceBook.DeviceFlow> flows() {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    flows.put("query", flow(1.0, null, null));
    flows.put("answer", flow(null, null, "query"));
    flows.put("closed", flow(null, new ClosedModel(1, 1, 1L, 0, 0.5), null));
    return flows;
  }

  private DeviceBook.DeviceFlow flow(Double asked, ClosedModel closed, String answers) {
    FlowCounts counts =
        new FlowCounts(2, 1, 1, 1, Map.of("protocol.5.03", 1L, "refused.4.29", 1L), CAUSE, 0, 0);
    LatencyHistogram time = Books.millis(1);
    // One is measured and one is not.
    MessageSet first = Books.numbers(0, 2);
    ResponseIntervals intervals =
        new ResponseIntervals(1, 1, List.of(), List.of(ResponseIntervals.encoded(time)));
    Exchanges exchanges =
        new Exchanges(
            Map.of("waiting", time, TargetClock.UNTIL_ANSWER, time, TargetClock.WAY_BACK, time),
            new Exchanges.Bytes(1, 1));
    TenantBook.TenantDue due = new TenantBook.TenantDue(2, 0, 1, CAUSE);
    List<TenantBook.TenantFlowBook> parts =
        tenants.shares().stream()
            .map(each -> new TenantCourse(each.id(), ONE, ONE, ONE, intervals))
            .map(
                course ->
                    new TenantBook.TenantFlowBook(1, 0, 0, new StoredHistogram(time), course, due))
            .toList();
    return new DeviceBook.DeviceFlow(
        new FlowTerms(asked, closed, answers, false, 2),
        new FlowNumbers(0, 1, new RoundRobin(2, 0, "device-{index}")),
        new FlowTotals(counts, counts, time, time, new Cold(1, 1, 1, CAUSE, time), 3, 0, exchanges),
        first,
        first,
        new MessageSet(),
        new PerSecond(ONE, ONE, ONE, ONE, ONE, Map.of("protocol.5.03", ONE), null),
        intervals,
        parts,
        answers == null ? null : ArrivedCommands.none(),
        List.of(counts, counts));
  }

  private DeviceBook device() {
    LatencyHistogram time = Books.millis(1);
    ClockOffset clock = new ClockOffset(0, 1, 1);
    return new DeviceBook(
        DeviceBook.VERSION,
        Books.RUN,
        "rich",
        true,
        null,
        new RunTimeline(
            1,
            List.of(new DeviceBook.PhaseTimes("measure", 1_000, 2_000)),
            new AgreedStart(1, 1.0, 1.0, 1.0),
            WarmUpEnd.of(1, true, null, 1, 1, 1),
            new AbortReason("ledger.lost == 0", "ledger.lost", 1.0, 1, 1)),
        new DeviceBook.FleetCounts(
            1,
            1,
            1,
            CAUSE,
            0,
            time,
            new Handshakes(1, 0, 0, new Handshakes.HandshakeSeconds(ONE, ONE, ONE, ONE, Map.of())),
            new Reconnects(new Reconnects.Ends(1, 0, 0, 0, 0, 0), 1, 1, CAUSE, 0, time, outage()),
            null,
            0L,
            new DeviceBook.WaveCounts(1, 1, 1),
            new TargetClock(new DeviceClocks(List.of(clock, clock), 0), 1, 0, 1)),
        flows(),
        tenants.shares().stream()
            .map(each -> new TenantBook(each.id(), each.weight(), 1, 1, 1))
            .toList(),
        List.of(group("a", 0, time), group("b", 1, time)),
        new GeneratorBook(simulator(time.summary()), time, null),
        new DeviceBook.TargetNotes(
            null,
            List.of(disturbance()),
            limits(),
            List.of(new ShardFigures(1, 1.0, 1.0, 0, null, 1.0, 1.0, "passed"))));
  }

  private List<LimitBook> limits() {
    LimitCourse course = new LimitCourse(1, ONE, ONE, ONE, ONE, ONE, ONE);
    return Stream.of(LimitKind.values())
        .flatMap(
            kind ->
                tenants.shares().stream()
                    .map(
                        tenant ->
                            new LimitBook(
                                kind,
                                tenant.id(),
                                1,
                                0,
                                1,
                                Map.of("query", Books.numbers(0, 2)),
                                course)))
        .toList();
  }

  private static DisturbanceBook disturbance() {
    MessageSet none = new MessageSet();
    return new DisturbanceBook(
        "adapter",
        1_000,
        outage(),
        Map.of(
            "query",
            new DisturbanceBook.DisturbedFlow(Books.numbers(0, 3), 1, CAUSE, CAUSE, 1, none, none)),
        DisturbanceNote.notBegun("adapter", "adapter: restart", "embedded", "")
            .begunAt(1_000)
            .doneAt(1_001, 0));
  }

  private static GroupBook group(String name, int first, LatencyHistogram time) {
    Reconnects again =
        new Reconnects(new Reconnects.Ends(1, 0, 0, 0, 0, 0), 1, 1, CAUSE, 0, time, null);
    return new GroupBook(
        name,
        first,
        1,
        new DeviceBook.FleetCounts(
            1,
            1,
            1,
            CAUSE,
            0,
            time,
            null,
            again,
            null,
            null,
            new DeviceBook.WaveCounts(1, 1, 1),
            null),
        1,
        0);
  }

  private static Outage outage() {
    Map<Long, Long> one = Map.of(0L, 1L);
    return new Outage(1, Books.millis(1), one, one, 0L, 0L, 0, 0);
  }

  /** What a simulator says; only the devices' one has messages that wait for their time. */
  private static GeneratorHealth simulator(LatencySummary waited) {
    LatencySummary times = Books.millis(1).summary();
    return new GeneratorHealth(
        times,
        1,
        1,
        1,
        List.of(),
        new GeneratorDelays(
            waited, times, 1.0, new GeneratorCpu(1, 1, 1.0), waited, null, 1.0, 1L, 0.22));
  }

  private BackendBook backend() {
    LatencyHistogram time = Books.millis(1);
    Map<String, LatencyHistogram> legs = new LinkedHashMap<>();
    for (Leg leg : Leg.values()) {
      legs.put(leg.key(), time);
    }
    WrittenCommands commands =
        new WrittenCommands(
            Books.numbers(0, 1), Map.of(), new MessageSet(), new MessageSet(), legs);
    MessageSet both = Books.numbers(0, 2);
    BackendBook.BackendFlow received =
        Books.receivedAt(Books.at(both), Books.at(both))
            .with(new StoredMessages(2, both, new MessageSet()));
    Map<String, BackendBook.BackendFlow> flows =
        Map.of("query", received.with(commands), "answer", received, "closed", received);
    ClockOffset clock = new ClockOffset(0, 1, 1);
    return new BackendBook(
        BackendBook.VERSION,
        Books.RUN,
        "rich",
        null,
        new BackendReading(true, true, null, 1),
        flows,
        new DeviceClocks(List.of(clock, clock), 1),
        new BackendBook.Strangers(0, 0),
        new BackendBook.BackendHealth(simulator(null), time, time));
  }

  private static HostLoad host() {
    return new HostLoad(2, 0.1, 0.1, 0.1, 0.1, null, List.of());
  }

  private static TargetCost cost() {
    return TargetCost.of(
            List.of(
                new ProcessCost("target", true, 1.0, 1.0, 1.0, null, null, null, null, null, null)),
            1,
            new NetworkCost(
                Map.of("lo", new NetworkCost.Traffic(1, 1, 0, 1, 1, 0)),
                new NetworkCost.Udp(1, 1, 0, 0, 0),
                1L))
        .with(
            new CostParts(List.of(), List.of(), List.of(), 1),
            new ServiceFailures(1, 1, new ServiceFailures.Before(1, 1)));
  }
}
