// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.merge.BookSources;
import io.fleetload.analysis.merge.MergedBooks;
import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.results.GroupResult;
import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Shard;
import io.fleetload.results.run.Tenants;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.SessionGroup;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GroupSessions;
import io.fleetload.stamp.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fleet of 20 meters and 2 gateways, in shards some of which have no gateway. */
class GroupShardsTest {
  private static final int METERS = 20;
  private static final int GATEWAYS = 2;
  private static final int DEVICES = METERS + GATEWAYS;
  private static final String NAMING = "device-{index}";
  private static final List<String> NAMES = List.of("meters", "gateways");

  private static FlowPlan of(FlowPlan flow, int first, int devices) {
    return new FlowPlan(
        flow.spec(), flow.model(), List.of(), new RoundRobin(devices, 0, NAMING).from(first));
  }

  /** A plan in which the gateways' sessions are given up after a second of silence. */
  private static FleetPlan plan(ShardDevices own) {
    return new FleetPlan(
        RunId.parse("1f"),
        NAMING,
        TestPlan.phases("1s", "0s", "2s", "10s", "5s"),
        List.of(
            flow("ofAll", 11),
            of(flow("ofMeters", 5), 0, METERS),
            of(flow("ofGateways", 3), METERS, GATEWAYS),
            of(
                flow(
                    "users",
                    new LoadModel.UserLoop(GATEWAYS, null, null, 500_000_000L),
                    3 * SECOND),
                METERS,
                GATEWAYS)),
        List.of(),
        1,
        new Carriers(Tenants.one("t"), DEVICES, DEVICES),
        List.of(
            new SessionGroup("meters", 0, METERS, Life.NONE, 0),
            new SessionGroup("gateways", METERS, GATEWAYS, Life.NONE, SECOND)),
        List.of(
            new DeviceGroup("meters", 0, METERS, null),
            new DeviceGroup("gateways", METERS, GATEWAYS, null)),
        FleetPlan.InFlightLimit.of(0),
        own,
        0);
  }

  /** A part of a run. */
  private static final class Run {
    private final ManualLoop loop = new ManualLoop();
    private final ScriptedLinks links = new ScriptedLinks(loop);
    private final GeneratorWatch watch = new GeneratorWatch(Simulator.DEVICES, new Generator(null));
    private final ConnectionBook connections;
    private final ShardDevices own;
    private final FleetPlan plan;

    Run(ShardDevices own) {
      this.own = own;
      this.plan = plan(own);
      this.connections =
          new ConnectionBook(
              own.count(),
              null,
              new GroupSessions(plan.deviceGroups(), plan.tenants(), own, false));
    }

    DeviceBook book() {
      Connector connector =
          new Connector(own, plan.phases().connect(), links::of, loop, loop, connections, 1);
      var connected = connector.begin();
      loop.pass(30 * SECOND - loop.nanos());
      assertThat(connected).isCompleted();
      FleetRun fleet =
          new FleetRun(
              plan, links::of, connector, loop, loop, watch, new RunTimes(plan, 31 * SECOND));
      var ended = fleet.begin();
      loop.pass(60 * SECOND);
      assertThat(ended).isDone();
      return new DeviceBook(
          DeviceBook.VERSION,
          "1f",
          "groups",
          true,
          own.shard().of() == 1 ? null : own.shard(),
          RunTimeline.of(
              10,
              List.of(
                  new DeviceBook.PhaseTimes("warm-up", 31_000, 33_000),
                  new DeviceBook.PhaseTimes("measure", 33_000, 43_000))),
          connections.snapshot(),
          FleetBench.books(fleet),
          null,
          connections.groups(),
          new GeneratorBook(watch.health(0), new LatencyHistogram(), null));
    }
  }

  private static DeviceBook merged(int shards) throws Exception {
    List<BookSources.Book<DeviceBook>> books = new ArrayList<>();
    for (int i = 1; i <= shards; i++) {
      ShardDevices own = ShardDevices.everyKth(DEVICES, new Shard(i, shards));
      books.add(new BookSources.Book<>("shard " + i, new Run(own).book()));
    }
    return MergedBooks.of(new BookSources(books, List.of())).device();
  }

  private static Map<String, GroupResult> groups(DeviceBook book) {
    return Result.join(book, null, List.of()).figures().groups();
  }

