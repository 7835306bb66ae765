// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.evenly;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.WarmUpEnd;
import io.fleetload.rig.Golden;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.stamp.Period;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Warm-ups that last until the target is steady; the measured phase is of 10 s. */
class SteadyWarmUpTest {
  private static final long WITHIN = 180 * SECOND;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;

  private static TestPlan plan(int devices, String within, LoadModel model) {
    return new TestPlan(devices)
        .with(TestPlan.phases("1s", "0s", "steady within " + within, "10s", "5s"))
        .flows(flow("telemetry", model, 30 * SECOND));
  }

  /** What the target answers after so many ms, by ms from the begin of the flows. */
  private FleetRun answering(LongUnaryOperator millis, TestPlan plan) {
    bench.links.onSend =
        (message, exchange) ->
            bench.links.after(
                millis.applyAsLong((message.atNanos() - bench.beganNanos) / MILLI), exchange);
    return bench.running(plan);
  }

  private List<ScriptedLinks.Sent> measured() {
    return bench.links.sent.stream()
        .filter(each -> each.stamp().period() == Period.MEASURED)
        .toList();
  }

  @Test
  void aTargetThatIsSteadyFromTheBeginningIsMeasuredAfterSixWindows() {
    FleetRun fleet = answering(now -> 10, plan(50, "3m", evenly(WITHIN + 10 * SECOND, 100)));
    loop.pass(60 * SECOND);

    WarmUpEnd end = fleet.warmUpEnd();
    assertThat(end.steady()).isTrue();
    assertThat(end.unsteady()).isNull();
    assertThat(end.seconds()).isBetween(31.0, 34.0);
    assertThat(end.backlog()).isZero();
    assertThat(end.perSecond()).isEqualTo(100);
    assertThat(bench.ended).isDone();
  }

