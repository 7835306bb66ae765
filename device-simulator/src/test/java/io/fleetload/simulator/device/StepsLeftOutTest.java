// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.followed;
import static io.fleetload.simulator.device.TestPlan.phases;
import static io.fleetload.simulator.device.TestPlan.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.profile.Phases;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.stamp.Period;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What becomes of steps when something goes wrong or the run ends. Warm-up 2 s, measured 10 s,
 * drain 5 s, each outcome after 10 ms, unless the test says otherwise.
 */
class StepsLeftOutTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void afterAFailureTheRestOfTheIterationIsNotSent() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().flow().equals("update") && message.stamp().n() % 3 == 1) {
            links.fails(10, new Cause.Protocol("404"), exchange);
          } else {
            links.after(10, exchange);
          }
        };

    FleetRun fleet =
        bench.running(
            new TestPlan(2)
                .with(cold())
                .flows(
                    followed(
                        users(2, 10, 0),
                        step("update", "create", 3, 0),
                        step("read", "update", 2, 0),
                        step("delete", "create", 1, 0))));
    loop.pass(20 * SECOND);

    FlowCounts update = measured(fleet, "update");
    assertThat(update.scheduled()).isEqualTo(60);
    assertThat(update.ok()).isEqualTo(20);
    assertThat(update.failed()).containsExactly(Map.entry("protocol.404", 20L));
    assertThat(update.notSent()).containsExactly(Map.entry("earlierStepFailed", 20L));
    assertThat(measured(fleet, "read").ok()).isEqualTo(40);
    assertThat(measured(fleet, "read").notSent()).containsEntry("earlierStepFailed", 80L);
    assertThat(measured(fleet, "delete").notSent()).containsEntry("earlierStepFailed", 20L);
    assertThat(measured(fleet, "delete").sent()).isZero();
  }

  @Test
  void whatWouldFollowAMessageThatIsNotSentHasItsCause() {
    links.onConnect =
        (device, exchange) -> {
          if (device == 1) {
            links.fails(1, Cause.Transport.HANDSHAKE, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    FleetRun fleet =
        bench.running(
            new TestPlan(2).flows(followed(flow("create", 2), step("update", "create", 3, 0))));
    loop.pass(60 * SECOND);

    assertThat(measured(fleet, "create").notSent()).containsExactly(Map.entry("notConnected", 10L));
    assertThat(measured(fleet, "update").notSent()).containsExactly(Map.entry("notConnected", 30L));
    assertThat(measured(fleet, "update").ok()).isEqualTo(30);
  }

  @Test
  void theMeasuredPhaseEndsWithTheLastStep() {
    FleetRun fleet =
        bench.running(
            new TestPlan(5)
                .with(cold())
                .flows(followed(users(5, 4, 0), step("update", "create", 3, 20 * MILLI))));
    loop.pass(SECOND);

    assertThat(bench.ended).isDone();
    assertThat(fleet.book("create").terms().closed().doneAfterSeconds()).isEqualTo(0.4);
    assertThat(fleet.book("update").terms().closed().doneAfterSeconds()).isEqualTo(0.4);
    assertThat(measured(fleet, "update").ok()).isEqualTo(60);
  }

  @Test
  void iterationsGoOnInTheDrainAndWhatIsLeftThenIsNotSent() {
    FlowPlan create = followed(users(2, null, 0), step("update", "create", 100, 1_050 * MILLI));

    FleetRun fleet = bench.running(new TestPlan(2).with(cold()).flows(create));
    loop.pass(15 * SECOND + 500 * MILLI);

    assertThat(bench.ended).isDone();
    FlowCounts update = measured(fleet, "update");
    assertThat(update.scheduled()).isEqualTo(200);
    assertThat(update.sentInPeriod()).isEqualTo(2 * 9);
    assertThat(update.ok()).isEqualTo(2 * 14);
    assertThat(update.notSent()).containsExactly(Map.entry("runEnded", 200 - 2 * 14L));
    assertThat(fleet.book("update").totals().dueLater()).isEqualTo(200 - 2 * 9);
  }

  @Test
  void theStepsOfAMessageWithoutAnOutcomeAreNotSent() {
    links.onSend =
        (message, exchange) -> {
          if (!message.stamp().flow().equals("read")) {
            links.after(10, exchange);
          }
        };
    FlowPlan create =
        followed(
            users(2, null, 0),
            step("update", "create", 3, 0),
            step("read", "update", 2, 0),
            step("delete", "create", 1, 0));
    FleetRun fleet = bench.running(new TestPlan(2).with(cold()).flows(create));
    loop.pass(SECOND);

    fleet.stop();
    loop.pass(SECOND);
    DeviceBook.DeviceFlow read = fleet.book("read");
    loop.pass(20 * SECOND);

    assertThat(read.totals().measured().unsettled()).isEqualTo(2);
    assertThat(read.totals().measured().notSent()).containsExactly(Map.entry("runEnded", 10L));
    assertThat(measured(fleet, "update").notSent()).containsExactly(Map.entry("runEnded", 4L));
    assertThat(measured(fleet, "delete").notSent()).containsExactly(Map.entry("runEnded", 2L));
    assertThat(fleet.book("read").totals().measured())
        .as("a late outcome changes nothing")
        .isEqualTo(read.totals().measured());
    assertThat(FleetBench.books(fleet).values())
        .allMatch(each -> each.totals().measured().remainder() == 0);
  }

  @Test
  void anIterationThatBeganInTheWarmUpBelongsToIt() {
    FlowPlan create = followed(users(1, null, 0), step("update", "create", 3, 900 * MILLI));

    FleetRun fleet = bench.running(new TestPlan(1).flows(create));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow update = fleet.book("update");
    assertThat(update.totals().warmUp().ok()).isEqualTo(3);
    assertThat(links.sent.stream().filter(each -> each.stamp().period() == Period.WARM_UP))
        .anyMatch(each -> each.atNanos() - bench.beganNanos > 2 * SECOND);
    assertThat(update.totals().measured().remainder()).isZero();
  }

  @Test
  void aStepWaitsForItsSession() {
    FlowPlan create = followed(users(1, null, 0), step("update", "create", 1, SECOND));
    FleetRun fleet = bench.running(new TestPlan(1).with(cold()).flows(create));
    links.onConnect = (device, exchange) -> links.after(700, exchange);
    loop.pass(500 * MILLI);
    fleet.disconnected(0);
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow update = fleet.book("update");
    assertThat(update.totals().measured().notSentTotal()).isZero();
    assertThat(update.totals().response().max()).isGreaterThan(100 * MILLI);
  }

  private static FlowPlan users(int count, Integer iterations, long thinkNanos) {
    LoadModel model = new LoadModel.UserLoop(count, iterations, null, thinkNanos, 100);
    return flow("create", model, 3 * SECOND);
  }

  private static Phases cold() {
    return phases("1s", "0s", "0s", "10s", "5s");
  }

  private static FlowCounts measured(FleetRun fleet, String flow) {
    return fleet.book(flow).totals().measured();
  }
}
