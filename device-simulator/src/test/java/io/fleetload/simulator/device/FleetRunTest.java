// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.flow.FlowSpec;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages go out at their times, whatever comes back, and every one is booked. */
class FleetRunTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void everyMessageIsSentWhenItIsDueAndBooked() {
    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 100)));

    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().warmUp().scheduled()).isEqualTo(200);
    assertThat(book.totals().measured().scheduled()).isEqualTo(1_000);
    assertThat(book.totals().measured().sentInPeriod()).isEqualTo(1_000);
    assertThat(book.totals().measured().ok()).isEqualTo(1_000);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().response().count()).isEqualTo(1_000);
    assertThat(book.totals().response().max()).isBetween(10 * MILLI, 10 * MILLI + MILLI / 10);
    assertThat(bench.ended).isDone();
  }

  @Test
  void aLateDeviceIsMeasuredFromItsDueTime() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 100 ? 400 : 1, exchange);

    FleetRun fleet = bench.running(new TestPlan(1).flows(flow("telemetry", 10)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(100);
    assertThat(book.totals().response().max()).isBetween(399 * MILLI, 401 * MILLI);
    // Messages due while their device waited left late: 300, 200 and 100 ms after they were due.
    assertThat(book.totals().response().percentile(99)).isBetween(300 * MILLI, 303 * MILLI);
    assertThat(book.totals().service().percentile(99)).isLessThan(2 * MILLI);
  }

  @Test
  void whatTheDriverTellsOfAMessageIsKeptAndItsPartsOnlyWhereItWentWell() {
    links.onSend =
        (message, exchange) -> {
          exchange.bytes(100, 0);
          exchange.parts(MILLI, message.stamp().n() * MILLI);
          exchange.bytes(0, 40);
          if (message.stamp().n() == 110) {
            exchange.failed(new Cause.Protocol("404"));
          } else {
            exchange.succeeded(null);
          }
          exchange.bytes(1_000, 1_000);
        };
    FlowSpec spec = flow("read", 10).spec().withParts(List.of("sending", "waiting"));

    FleetRun fleet =
        bench.running(new TestPlan(1).flows(new FlowPlan(spec, flow("read", 10).model())));
    loop.pass(20 * SECOND);

    Exchanges told = fleet.book("read").totals().exchanges();
    assertThat(told.bytes()).isEqualTo(new Exchanges.Bytes(100 * 100, 100 * 40));
    assertThat(told.parts()).containsOnlyKeys("sending", "waiting");
    assertThat(told.parts().get("sending").count()).isEqualTo(99);
    assertThat(told.parts().get("sending").max()).isEqualTo(MILLI);
    assertThat(told.parts().get("waiting").min()).isEqualTo(20 * MILLI);
    assertThat(told.parts().get("waiting").max()).isEqualTo(119 * MILLI);
  }

  @Test
  void aDriverThatTellsNothingLeavesNothing() {
    FleetRun fleet = bench.running(new TestPlan(1).flows(flow("telemetry", 10)));
    loop.pass(20 * SECOND);
    assertThat(fleet.book("telemetry").totals().exchanges()).isNull();
  }

  @Test
  void aStallOfTheTargetMovesNoDueTime() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 25 ? 2_500 : 1, exchange);

    bench.running(new TestPlan(1).flows(flow("telemetry", 10)));
    loop.pass(20 * SECOND);

    for (ScriptedLinks.Sent message : links.sent) {
      long due = message.stamp().due() - links.sent.get(0).stamp().due();
      assertThat(due).isEqualTo(100L * MILLI * message.stamp().n());
    }
    assertThat(links.sent).hasSize(120);
  }

  @Test
  void whatCannotWaitAnyLongerIsNotSentWithItsCause() {
    links.onSend = (message, exchange) -> {};

    FleetRun fleet = bench.running(new TestPlan(1).flows(flow("telemetry", 100)));
    loop.pass(30 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().notSent()).containsKeys("deviceBusy", "runEnded");
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().warmUp().remainder()).isZero();
  }

  @Test
  void anUnansweredMessageTimesOutAndItsLateAnswerIsNotBookedTwice() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 50 ? 5_000 : 1, exchange);

    FleetRun fleet = bench.running(new TestPlan(5).flows(flow("telemetry", 10)));
    loop.pass(30 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().failed()).containsEntry("transport.timeout", 1L);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(links.abandoned).hasSize(1);
  }

  @Test
  void aDeviceWithoutAConnectionSendsNothing() {
    links.onConnect =
        (device, exchange) -> {
          if (device == 3) {
            links.fails(1, Cause.Transport.HANDSHAKE, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("telemetry", 10)));
    loop.pass(60 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().notSent()).containsEntry("notConnected", 10L);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  @Test
  void aFrozenGeneratorIsLateAndSaysSo() {
    FleetRun fleet = bench.running(new TestPlan(50).flows(flow("telemetry", 100)));
    loop.pass(4 * SECOND);
    loop.freeze(SECOND);
    loop.pass(20 * SECOND);

    GeneratorHealth health = bench.watch.health(loop.faults());
    assertThat(health.lag().times().max()).isBetween(990.0, 1_010.0);
    assertThat(health.delays().loopDelay().times().max()).isBetween(985.0, 1_000.0);
    assertThat(health.reasons())
        .satisfiesExactly(
            lag -> assertThat(lag).contains("(generator.maxLag)"),
            delay -> assertThat(delay).contains("(generator.maxLoopDelay)"));
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(1_000);
    assertThat(book.totals().response().max()).isGreaterThan(990 * MILLI);
  }

  @Test
  void anIdleGeneratorIsAtItsWireInTime() {
    bench.running(new TestPlan(50).flows(flow("telemetry", 100)));
    loop.pass(30 * SECOND);

    GeneratorHealth health = bench.watch.health(loop.faults());
    assertThat(health.delays().loopDelay().count())
        .as("a hundred a second")
        .isBetween(999L, 1_001L);
    assertThat(health.delays().loopDelay().times().max()).isZero();
    assertThat(health.delays().pacing().count()).isEqualTo(1_000);
    assertThat(health.reasons()).isEmpty();
  }

  @Test
  void aDeviceHasAsManyMessagesUnderWayAsItsFlowAllows() {
    int[] most = {0, 0};
    links.onSend =
        (message, exchange) -> {
          most[0]++;
          most[1] = Math.max(most[0], most[1]);
          loop.after(
              250 * MILLI,
              () -> {
                most[0]--;
                exchange.succeeded(null);
              });
        };

    FleetRun fleet = bench.running(new TestPlan(1).flows(flow("telemetry", 10, 3, 1)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(most[1]).isEqualTo(3);
    assertThat(book.totals().measured().ok()).isEqualTo(100);
    // Each goes out when it is due, and not when the one before has its outcome.
    assertThat(book.totals().response().max()).isBetween(249 * MILLI, 251 * MILLI);
  }

  @Test
  void aMessageThatLacksResponsesFailsThoughTheTargetSaysThatItWentWell() {
    links.onSend =
        (message, exchange) -> {
          for (int i = message.stamp().n() == 60 ? 1 : 0; i < 4; i++) {
            loop.after(MILLI, exchange::responded);
          }
          links.after(10, exchange);
        };

    FleetRun fleet = bench.running(new TestPlan(10).flows(flow("stream", 10, 1, 4)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("stream");
    assertThat(book.totals().measured().ok()).isEqualTo(99);
    assertThat(book.totals().measured().failed())
        .containsExactly(Map.entry("answer.missingResponses", 1L));
    assertThat(book.totals().responses()).isEqualTo(399);
    assertThat(book.terms().responsesEach()).isEqualTo(4);
  }
}
