// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.evenly;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.followed;
import static io.fleetload.simulator.device.TestPlan.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.Turnover;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.SessionGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Devices that join and leave: 20 of them, 10 s of warm-up, 60 s measured, 10 messages a second.
 */
class FleetWaveTest {
  private static final int DEVICES = 20;
  private static final int HALF = 10;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  /** Time of the last attempt at each session, ms from the beginning of the measured phase. */
  private final Map<Integer, Long> connects = new TreeMap<>();

  private long connectMillis = 5;

  private static Life.Wave wave(String at, String over) {
    return new Life.Wave(Span.parse(at), over == null ? null : Span.parse(over));
  }

  private static Life joins(String at, String over) {
    return new Life(null, null, null, null, wave(at, over), null);
  }

  private static Life leaves(String at, String over) {
    return new Life(null, null, null, null, null, wave(at, over));
  }

  /** The first half of the fleet, and the second half. */
  private static TestPlan plan(Life first, Life second) {
    return plan(flow("telemetry", evenly(70 * SECOND, 10), 3 * SECOND))
        .groups(
            new SessionGroup("first", 0, HALF, first, 0),
            new SessionGroup("second", HALF, HALF, second, 0));
  }

  private static TestPlan plan(FlowPlan flow) {
    return new TestPlan(DEVICES).with(TestPlan.phases("5s", "0s", "10s", "60s", "20s")).flows(flow);
  }

  private FleetRun running(TestPlan plan) {
    links.onConnect =
        (session, exchange) -> {
          connects.put(session, millis());
          links.after(connectMillis, exchange);
        };
    return bench.running(plan);
  }

  private long millis() {
    return (loop.nanos() - bench.beganNanos - 10 * SECOND) / MILLI;
  }

  private static FlowCounts measured(FleetRun fleet) {
    return fleet.book("telemetry").totals().measured();
  }

  private DeviceBook.FleetCounts sessions() {
    return bench.connections.snapshot();
  }

  @Test
  void aGroupJoinsDeviceByDeviceAndIsAskedForFromThenOn() {
    running(plan(Life.NONE, joins("10s", "20s")));

    assertThat(sessions().asked()).isEqualTo(HALF);
    assertThat(sessions().connected()).isEqualTo(HALF);
    assertThat(sessions().wave()).isEqualTo(new DeviceBook.WaveCounts(0, 0, 0));
    loop.pass(25 * SECOND);
    assertThat(sessions().asked()).isEqualTo(13);
    loop.pass(95 * SECOND);

    assertThat(bench.ended).isDone();
    assertThat(sessions().asked()).isEqualTo(DEVICES);
    assertThat(sessions().connected()).isEqualTo(DEVICES);
    assertThat(sessions().connectedAtFirst()).isEqualTo(HALF);
    assertThat(sessions().wave()).isEqualTo(new DeviceBook.WaveCounts(HALF, HALF, 0));
    for (int i = 0; i < HALF; i++) {
      assertThat(connects.get(HALF + i)).isEqualTo(10_000L + 2_000L * i);
    }
  }

