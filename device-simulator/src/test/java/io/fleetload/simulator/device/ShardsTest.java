// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.TestPlan.followed;
import static io.fleetload.simulator.device.TestPlan.step;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.book.TenantCourse;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.ManualLoop;
import io.fleetload.schedule.EvenTimes;
import io.fleetload.schedule.PoissonTimes;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.CoursePiece;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.SessionGroup;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GroupSessions;
import io.fleetload.simulator.measure.TenantSessions;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run in shards sends what the run in one process sends: each message once, at its time. */
class ShardsTest {
  private static final long SECOND = 1_000_000_000L;

  /**
   * A fleet and how it is split.
   *
   * @param carriers its tenants, devices and sessions
   * @param of how many shards there are
   */
  private record Split(Carriers carriers, int of) {
    /** Of one tenant of weight 1, or of several. */
    static Split of(int shards, int devices, int sessions, int... weights) {
      List<Tenants.TenantShare> shares =
          IntStream.range(0, weights.length)
              .mapToObj(i -> new Tenants.TenantShare("t" + i, weights[i]))
              .toList();
      return new Split(new Carriers(new Tenants(shares), devices, sessions), shards);
    }

    /** Whether each tenant has a session, as a profile must give it. */
    boolean isPossible() {
      return IntStream.range(0, carriers.tenants().count())
          .allMatch(tenant -> carriers.tenants().share(tenant, carriers.sessions()) > 0);
    }

    int devices() {
      return carriers.devices();
    }

    List<ShardDevices> shards() {
      return IntStream.rangeClosed(1, of)
          .mapToObj(number -> ShardDevices.carried(carriers, new Shard(number, of)))
          .toList();
    }

    @Override
    public String toString() {
      return "%d devices, %d sessions, tenants %s, %d shards"
          .formatted(devices(), carriers.sessions(), carriers.tenants(), of);
    }
  }

  /** Fleets and the numbers of their shards, at random, and the ends of what is possible. */
  static List<Split> splits() {
    List<Split> splits =
        new ArrayList<>(
            List.of(
                Split.of(1, 1, 1, 3, 1),
                Split.of(7, 7, 7, 3, 1),
                Split.of(5, 50, 50, 3, 1),
                Split.of(5, 50, 10, 1),
                Split.of(4, 50, 12, 1),
                Split.of(3, 50, 7, 3, 1),
                Split.of(7, 50, 7, 3, 1),
                Split.of(1, 50, 7, 3, 1)));
    Random random = new Random(4);
    random(random, 4, true).forEach(splits::add);
    random(random, 6, false).forEach(splits::add);
    return splits;
  }

  /** Many more than a whole run is made of. */
  static List<Split> manySplits() {
    List<Split> splits = splits();
    Random random = new Random(12);
    random(random, 50, true).forEach(splits::add);
    random(random, 250, false).forEach(splits::add);
    return splits;
  }

  private static Stream<Split> random(Random random, int count, boolean withoutGateways) {
    return Stream.generate(
            () -> {
              int devices = 4 + random.nextInt(60);
              int sessions = withoutGateways ? devices : 2 + random.nextInt(devices - 2);
              int[] weights =
                  random.ints(1 + random.nextInt(Math.min(4, sessions)), 1, 6).toArray();
              return Split.of(1 + random.nextInt(sessions), devices, sessions, weights);
            })
        .filter(Split::isPossible)
        .limit(count);
  }

  @ParameterizedTest
  @MethodSource("manySplits")
  void everyDeviceIsOfOneShardThatOfItsCarrierAndHasOnePlaceThere(Split split) {
    Set<Integer> found = new HashSet<>();
    Set<Integer> sessions = new HashSet<>();
    for (ShardDevices own : split.shards()) {
      assertThat(own.fleet()).isEqualTo(split.devices());
      for (int place = 0; place < own.count(); place++) {
        int device = own.device(place);
        assertThat(found.add(device)).isTrue();
        assertThat(own.place(device)).isEqualTo(place);
        assertThat(own.has(device)).isTrue();
        assertThat(own.shard().has(split.carriers().session(device))).isTrue();
      }
      assertThat(own.devices().filter(device -> !own.has(device))).isEmpty();
      ShardDevices ownSessions = ShardDevices.everyKth(split.carriers().sessions(), own.shard());
      ownSessions
          .devices()
          .forEach(
              session -> {
                assertThat(sessions.add(session)).isTrue();
                split
                    .carriers()
                    .eachBehind(session, device -> assertThat(own.has(device)).isTrue());
              });
    }
    assertThat(found).hasSize(split.devices()).allMatch(d -> d >= 0 && d < split.devices());
    assertThat(sessions).hasSize(split.carriers().sessions());
  }