  private static long sum(Map<String, GroupResult> groups, ToLongFunction<GroupResult> count) {
    return groups.values().stream().mapToLong(count).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 22})
  void shardsWithoutADeviceOfAGroupAddUpToTheWholeRun(int shards) throws Exception {
    DeviceBook whole = new Run(ShardDevices.all(DEVICES)).book();
    DeviceBook merged = merged(shards);

    assertThat(merged.groups()).extracting(GroupBook::name).isEqualTo(NAMES);
    assertThat(merged.groups()).extracting(GroupBook::devices).containsExactly(20L, 2L);
    for (int i = 0; i < 2; i++) {
      GroupBook one = whole.groups().get(i);
      GroupBook sum = merged.groups().get(i);
      assertThat(sum.first()).isEqualTo(one.first());
      assertThat(sum.sessions().connected()).isEqualTo(one.sessions().connected());
      assertThat(sum.sessions().attempts()).isEqualTo(one.sessions().attempts());
      assertThat(sum.sessions().connectTime().count())
          .isEqualTo(one.sessions().connectTime().count());
      assertThat(sum.full()).isEqualTo(one.full());
      assertThat(groups(merged).get(NAMES.get(i)).messages().counts())
          .isEqualTo(groups(whole).get(NAMES.get(i)).messages().counts());
    }
    assertThat(merged.flows().get("ofAll").groups()).isEqualTo(whole.flows().get("ofAll").groups());
    assertThat(merged.flows().get("ofGateways").groups()).isNull();
  }

  @Test
  void theGroupsAddUpToTheFleetAndItsFlows() {
    DeviceBook book = new Run(ShardDevices.all(DEVICES)).book();
    Map<String, GroupResult> groups = groups(book);
    assertThat(sum(groups, GroupResult::connected)).isEqualTo(book.devices().connected());
    assertThat(sum(groups, GroupResult::attempts)).isEqualTo(book.devices().attempts());
    assertThat(sum(groups, each -> each.handshakes().full()))
        .isEqualTo(book.devices().handshakes().full());
    assertThat(sum(groups, each -> each.messages().counts().scheduled()))
        .isEqualTo(
            book.flows().values().stream()
                .mapToLong(each -> each.totals().measured().scheduled())
                .sum());
    // Each device has the same share of a flow of all: 110 messages of 22 devices.
    assertThat(book.flows().get("ofAll").groups())
        .extracting(each -> each.scheduled())
        .containsExactly(100L, 10L);
  }

  @Test
  void aTargetThatRefusesOneGroupIsSeenByGroup() {
    Run run = new Run(ShardDevices.all(DEVICES));
    run.links.onConnect =
        (session, exchange) -> {
          if (session < METERS) {
            run.links.after(5, exchange);
          } else {
            run.links.fails(5, Cause.Transport.HANDSHAKE, exchange);
          }
        };
    Map<String, GroupResult> groups = groups(run.book());
    assertThat(groups.get("meters").notConnected()).isZero();
    assertThat(groups.get("meters").messages().counts().notSent()).isZero();
    GroupResult gateways = groups.get("gateways");
    assertThat(gateways.hasNoSession()).isTrue();
    assertThat(gateways.failedBy()).containsExactly(Map.entry("transport.handshake", 4L));
    assertThat(gateways.messages().counts().sent()).isZero();
    assertThat(gateways.messages().counts().notSent()).isGreaterThan(40);
  }

  @Test
  void aSessionThatTheTargetEndsIsCountedForItsGroup() {
    Run run = new Run(ShardDevices.all(DEVICES));
    // From here on nothing comes back to a gateway, which gives up after a second.
    run.links.onSend =
        (message, exchange) -> {
          if (message.device() < METERS) {
            run.links.after(10, exchange);
          }
        };
    Map<String, GroupResult> groups = groups(run.book());
    assertThat(groups.get("meters").reconnects().ends().sum()).isZero();
    assertThat(groups.get("gateways").reconnects().ends().silent()).isPositive();
    assertThat(groups.get("gateways").reconnects().succeeded()).isPositive();
  }

  @Test
  void whereGroupsShareSessionsTheDevicesAloneAreCounted() {
    ShardDevices own = ShardDevices.all(DEVICES);
    ConnectionBook book =
        new ConnectionBook(
            4, null, new GroupSessions(plan(own).deviceGroups(), plan(own).tenants(), own, true));
    IntStream.range(0, 4).forEach(session -> book.attempt(session, false, SECOND));
    assertThat(book.groups()).extracting(GroupBook::devices).containsExactly(20L, 2L);
    assertThat(book.groups()).extracting(GroupBook::sessions).containsOnlyNulls();
    assertThat(book.groupCounts()).isEmpty();
    assertThat(book.snapshot().attempts()).isEqualTo(4);
  }
}
