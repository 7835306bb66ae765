// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.phases;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Warm-up 2 s, measured 10 s, drain 5 s. */
class ClosedFlowTest {
  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;

  @Test
  void aUserSendsWhenTheOutcomeIsThereAndItHasThought() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(4, null, null, 150 * MILLI)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    // Every 250 ms from 0 on: 8 in the warm-up, 40 in the measured phase, by each of 4 users.
    assertThat(book.totals().warmUp().scheduled()).isEqualTo(4 * 8);
    assertThat(book.totals().measured().scheduled()).isEqualTo(4 * 40);
    assertThat(book.totals().measured().sentInPeriod()).isEqualTo(4 * 40);
    assertThat(book.totals().measured().ok()).isEqualTo(4 * 40);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.terms().asked()).isNull();
    assertThat(book.terms().closed().users()).isEqualTo(4);
    assertThat(book.totals().cold().scheduled()).isEqualTo(4);
    assertThat(
            book.sent()
                .between(book.numbering().measuredFrom(), book.numbering().measuredTo())
                .size())
        .isEqualTo(160);
    assertThat(bench.ended).isDone();
  }

  @Test
  void numbersTellDeviceAndPeriodAndGrowWithEachDevicesMessages() {
    links.onSend = (message, exchange) -> links.after(30 + 17L * message.device(), exchange);

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(3, null, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    Map<Integer, Integer> last = new HashMap<>();
    for (ScriptedLinks.Sent message : links.sent) {
      Stamp stamp = message.stamp();
      boolean measured = stamp.n() >= book.numbering().measuredFrom();
      assertThat(book.numbering().turns().device(stamp.n())).isEqualTo(message.device());
      assertThat(stamp.period()).isEqualTo(measured ? Period.MEASURED : Period.WARM_UP);
      assertThat(measured).isEqualTo(message.atNanos() - bench.beganNanos >= 2 * SECOND);
      assertThat(stamp.n()).isGreaterThan(last.getOrDefault(message.device(), -1));
      last.put(message.device(), stamp.n());
    }
    assertThat(last).hasSize(3);
  }

  @Test
  void iterationsAreOfTheMeasuredPhaseAndEndBeforeItDoes() {
    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(5, 20, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().ok()).isEqualTo(100);
    assertThat(book.numbering().measuredTo() - book.numbering().measuredFrom()).isEqualTo(100);
    assertThat(book.totals().warmUp().ok()).isGreaterThan(100);
    assertThat(book.totals().warmUp().remainder()).isZero();
  }

  @Test
  void withoutAWarmUpTheFirstNumberIsTheFirstMeasuredOne() {
    FleetRun fleet =
        bench.running(
            plan(10, new LoadModel.UserLoop(5, 20, null, 0))
                .with(phases("1s", "0s", "0s", "10s", "5s")));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.numbering().measuredFrom()).isZero();
    assertThat(book.totals().warmUp().scheduled()).isZero();
    assertThat(book.totals().measured().ok()).isEqualTo(100);
    assertThat(book.totals().cold().inMeasured()).isEqualTo(5);
  }

  @Test
  void aStallIsSeenByOneMessageOfEachUserOnly() {
    long[] first = {Long.MAX_VALUE};
    links.onSend =
        (message, exchange) -> {
          first[0] = Math.min(first[0], message.atNanos());
          long at = message.atNanos() - first[0];
          long stallLeft = at >= 4 * SECOND && at < 6 * SECOND ? 6 * SECOND - at : 0;
          links.after(10 + stallLeft / MILLI, exchange);
        };

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(2, null, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().response().max()).isBetween(1_900 * MILLI, 2_020 * MILLI);
    assertThat(book.totals().response().percentile(99)).isLessThan(20 * MILLI);
  }

  @Test
  void whatFindsNoWayIsNotTriedAgainAtOnce() {
    links.onSend = (message, exchange) -> exchange.failed(Cause.Transport.UNREACHABLE);

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(2, null, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().failed()).containsEntry("transport.unreachable", 2 * 10L);
    assertThat(book.totals().measured().remainder()).isZero();
  }

  @Test
  void anErrorOfTheTargetIsAnOutcomeLikeAnother() {
    links.onSend = (message, exchange) -> links.fails(100, new Cause.Protocol("5.03"), exchange);

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(2, null, null, 0)));
    loop.pass(20 * SECOND);

    assertThat(fleet.book("telemetry").totals().measured().failed())
        .containsEntry("protocol.5.03", 2 * 100L);
  }

  @Test
  void aUserWithoutAConnectionSendsNothing() {
    links.onConnect =
        (device, exchange) -> {
          if (device == 1) {
            links.fails(1, Cause.Transport.HANDSHAKE, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    FleetRun fleet = bench.running(plan(3, new LoadModel.UserLoop(3, null, null, SECOND)));
    loop.pass(60 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().notSent()).containsEntry("notConnected", 10L);
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(links.sent).noneMatch(each -> each.device() == 1);
  }

  @Test
  void aMessageWithoutAnOutcomeTimesOutAndItsUserGoesOn() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() != 0) {
            links.after(100, exchange);
          }
        };

    FleetRun fleet = bench.running(plan(1, new LoadModel.UserLoop(1, null, null, 0)));
    loop.pass(30 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().warmUp().failed()).containsEntry("transport.timeout", 1L);
    assertThat(book.totals().warmUp().remainder()).isZero();
    assertThat(book.totals().measured().ok()).isBetween(70L, 80L);
  }

  @Test
  void usersBeginOneAfterTheOtherInTheRamp() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    bench.running(
        plan(10, new LoadModel.UserLoop(4, null, null, 0))
            .with(phases("1s", "2s", "2s", "10s", "5s")));
    loop.pass(20 * SECOND);

    Map<Integer, Long> first = new HashMap<>();
    links.sent.forEach(each -> first.putIfAbsent(each.device(), each.atNanos() - bench.beganNanos));
    assertThat(first)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(0, 0L, 1, SECOND / 2, 2, SECOND, 3, 3 * SECOND / 2));
  }

  @Test
  void nothingIsDueForAUserWhoseDeviceSleeps() {
    links.onSend = (message, exchange) -> links.after(100, exchange);
    Life life =
        new Life(
            null,
            null,
            null,
            new Life.Sleepy(Share.parse("100%"), Span.parse("1s"), Span.parse("1s"), false));

    FleetRun fleet = bench.running(plan(4, new LoadModel.UserLoop(4, null, null, 0)).life(4, life));
    loop.pass(20 * SECOND);

    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().measured().notSentTotal()).isZero();
    // Ten a second while awake, which is half of the ten seconds.
    assertThat(book.totals().measured().ok()).isBetween(4 * 40L, 4 * 60L);
    assertThat(bench.ended).isDone();
  }

  @Test
  void onlyMeasuredMessagesTellHowLateTheGeneratorIs() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(3, null, null, 0)));
    loop.pass(20 * SECOND);

    long measured = fleet.book("telemetry").totals().measured().sent();
    assertThat(bench.watch.lags().count()).isPositive().isEqualTo(measured);
    assertThat(bench.watch.times().pacing().count()).isEqualTo(measured);
    assertThat(bench.watch.times().pacing().max()).as("in its smallest unit").isLessThan(1_000);
  }

  @Test
  void aStoppedRunBalances() {
    FleetRun fleet = bench.running(plan(10, new LoadModel.UserLoop(4, 1_000, null, 0)));
    loop.pass(4 * SECOND);
    fleet.stop();
    loop.pass(SECOND);
    int sent = links.sent.size();
    loop.pass(20 * SECOND);

    assertThat(bench.ended).isDone();
    DeviceBook.DeviceFlow book = fleet.book("telemetry");
    assertThat(book.totals().measured().remainder()).isZero();
    assertThat(book.totals().measured().scheduled()).isPositive();
    assertThat(links.sent).hasSize(sent);
  }

  private static TestPlan plan(int devices, LoadModel model) {
    return new TestPlan(devices).flows(flow("telemetry", model, 3 * SECOND));
  }
}