  @ParameterizedTest
  @MethodSource("manySplits")
  void everyNumberIsTheTurnOfOneShardWhereverTheRoundBegins(Split split) {
    for (int first = 0; first < split.devices(); first += 1 + split.devices() / 3) {
      RoundRobin turns = new RoundRobin(split.devices(), first, "d-{index}");
      Set<Long> found = new HashSet<>();
      for (ShardDevices own : split.shards()) {
        for (long n = own.nextOwn(turns, 0); n < 500; n = own.nextOwn(turns, n + 1)) {
          assertThat(own.has(turns.device((int) n))).isTrue();
          assertThat(found.add(n)).isTrue();
        }
      }
      assertThat(found).hasSize(500);
    }
  }

  @ParameterizedTest
  @MethodSource("splits")
  void theShardsOfARunMergeToTheRunOfOneProcess(Split split) throws Exception {
    Tenants tenants = split.carriers().tenants();
    Run whole = new Run(split.carriers(), ShardDevices.all(split.devices()));
    List<BookSources.Book<DeviceBook>> books = new ArrayList<>();
    Set<String> stamps = new HashSet<>();
    for (ShardDevices own : split.shards()) {
      Run shard = new Run(split.carriers(), own);
      assertThat(shard.links.sent)
          .allMatch(
              sent ->
                  own.has(sent.device())
                      && own.shard().has(sent.session())
                      && sent.session() == split.carriers().session(sent.device()));
      shard.links.sent.forEach(
          sent -> assertThat(stamps.add(message(sent))).as("%s is sent once", sent).isTrue());
      books.add(new BookSources.Book<>(own.shard().toString(), shard.book(own)));
    }
    assertThat(stamps)
        .hasSize(whole.links.sent.size())
        .isEqualTo(whole.links.sent.stream().map(ShardsTest::message).collect(toSet()));
    DeviceBook one = whole.book(ShardDevices.all(split.devices()));
    DeviceBook merged = MergedBooks.of(new BookSources(books, List.of())).device();
    assertThat(merged.devices().asked()).isEqualTo(split.carriers().sessions());
    assertThat(merged.devices().connected()).isEqualTo(split.carriers().sessions());
    assertThat(merged.devices().carried()).isEqualTo(split.devices());
    assertThat(merged.flows().keySet()).isEqualTo(one.flows().keySet());
    one.flows()
        .forEach(
            (name, expected) -> {
              DeviceBook.DeviceFlow flow = merged.flows().get(name);
              assertThat(flow.terms().asked()).as(name).isEqualTo(expected.terms().asked());
              assertThat(flow.terms().closed()).as(name).isEqualTo(expected.terms().closed());
              assertThat(flow.totals().warmUp()).as(name).isEqualTo(expected.totals().warmUp());
              assertThat(flow.totals().measured()).as(name).isEqualTo(expected.totals().measured());
              assertThat(flow.totals().dueLater()).isEqualTo(expected.totals().dueLater());
              assertThat(flow.totals().measured().scheduled()).as(name).isPositive();
              same(flow.sent(), expected.sent());
              same(flow.ok(), expected.ok());
              assertThat(flow.perSecond()).as(name).isEqualTo(expected.perSecond());
              assertThat(flow.totals().cold().scheduled())
                  .isEqualTo(expected.totals().cold().scheduled());
              assertThat(flow.totals().response().count())
                  .isEqualTo(expected.totals().response().count());
              assertThat(flow.totals().response().max())
                  .isEqualTo(expected.totals().response().max());
              assertThat(flow.groups()).as(name).isEqualTo(expected.groups());
              assertThat(flow.numbering().turns()).as(name).isEqualTo(expected.numbering().turns());
              if (tenants.areSeveral()) {
                sameTenants(tenants, flow, expected);
              }
            });
    assertThat(merged.tenants()).isEqualTo(one.tenants());
    for (int i = 0; i < one.groups().size(); i++) {
      GroupBook group = merged.groups().get(i);
      assertThat(group.devices()).isEqualTo(one.groups().get(i).devices());
      if (split.carriers().sessions() == split.devices()) {
        assertThat(group.sessions().connected()).isEqualTo(group.devices());
      } else {
        assertThat(group.sessions()).isNull();
      }
    }
    for (int i = 0; tenants.areSeveral() && i < tenants.count(); i++) {
      TenantBook each = one.tenants().get(i);
      assertThat(each.devices()).isEqualTo(tenants.share(i, split.devices()));
      assertThat(each.sessions()).isEqualTo(tenants.share(i, split.carriers().sessions()));
      assertThat(each.connected()).isEqualTo(each.sessions());
    }
  }