  @Test
  void whatIsDueBeforeItsDeviceJoinsIsNotSentAndAllElseIs() {
    FleetRun fleet = running(plan(Life.NONE, joins("10s", "20s")));
    loop.pass(120 * SECOND);

    FlowCounts warmUp = fleet.book("telemetry").totals().warmUp();
    assertThat(warmUp.notSent()).containsExactly(Map.entry("away", 50L));
    // Each device has a message every 2 s: 5 of the first that joins, 14 of the last.
    assertThat(measured(fleet).notSent()).containsOnlyKeys("away");
    assertThat(measured(fleet).notSentTotal()).isBetween(90L, 100L);
    assertThat(measured(fleet).ok()).isEqualTo(600 - measured(fleet).notSentTotal());
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void withoutALengthAWaveJoinsAtTheRateOfTheConnectPhase() {
    running(plan(joins("10s", null), Life.NONE));
    loop.pass(120 * SECOND);

    IntStream.range(0, HALF)
        .forEach(device -> assertThat(connects.get(device)).isEqualTo(10_000L + device));
  }

  @Test
  void aWholeFleetMayJoinLater() {
    FleetRun fleet = running(plan(joins("10s", "0s"), joins("10s", "0s")));

    assertThat(sessions().asked()).isZero();
    loop.pass(120 * SECOND);
    assertThat(sessions().connected()).isEqualTo(DEVICES);
    assertThat(measured(fleet).ok()).isBetween(498L, 502L);
  }

  @Test
  void whatIsDueWhileADeviceThatJoinedConnectsGoesLate() {
    connectMillis = 4_000;
    FleetRun fleet = running(plan(Life.NONE, joins("10s", "20s")));
    loop.pass(120 * SECOND);

    assertThat(measured(fleet).notSent()).containsOnlyKeys("away");
    assertThat(fleet.book("telemetry").totals().response().max())
        .isBetween(2_000 * MILLI, 4_100 * MILLI);
    assertThat(fleet.book("telemetry").totals().service().max()).isLessThan(20 * MILLI);
  }

  @Test
  void theRunWaitsForADeviceThatJoinsInItsLastMoment() {
    connectMillis = 4_000;
    running(plan(Life.NONE, joins("59s", "1s")));
    loop.pass(120 * SECOND);

    assertThat(bench.ended).isDone();
    assertThat(sessions().connected()).isEqualTo(DEVICES);
  }

  @Test
  void aDeviceThatCannotJoinIsTriedAsOftenAsAtTheStartAndSeen() {
    FleetRun fleet = running(plan(Life.NONE, joins("10s", "20s")));
    links.onConnect = (session, exchange) -> links.fails(10, Cause.Transport.HANDSHAKE, exchange);
    loop.pass(120 * SECOND);

    assertThat(sessions().asked()).isEqualTo(DEVICES);
    assertThat(sessions().connected()).isEqualTo(HALF);
    assertThat(sessions().failed()).containsExactly(Map.entry("transport.handshake", 2L * HALF));
    assertThat(measured(fleet).notSent()).containsOnlyKeys("away", "notConnected");
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void aGroupLeavesDeviceByDeviceForGood() {
    FleetRun fleet = running(plan(leaves("20s", "20s"), Life.NONE));
    loop.pass(120 * SECOND);

    assertThat(links.closed).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(sessions().wave()).isEqualTo(new DeviceBook.WaveCounts(0, 0, HALF));
    assertThat(sessions().reconnects().ends().sum()).isZero();
    assertThat(sessions().connected()).isEqualTo(DEVICES);
    assertThat(sessions().handshakes().perSecond().ended().stream().mapToLong(n -> n).sum())
        .isEqualTo(HALF);
    assertThat(measured(fleet).notSent()).containsOnlyKeys("away");
    assertThat(measured(fleet).notSentTotal()).isBetween(150L, 160L);
    assertThat(measured(fleet).ok()).isEqualTo(600 - measured(fleet).notSentTotal());
    assertThat(bench.ended).isDone();
  }

  @Test
  void aDeviceFirstSendsWhatWaitsAndHasItsOutcomes() {
    links.onSend = (message, exchange) -> links.after(millis() < 20_000 ? 2_900 : 10, exchange);
    FleetRun fleet = running(plan(leaves("20s", null), Life.NONE));
    loop.pass(120 * SECOND);

    assertThat(links.closed).hasSize(HALF);
    assertThat(links.sent)
        .anyMatch(
            each ->
                each.device() < HALF
                    && each.atNanos() > bench.beganNanos + 30 * SECOND
                    && each.atNanos() < bench.beganNanos + 33 * SECOND);
    assertThat(measured(fleet).failed()).isEmpty();
    assertThat(measured(fleet).remainder()).isZero();
    assertThat(measured(fleet).notSent()).containsOnlyKeys("away");
    assertThat(measured(fleet).notSentTotal()).isBetween(198L, 202L);
  }

  @Test
  void whatTheProfileTakesElsewhereLeavesThoseAloneThatAreNotThere() {
    Life.Storm storm = new Life.Storm(List.of(Span.parse("5s"), Span.parse("45s")), null);
    Turnover all = Turnover.parse("100%/min");
    running(
        plan(
            new Life(all, null, storm, null, null, wave("30s", "5s")),
            new Life(all, null, storm, null, wave("10s", "5s"), null)));
    loop.pass(120 * SECOND);

    // The first half in the first storm, the second half in the second one.
    assertThat(sessions().reconnects().ends().stormed()).isEqualTo(DEVICES);
    assertThat(sessions().reconnects().ends().churned()).isBetween(5L, 18L);
    assertThat(sessions().reconnects().remainder()).isZero();
    assertThat(sessions().reconnects().outstanding()).isZero();
    assertThat(sessions().wave()).isEqualTo(new DeviceBook.WaveCounts(HALF, HALF, HALF));
  }

  @Test
  void aDeviceThatIsToLeaveWhileItsSessionIsAwayLeavesWhenItIsBack() {
    connectMillis = 8_000;
    Life.Storm storm = new Life.Storm(List.of(Span.parse("15s")), null);
    TestPlan plan = plan(new Life(null, null, storm, null, null, wave("20s", "1s")), Life.NONE);
    running(plan.with(TestPlan.phases("20s", "0s", "10s", "60s", "20s")));
    loop.pass(120 * SECOND);

    assertThat(sessions().reconnects().succeeded()).isEqualTo(HALF);
    assertThat(links.closed).hasSize(HALF);
    assertThat(sessions().wave().left()).isEqualTo(HALF);
  }

  @Test
  void aUserOfADeviceThatIsNotThereIsNotReady() {
    FleetRun fleet =
        running(
            plan(flow("telemetry", new LoadModel.UserLoop(DEVICES, null, null, SECOND), 3 * SECOND))
                .groups(
                    new SessionGroup("first", 0, HALF, leaves("20s", "0s"), 0),
                    new SessionGroup("second", HALF, HALF, joins("40s", "0s"), 0)));
    loop.pass(120 * SECOND);

    assertThat(measured(fleet).notSent()).isEmpty();
    assertThat(measured(fleet).ok()).isBetween(10 * 19L + 10 * 18L, 10 * 20L + 10 * 20L);
    assertThat(measured(fleet).remainder()).isZero();
    assertThat(sessions().wave()).isEqualTo(new DeviceBook.WaveCounts(HALF, HALF, HALF));
  }

  @Test
  void aDeviceThatLeavesWhileItThinksEndsItsIteration() {
    FleetRun fleet =
        running(
            plan(followed(
                    flow("telemetry", evenly(70 * SECOND, 10), 3 * SECOND),
                    step("next", "telemetry", 2, SECOND / 2)))
                .life(DEVICES, leaves("30s", "0s")));
    loop.pass(120 * SECOND);

    FlowCounts steps = fleet.book("next").totals().measured();
    assertThat(steps.scheduled()).isEqualTo(1_200);
    assertThat(steps.notSent()).containsOnlyKeys("away");
    assertThat(steps.ok()).isLessThan(2 * measured(fleet).ok());
    assertThat(steps.remainder()).isZero();
    assertThat(bench.ended).isDone();
    assertThat(sessions().wave().left()).isEqualTo(DEVICES);
  }

  @Test
  void theTimesCountFromTheBeginOfTheMeasuredPhaseWheneverThatIs() {
    FleetRun fleet =
        running(
            plan(flow("telemetry", evenly(240 * SECOND, 10), 3 * SECOND))
                .groups(
                    new SessionGroup("first", 0, HALF, leaves("20s", "0s"), 0),
                    new SessionGroup("second", HALF, HALF, joins("10s", "0s"), 0))
                .with(TestPlan.phases("1s", "0s", "steady within 3m", "60s", "5s")));
    loop.pass(120 * SECOND);

    long begin = Math.round(fleet.warmUpEnd().seconds() * 1_000) - 10_000;
    assertThat(connects.get(HALF)).isEqualTo(begin + 10_000);
    assertThat(links.closed).hasSize(HALF);
    assertThat(measured(fleet).notSent()).containsOnlyKeys("away");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 20})
  void theShardsAddUpToTheWhole(int shards) {
    FleetRun whole = running(plan(joins("10s", "20s"), leaves("20s", "20s")));
    loop.pass(120 * SECOND);
    DeviceBook.WaveCounts wave = null;
    List<Integer> closed = new ArrayList<>();
    Map<Integer, Long> joined = new TreeMap<>();
    long away = 0;
    long connectedAtFirst = 0;
    for (int i = 1; i <= shards; i++) {
      FleetWaveTest shard = new FleetWaveTest();
      FleetRun fleet =
          shard.running(
              plan(joins("10s", "20s"), leaves("20s", "20s"))
                  .own(ShardDevices.everyKth(DEVICES, new Shard(i, shards))));
      connectedAtFirst += shard.sessions().connected();
      shard.loop.pass(120 * SECOND);
      DeviceBook.WaveCounts its = shard.sessions().wave();
      wave =
          wave == null
              ? its
              : new DeviceBook.WaveCounts(
                  wave.joined() + its.joined(),
                  wave.connected() + its.connected(),
                  wave.left() + its.left());
      closed.addAll(shard.links.closed);
      shard.connects.forEach(
          (session, millis) -> {
            if (session < HALF) {
              joined.put(session, millis);
            }
          });
      away += measured(fleet).notSent().getOrDefault("away", 0L);
    }

    assertThat(connectedAtFirst).isEqualTo(HALF);
    assertThat(wave).isEqualTo(new DeviceBook.WaveCounts(HALF, HALF, HALF));
    assertThat(closed).containsExactlyInAnyOrder(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    IntStream.range(0, HALF)
        .forEach(device -> assertThat(joined.get(device)).isEqualTo(10_000L + 2_000L * device));
    assertThat(away).isEqualTo(measured(whole).notSent().get("away")).isBetween(245L, 255L);
  }
}
