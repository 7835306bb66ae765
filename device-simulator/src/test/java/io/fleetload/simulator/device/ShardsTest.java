package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Carriers;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Span;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.MessageSet;
import io.fleetload.results.Shard;
import io.fleetload.results.TenantBook;
import io.fleetload.results.TenantCourse;
import io.fleetload.results.Tenants;
import io.fleetload.results.Turns;
import io.fleetload.results.merge.Found;
import io.fleetload.results.merge.Merged;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.Piece;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.measure.TenantSessions;
import io.fleetload.simulator.schedule.EvenTimes;
import io.fleetload.simulator.schedule.PoissonTimes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run in shards sends what the run in one process sends: each message once, at its time. */
class ShardsTest {
  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.Share("a", 3), new Tenants.Share("b", 1)));

  private static final long SECOND = 1_000_000_000L;

  /** A fleet and the number of its shards, at random, and the ends of what is possible. */
  static List<int[]> splits() {
    Random random = new Random(4);
    List<int[]> splits = new ArrayList<>(List.of(new int[] {1, 1}, new int[] {7, 7}));
    splits.add(new int[] {50, 5});
    for (int i = 0; i < 6; i++) {
      int devices = 2 + random.nextInt(40);
      splits.add(new int[] {devices, 1 + random.nextInt(devices)});
    }
    return splits;
  }

  private static List<OwnDevices> shards(int devices, int of) {
    return LongStream.rangeClosed(1, of)
        .mapToObj(number -> new OwnDevices(devices, new Shard((int) number, of)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("splits")
  void everyDeviceIsOfOneShardAndHasOnePlaceThere(int[] split) {
    Set<Integer> found = new HashSet<>();
    for (OwnDevices own : shards(split[0], split[1])) {
      for (int place = 0; place < own.count(); place++) {
        int device = own.device(place);
        assertThat(found.add(device)).isTrue();
        assertThat(own.place(device)).isEqualTo(place);
        assertThat(own.shard().has(device)).isTrue();
      }
    }
    assertThat(found).hasSize(split[0]).allMatch(device -> device >= 0 && device < split[0]);
  }

  @ParameterizedTest
  @MethodSource("splits")
  void everyNumberIsTheTurnOfOneShardWhereverTheRoundBegins(int[] split) {
    for (int first = 0; first < split[0]; first += 1 + split[0] / 3) {
      Turns turns = new Turns(split[0], first, "d-{index}");
      Set<Long> found = new HashSet<>();
      for (OwnDevices own : shards(split[0], split[1])) {
        for (long n = own.nextOwn(turns, 0); n < 500; n = own.nextOwn(turns, n + 1)) {
          assertThat(own.shard().has(turns.device((int) n))).isTrue();
          assertThat(found.add(n)).isTrue();
        }
      }
      assertThat(found).hasSize(500);
    }
  }

  @ParameterizedTest
  @MethodSource("splits")
  void theShardsOfARunMergeToTheRunOfOneProcess(int[] split) throws Exception {
    Run whole = new Run(OwnDevices.all(split[0]));
    List<Found.Book<DeviceBook>> books = new ArrayList<>();
    Set<String> stamps = new HashSet<>();
    for (OwnDevices own : shards(split[0], split[1])) {
      Run shard = new Run(own);
      assertThat(shard.links.sent).allMatch(sent -> own.shard().has(sent.device()));
      shard.links.sent.forEach(
          sent ->
              assertThat(stamps.add(sent.stamp().flow() + sent.stamp().n()))
                  .as("%s is sent once", sent)
                  .isTrue());
      books.add(new Found.Book<>(own.shard().toString(), shard.book(own)));
    }
    assertThat(stamps).hasSize(whole.links.sent.size());
    DeviceBook one = whole.book(OwnDevices.all(split[0]));
    DeviceBook merged = Merged.of(new Found(books, List.of())).device();
    assertThat(merged.devices().asked()).isEqualTo(split[0]);
    assertThat(merged.devices().connected()).isEqualTo(split[0]);
    assertThat(merged.flows().keySet()).isEqualTo(one.flows().keySet());
    one.flows()
        .forEach(
            (name, expected) -> {
              DeviceBook.Flow flow = merged.flows().get(name);
              assertThat(flow.asked()).as(name).isEqualTo(expected.asked());
              assertThat(flow.closed()).as(name).isEqualTo(expected.closed());
              assertThat(flow.warmUp()).as(name).isEqualTo(expected.warmUp());
              assertThat(flow.measured()).as(name).isEqualTo(expected.measured());
              assertThat(flow.measured().scheduled()).as(name).isPositive();
              same(flow.sent(), expected.sent());
              same(flow.ok(), expected.ok());
              assertThat(flow.perSecond()).as(name).isEqualTo(expected.perSecond());
              assertThat(flow.cold().scheduled()).isEqualTo(expected.cold().scheduled());
              assertThat(flow.response().count()).isEqualTo(expected.response().count());
              assertThat(flow.response().max()).isEqualTo(expected.response().max());
              assertThat(flow.turns()).as(name).isEqualTo(expected.turns());
              sameTenants(flow, expected);
            });
    assertThat(merged.tenants()).isEqualTo(one.tenants());
    assertThat(one.tenants().stream().mapToLong(TenantBook::devices).sum()).isEqualTo(split[0]);
    assertThat(one.tenants())
        .allMatch(each -> each.connected() == each.devices() && each.sessions() == each.devices());
  }

  /** What each message's device says of its tenant, told from the numbers alone. */
  private static void sameTenants(DeviceBook.Flow merged, DeviceBook.Flow whole) {
    for (int i = 0; i < TENANTS.count(); i++) {
      TenantBook.Flow part = whole.tenants().get(i);
      long[] sent = {0};
      int tenant = i;
      whole
          .sent()
          .between(whole.measuredFrom(), whole.measuredTo())
          .forEach(n -> sent[0] += TENANTS.of(whole.turns().device(n)) == tenant ? 1 : 0);
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
    assertThat(whole.tenants().stream().mapToLong(TenantBook.Flow::sent).sum())
        .isEqualTo(whole.measured().sent());
    assertThat(whole.tenants().stream().mapToLong(TenantBook.Flow::failed).sum())
        .isEqualTo(whole.measured().failedTotal());
    assertThat(whole.tenants().stream().mapToLong(each -> each.response().unpacked().count()).sum())
        .isEqualTo(whole.measured().ok());
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
    private final GeneratorWatch watch = new GeneratorWatch(new Generator(null));
    private final TenantSessions tenants;
    private final ConnectionBook connections;
    private final Fleet fleet;

    Run(OwnDevices own) {
      tenants = new TenantSessions(TENANTS, own.devices(), own.devices());
      connections = new ConnectionBook(own.count(), tenants);
      FleetPlan plan = plan(own);
      // Outcomes that differ from device to device, so that users go on at times of their own.
      links.onSend = (message, exchange) -> links.after(20 + message.device() % 7, exchange);
      Connecting connecting =
          new Connecting(own, plan.phases().connect(), links::of, loop, loop, connections, 1);
      var connected = connecting.begin();
      loop.pass(30 * SECOND - loop.nanos());
      assertThat(connected).isCompletedWithValue(null);
      fleet = new Fleet(plan, links::of, connecting, loop, loop, watch, 31 * SECOND);
      var ended = fleet.begin();
      loop.pass(30 * SECOND);
      assertThat(ended).isDone();
      assertThat(fleet.skewNanos()).isZero();
    }

    DeviceBook book(OwnDevices own) {
      return new DeviceBook(
              DeviceBook.VERSION,
              "1f",
              "split",
              true,
              6,
              List.of(
                  new DeviceBook.PhaseTimes("ramp", 31_000, 32_000),
                  new DeviceBook.PhaseTimes("measure", 34_000, 40_000)),
              connections.snapshot(),
              fleet.books(),
              watch.health(0),
              own.shard(),
              new LatencyHistogram(),
              null)
          .with(tenants.snapshot());
    }
  }

  private static FleetPlan plan(OwnDevices own) {
    RateCourse course =
        new RateCourse(
            List.of(
                new Piece(SECOND, 0, 40),
                Piece.constant(4 * SECOND, 40),
                Piece.constant(4 * SECOND, 70)));
    return new FleetPlan(
        "1f",
        own.fleet(),
        "device-{index}",
        new Phases(
            new Phases.Connect(Rate.parse("100/s"), Span.parse("1s"), 2),
            Span.parse("1s"),
            Span.parse("2s"),
            Span.parse("6s"),
            Span.parse("5s")),
        List.of(
            flow("even", new LoadModel.Open(course, new EvenTimes(course, 0.3))),
            flow("poisson", new LoadModel.Open(course, new PoissonTimes(course, 42))),
            flow("endless", new LoadModel.Closed(Math.max(1, own.fleet() / 2), null, 400_000_000L)),
            flow("closed", new LoadModel.Closed(own.fleet(), 3, 50_000_000L))),
        null,
        1,
        new Carriers(TENANTS, own.fleet(), own.fleet()),
        Life.NONE,
        0,
        own,
        1);
  }

  private static FlowPlan flow(String name, LoadModel model) {
    return new FlowPlan(
        name,
        model,
        3 * SECOND,
        false,
        (device, stamp) -> ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8));
  }
}