  /** What each message's device says of its tenant, told from the numbers alone. */
  private static void sameTenants(
      Tenants tenants, DeviceBook.DeviceFlow merged, DeviceBook.DeviceFlow whole) {
    for (int i = 0; i < tenants.count(); i++) {
      TenantBook.TenantFlowBook part = whole.tenants().get(i);
      long[] sent = {0};
      int tenant = i;
      whole
          .sent()
          .between(whole.numbering().measuredFrom(), whole.numbering().measuredTo())
          .forEach(
              n -> sent[0] += tenants.of(whole.numbering().turns().device(n)) == tenant ? 1 : 0);
      assertThat(part.sent()).isEqualTo(sent[0]);
      assertThat(part.response().unpacked().count() + part.failed()).isEqualTo(part.sent());
      assertThat(merged.tenants().get(i).sent()).isEqualTo(part.sent());
      assertThat(merged.tenants().get(i).failed()).isEqualTo(part.failed());
      assertThat(merged.tenants().get(i).response().unpacked().count())
          .isEqualTo(part.response().unpacked().count());
      assertThat(merged.tenants().get(i).response().unpacked().max())
          .isEqualTo(part.response().unpacked().max());
      sameCourse(merged.tenants().get(i).course(), part.course());
    }
    assertThat(whole.tenants().stream().mapToLong(TenantBook.TenantFlowBook::sent).sum())
        .isEqualTo(whole.totals().measured().sent());
    assertThat(whole.tenants().stream().mapToLong(TenantBook.TenantFlowBook::failed).sum())
        .isEqualTo(whole.totals().measured().failedTotal());
    assertThat(whole.tenants().stream().mapToLong(each -> each.response().unpacked().count()).sum())
        .isEqualTo(whole.totals().measured().ok() + whole.totals().measured().unsettled());
  }

  /** Its number, device and due time. */
  private static String message(ScriptedLinks.Sent sent) {
    Stamp stamp = sent.stamp();
    return stamp.flow() + " " + stamp.n() + " " + stamp.device() + " " + stamp.due();
  }

  private static void sameCourse(TenantCourse merged, TenantCourse whole) {
    assertThat(merged.scheduled()).isEqualTo(whole.scheduled());
    assertThat(merged.sent()).isEqualTo(whole.sent());
    assertThat(merged.failed()).isEqualTo(whole.failed());
    for (int second = 0; second < merged.sent().size(); second++) {
      assertThat(merged.response().between(second, second + 1).summary())
          .isEqualTo(whole.response().between(second, second + 1).summary());
    }
  }

  private static void same(MessageSet found, MessageSet expected) {
    assertThat(found.size()).isEqualTo(expected.size());
    assertThat(found.minus(expected).size()).isZero();
  }

  /** Ramp 1 s, warm-up 2 s, measured 6 s: flows of each model. */
  private static final class Run {
    private final ManualLoop loop = new ManualLoop();
    private final ScriptedLinks links = new ScriptedLinks(loop);
    private final GeneratorWatch watch = new GeneratorWatch(Simulator.DEVICES, new Generator(null));
    private final TenantSessions tenants;
    private final ConnectionBook connections;
    private final FleetRun fleet;