  @Test
  void theMeasuredPhaseHasTheNumbersAndTheDistancesOfTheScheduleWhereverItBegins() {
    FleetRun fleet = answering(now -> 10, plan(50, "3m", evenly(WITHIN + 10 * SECOND, 100)));
    loop.pass(60 * SECOND);

    long begin = bench.beganNanos + Math.round(fleet.warmUpEnd().seconds() * SECOND);
    List<ScriptedLinks.Sent> measured = measured();
    assertThat(measured).hasSize(1_000);
    for (int i = 0; i < measured.size(); i++) {
      assertThat(measured.get(i).stamp().n()).isEqualTo(18_000 + i);
      assertThat(measured.get(i).atNanos()).isEqualTo(begin + i * 10L * MILLI);
    }
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.numbering().measuredFrom()).isEqualTo(18_000);
    assertThat(book.totals().measured().ok()).isEqualTo(1_000);
    assertThat(book.totals().warmUp().scheduled())
        .isEqualTo(Math.round(fleet.warmUpEnd().seconds() * 100));
    assertThat(book.totals().warmUp().remainder() + book.totals().measured().remainder()).isZero();
    assertThat(book.totals().cold().inMeasured()).isZero();
  }

  @Test
  void aColdTargetIsMeasuredOnceItIsWarm() {
    // From 2 s down to 80 ms within a minute: more than its 400 devices can wait for at first.
    FleetRun fleet =
        answering(
            now -> Math.max(80, 2_000 - now / 30),
            plan(400, "3m", evenly(WITHIN + 10 * SECOND, 300)));
    loop.pass(150 * SECOND);

    assertThat(fleet.warmUpEnd().steady()).isTrue();
    assertThat(fleet.warmUpEnd().seconds()).isBetween(60.0, 90.0);
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(3_000);
    assertThat(book.totals().response().max()).isLessThan(90 * MILLI);
    assertThat(book.totals().warmUp().remainder()).isZero();
  }

  @Test
  void whatIsLeftOfATargetThatDoesNotKeepUpIsDroppedAndDrainedBeforeMeasuring() {
    // 20 devices with answers of 1 s carry 20/s of the 100/s until the target is quick at 65 s.
    FleetRun fleet =
        answering(now -> now < 65_000 ? 1_000 : 10, plan(20, "1m", evenly(70 * SECOND, 100)));
    loop.pass(120 * SECOND);

    WarmUpEnd end = fleet.warmUpEnd();
    assertThat(end.steady()).isFalse();
    assertThat(end.unsteady()).endsWith("messages waited for their outcome");
    assertThat(end.seconds()).as("1 min, what was under way, and the notice").isBetween(62.0, 65.0);
    assertThat(end.unsent() + end.underWay()).isZero();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().warmUp().notSent().get("warmUpOver"))
        .as("a full queue of each device, of which the next may just have gone")
        .isBetween(20L * (DeviceQueue.LONGEST - 1), 20L * DeviceQueue.LONGEST);
    assertThat(book.totals().warmUp().remainder()).isZero();
    assertThat(book.totals().measured().ok() + book.totals().measured().notSentTotal())
        .isEqualTo(1_000);
    assertThat(measured().get(0).stamp().due() - ManualLoop.EPOCH)
        .isEqualTo(bench.beganNanos + Math.round(end.seconds() * SECOND));
  }

  @Test
  void whatIsStillUnderWayAfterADrainIsTheBacklogThatTheRunBeginsWith() {
    FleetRun fleet = answering(now -> 100_000, plan(200, "50s", evenly(60 * SECOND, 100)));
    loop.pass(70 * SECOND);

    WarmUpEnd end = fleet.warmUpEnd();
    assertThat(end.steady()).isFalse();
    assertThat(end.underWay()).isEqualTo(200);
    assertThat(end.flaw()).contains("backlog of 200 messages");
  }

  @Test
  void aTargetThatIsSteadyInTheLastWindowIsMeasuredWithinTheBound() {
    FleetRun fleet = answering(now -> 10, plan(50, "33s", evenly(43 * SECOND, 100)));
    loop.pass(60 * SECOND);
    assertThat(fleet.warmUpEnd().steady()).isTrue();
    assertThat(fleet.warmUpEnd().seconds()).isBetween(32.0, 33.0);
    assertThat(fleet.book("telemetry").totals().measured().ok()).isEqualTo(1_000);
  }

  @Test
  void aBoundThatIsTooShortToSeeItEndsTheWarmUpInTime() {
    FleetRun fleet = answering(now -> 10, plan(50, "20s", evenly(30 * SECOND, 100)));
    loop.pass(60 * SECOND);
    assertThat(fleet.warmUpEnd().seconds()).isEqualTo(20);
    assertThat(fleet.warmUpEnd().flaw())
        .contains("steady")
        .satisfies(flaw -> Golden.of("run").holds("a warm-up that was too short", flaw));
  }

  @Test
  void noTargetIsWarmBeforeEveryDeviceHasSent() {
    FleetRun fleet = answering(now -> 10, plan(600, "3m", evenly(WITHIN + 10 * SECOND, 10)));
    loop.pass(90 * SECOND);
    assertThat(fleet.warmUpEnd().seconds()).isBetween(60.0, 68.0);
    assertThat(fleet.book("telemetry").totals().cold().scheduled()).isEqualTo(600);
    assertThat(fleet.book("telemetry").totals().cold().inMeasured()).isZero();
  }

  @Test
  void usersOfAClosedModelGoOnInTheMeasuredPhase() {
    LoadModel users = new LoadModel.UserLoop(30, null, null, 100 * MILLI);
    FleetRun fleet = answering(now -> 10, plan(30, "3m", users));
    loop.pass(60 * SECOND);
    assertThat(fleet.warmUpEnd().steady()).isTrue();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isBetween(2_600L, 2_800L);
    assertThat(book.totals().warmUp().remainder() + book.totals().measured().remainder()).isZero();
  }

  @Test
  void aFixedWarmUpThatLeavesABacklogSaysHowLargeItIs() {
    bench.links.onSend = (message, exchange) -> bench.links.after(1_000, exchange);
    FleetRun fleet =
        bench.running(
            new TestPlan(20)
                .with(TestPlan.phases("1s", "0s", "10s", "10s", "5s"))
                .flows(flow("telemetry", evenly(20 * SECOND, 100), 30 * SECOND)));
    loop.pass(15 * SECOND);
    WarmUpEnd end = fleet.warmUpEnd();
    assertThat(end.steady()).isNull();
    assertThat(end.seconds()).isEqualTo(10);
    assertThat(end.underWay()).isEqualTo(20);
    assertThat(end.unsent()).isBetween(770L, 800L);
    assertThat(end.flaw()).contains("backlog of ");
    assertThat(fleet.book("telemetry").totals().warmUp().notSent()).doesNotContainKey("warmUpOver");
  }

  @Test
  void aTargetThatKeepsUpLeavesNone() {
    FleetRun fleet = answering(now -> 10, new TestPlan(20).flows(flow("telemetry", 100)));
    loop.pass(20 * SECOND);
    assertThat(fleet.warmUpEnd().seconds()).isEqualTo(2);
    assertThat(fleet.warmUpEnd().flaw()).isNull();
  }
}