    Run(Carriers carriers, ShardDevices own) {
      FleetPlan plan = plan(carriers, own);
      ShardDevices sessions = plan.ownSessions();
      tenants = new TenantSessions(carriers, own.devices(), sessions.devices());
      boolean shared = carriers.sessions() != carriers.devices();
      connections =
          new ConnectionBook(
              sessions.count(),
              tenants,
              new GroupSessions(groups(own), carriers.tenants(), own, shared));
      // Outcomes that differ from device to device, so that users go on at times of their own.
      links.onSend = (message, exchange) -> links.after(20 + message.device() % 7, exchange);
      Connector connector =
          new Connector(sessions, plan.phases().connect(), links::of, loop, loop, connections, 1);
      var connected = connector.begin();
      loop.pass(30 * SECOND - loop.nanos());
      assertThat(connected).isCompletedWithValue(null);
      fleet =
          new FleetRun(
              plan, links::of, connector, loop, loop, watch, new RunTimes(plan, 31 * SECOND));
      var ended = fleet.begin();
      loop.pass(30 * SECOND);
      assertThat(ended).isDone();
      assertThat(fleet.skewNanos()).isZero();
    }

    DeviceBook book(ShardDevices own) {
      return new DeviceBook(
          DeviceBook.VERSION,
          "1f",
          "split",
          true,
          own.shard(),
          RunTimeline.of(
              6,
              List.of(
                  new DeviceBook.PhaseTimes("ramp", 31_000, 32_000),
                  new DeviceBook.PhaseTimes("measure", 34_000, 40_000))),
          connections.snapshot(),
          FleetBench.books(fleet),
          tenants.snapshot(),
          connections.groups(),
          new GeneratorBook(watch.health(0), new LatencyHistogram(), null));
    }
  }

  private static FleetPlan plan(Carriers carriers, ShardDevices own) {
    RateCourse course =
        new RateCourse(
            List.of(
                new CoursePiece(SECOND, 0, 40),
                CoursePiece.constant(4 * SECOND, 40),
                CoursePiece.constant(4 * SECOND, 70)));
    return new FleetPlan(
        RunId.parse("1f"),
        "device-{index}",
        new Phases(
            new Phases.Connect(Rate.parse("100/s"), Span.parse("1s"), 2),
            Span.parse("1s"),
            WarmUp.parse("2s"),
            Measure.parse("6s"),
            Span.parse("5s")),
        List.of(
            followed(
                flow("even", new LoadModel.Open(course, new EvenTimes(course, 0.3))),
                step("evenTwice", "even", 2, 0),
                step("evenOften", new Step("evenTwice", 1, new Span(0), 3)),
                step("evenSeldom", new Step("evenTwice", 2, new Span(30_000_000L), 1))),
            flow("poisson", new LoadModel.Open(course, new PoissonTimes(course, 42))),
            flow(
                "endless",
                new LoadModel.UserLoop(Math.max(1, own.fleet() / 2), null, null, 400_000_000L)),
            followed(
                flow("closed", new LoadModel.UserLoop(own.fleet(), 3, null, 50_000_000L, 4)),
                step("closedStep", "closed", 4, 10_000_000L)),
            ofTheLastThird(
                flow("evenOfAGroup", new LoadModel.Open(course, new EvenTimes(course, 0.7))), own),
            ofTheLastThird(
                followed(
                    flow(
                        "closedOfAGroup",
                        new LoadModel.UserLoop(third(own), 4, null, 50_000_000L, 2)),
                    step("stepOfAGroup", "closedOfAGroup", 2, 10_000_000L)),
                own)),
        List.of(),
        1,
        carriers,
        List.of(new SessionGroup(null, 0, carriers.sessions(), Life.NONE, 0)),
        groups(own),
        FleetPlan.InFlightLimit.of(0),
        own,
        1);
  }

  /** The last third of the devices, and those before it; of one device nothing is before it. */
  private static List<DeviceGroup> groups(ShardDevices own) {
    int before = own.fleet() - third(own);
    DeviceGroup last = new DeviceGroup("last", before, third(own), null);
    return before == 0 ? List.of(last) : List.of(new DeviceGroup("before", 0, before, null), last);
  }

  private static int third(ShardDevices own) {
    return (own.fleet() + 2) / 3;
  }

  /** The same flow of the devices with the highest indexes. */
  private static FlowPlan ofTheLastThird(FlowPlan flow, ShardDevices own) {
    int devices = third(own);
    int first = flow.model() instanceof LoadModel.Open ? devices / 2 : 0;
    RoundRobin turns = new RoundRobin(devices, first, "device-{index}").from(own.fleet() - devices);
    return new FlowPlan(flow.spec(), flow.model(), flow.steps(), turns);
  }

  private static FlowPlan flow(String name, LoadModel model) {
    return new FlowPlan(
        FlowSpec.of(
            name,
            3 * SECOND,
            (device, stamp) -> ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8)),
        model);
  }
}
