// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.evenly;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.Turnover;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.rig.ManualLoop;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What sessions go through while messages flow: 60 s measured, no warm-up, 20 devices. */
class FleetLifeTest {
  private static final int DEVICES = 20;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;
  private long connectMillis = 5;

  private static Life churn(String pace) {
    return new Life(Turnover.parse(pace), null, null, null);
  }

  private static Life storm(Rate rate, String... at) {
    List<Span> times = Arrays.stream(at).map(Span::parse).toList();
    return new Life(null, null, new Life.Storm(times, rate), null);
  }

  @Test
  void churnTakesEverySessionOnceBeforeAnyTwice() {
    FleetRun fleet = running(churn("100%/min"), DEVICES, 10);
    loop.pass(120 * SECOND);

    Reconnects again = bench.connections.snapshot().reconnects();
    assertThat(again.ends().churned()).isEqualTo(DEVICES);
    assertThat(new HashSet<>(links.closed)).hasSize(DEVICES);
    assertThat(links.closed).isNotEqualTo(links.closed.stream().sorted().toList());
    assertThat(again.succeeded()).isEqualTo(DEVICES);
    assertThat(again.remainder()).isZero();
    assertThat(measured(fleet).ok()).isEqualTo(600);
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void aDeviceLeavesOnlyWhenNothingOfItsIsUnderWay() {
    links.onSend = (message, exchange) -> links.after(1_900, exchange);

    FleetRun fleet = running(churn("100%/min"), DEVICES, 10);
    loop.pass(120 * SECOND);

    assertThat(links.closed).hasSize(DEVICES);
    assertThat(measured(fleet).failed()).isEmpty();
    assertThat(measured(fleet).ok()).isEqualTo(600);
  }

  @Test
  void whatIsDueWhileADeviceComesBackGoesLateAndIsMeasuredLate() {
    connectMillis = 4_000;

    FleetRun fleet = running(churn("100%/min"), DEVICES, 10);
    loop.pass(120 * SECOND);

    DeviceBook.DeviceFlow flow = fleet.book("telemetry");
    assertThat(flow.totals().measured().ok()).isEqualTo(600);
    assertThat(flow.totals().measured().notSent()).isEmpty();
    assertThat(flow.totals().response().max()).isBetween(2_000 * MILLI, 4_100 * MILLI);
    assertThat(flow.totals().service().max()).isLessThan(20 * MILLI);
  }

  @Test
  void aStormFailsAtOnceWhatIsUnderWay() {
    links.onSend =
        (message, exchange) -> {
          if (loop.nanos() - message.atNanos() >= 0 && links.lost.isEmpty()) {
            links.after(2_500, exchange);
          } else {
            links.after(1, exchange);
          }
        };

    FleetRun fleet = running(storm(null, "30s"), DEVICES, 10);
    loop.pass(120 * SECOND);

    Reconnects again = bench.connections.snapshot().reconnects();
    assertThat(again.ends().stormed()).isEqualTo(DEVICES);
    assertThat(again.succeeded()).isEqualTo(DEVICES);
    assertThat(again.connectTime().count()).isEqualTo(DEVICES);
    assertThat(bench.connections.snapshot().connectTime().count()).isEqualTo(DEVICES);
    assertThat(measured(fleet).failed().get("transport.disconnected")).isBetween(19L, 20L);
    assertThat(measured(fleet).failed()).hasSize(1);
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void aStormsRateSpreadsTheReconnects() {
    running(storm(Rate.parse("2/s"), "30s"), DEVICES, 10);
    loop.pass(120 * SECOND);

    List<Long> begun = bench.connections.snapshot().handshakes().perSecond().begun();
    assertThat(begun.subList(1, begun.size()).stream().mapToLong(Long::longValue).max())
        .hasValue(2);
    assertThat(links.lost).hasSize(DEVICES);
  }

  @Test
  void aLostSessionIsTriedForUntilItIsThere() {
    FleetRun fleet = running(storm(null, "10s"), DEVICES, 10);
    links.onConnect = (session, exchange) -> links.fails(10, Cause.Transport.HANDSHAKE, exchange);
    loop.pass(30 * SECOND);
    links.onConnect = (session, exchange) -> links.after(5, exchange);
    loop.pass(90 * SECOND);

    Reconnects again = bench.connections.snapshot().reconnects();
    assertThat(again.failed().get("transport.handshake")).isGreaterThan(3L * DEVICES);
    assertThat(again.succeeded()).isEqualTo(DEVICES);
    assertThat(again.outstanding()).isZero();
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void whatWaitsForASessionThatNeverComesBackIsNotSentForThatReason() {
    FleetRun fleet = running(storm(null, "50s"), DEVICES, 10);
    links.onConnect = (session, exchange) -> links.fails(10, Cause.Transport.HANDSHAKE, exchange);
    loop.pass(120 * SECOND);

    assertThat(bench.connections.snapshot().reconnects().outstanding()).isEqualTo(DEVICES);
    assertThat(bench.connections.snapshot().reconnects().remainder()).isZero();
    assertThat(measured(fleet).notSent()).containsOnlyKeys(NotSent.NOT_CONNECTED.key());
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void aSecondStormFindsWhatTheFirstLeft() {
    running(storm(null, "20s", "21s"), DEVICES, 10);
    links.onConnect = (session, exchange) -> links.after(session % 2 == 0 ? 5 : 900_000, exchange);
    loop.pass(45 * SECOND);

    // Of the first storm the even ones are back, the odd ones are away already.
    assertThat(bench.connections.snapshot().reconnects().ends().stormed())
        .isEqualTo(DEVICES + DEVICES / 2);
    assertThat(bench.connections.snapshot().reconnects().remainder()).isZero();
  }

  @Test
  void aNewPortThatNothingComesBackToEndsInANewSession() {
    links.onSend =
        (message, exchange) -> {
          boolean cutOff =
              count(links.rebound, message.session()) > count(links.lost, message.session());
          if (!cutOff) {
            links.after(1, exchange);
          }
        };

    FleetRun fleet = running(new Life(null, Turnover.parse("100%/min"), null, null), DEVICES, 10);
    loop.pass(120 * SECOND);

    Reconnects again = bench.connections.snapshot().reconnects();
    assertThat(again.ends().rebound()).isEqualTo(DEVICES);
    assertThat(again.ends().rebindLost()).isBetween(DEVICES - 1L, (long) DEVICES);
    assertThat(again.succeeded()).isEqualTo(again.ends().rebindLost());
    assertThat(measured(fleet).failed())
        .containsEntry("transport.timeout", again.ends().rebindLost());
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void aNewPortThatSomethingComesBackToCostsNothing() {
    FleetRun fleet = running(new Life(null, Turnover.parse("100%/min"), null, null), DEVICES, 10);
    loop.pass(120 * SECOND);

    assertThat(links.rebound).hasSize(DEVICES);
    assertThat(bench.connections.snapshot().reconnects().ends().rebindLost()).isZero();
    assertThat(measured(fleet).ok()).isEqualTo(600);
  }

  @Test
  void aSleepingDeviceSendsNothingAndTheOthersAll() {
    Life.Sleepy sleepy =
        new Life.Sleepy(Share.parse("25%"), Span.parse("10s"), Span.parse("20s"), false);
    FleetRun fleet = running(new Life(null, null, null, sleepy), DEVICES, 10);
    loop.pass(120 * SECOND);

    FlowCounts counts = measured(fleet);
    // 5 of 20 devices sleep two thirds of the time: 5/20 * 2/3 of 600 messages.
    assertThat(counts.notSent().get("asleep")).isBetween(95L, 105L);
    assertThat(counts.notSent()).hasSize(1);
    assertThat(counts.ok() + counts.notSentTotal()).isEqualTo(600);
    Set<Integer> always = new HashSet<>();
    for (int device = 0; device < DEVICES; device++) {
      int it = device;
      if (links.sent.stream().filter(each -> each.device() == it).count() == 30) {
        always.add(device);
      }
    }
    assertThat(always).hasSize(15);
  }

  @Test
  void aDeviceThatSleepsOfflineHasNoSessionMeanwhile() {
    Life.Sleepy sleepy =
        new Life.Sleepy(Share.parse("25%"), Span.parse("10s"), Span.parse("20s"), true);
    FleetRun fleet = running(new Life(null, null, null, sleepy), DEVICES, 10);
    loop.pass(120 * SECOND);

    Reconnects again = bench.connections.snapshot().reconnects();
    // 5 of 20 devices fall asleep twice or three times in 70 s.
    assertThat(again.ends().churned()).isBetween(10L, 15L);
    assertThat(links.closed).hasSize((int) again.ends().churned());
    assertThat(again.succeeded()).isBetween(again.ends().churned() - 5, again.ends().churned());
    assertThat(measured(fleet).notSent()).hasSize(1);
    assertThat(measured(fleet).failed()).isEmpty();
  }

  @Test
  void aGatewayCarriesTheMessagesOfItsDevicesAndComesBackForAll() {
    connectMillis = 3_000;
    FleetRun fleet = running(storm(null, "30s"), 4, 10);
    loop.pass(120 * SECOND);

    assertThat(links.sent).allMatch(each -> each.session() == each.device() % 4);
    assertThat(bench.connections.snapshot().reconnects().ends().stormed()).isEqualTo(4);
    assertThat(measured(fleet).sent()).isEqualTo(600);
    assertThat(measured(fleet).notSent()).isEmpty();
  }

  @Test
  void aResumedSessionIsCountedApart() {
    links.resuming = true;
    running(storm(null, "30s"), DEVICES, 10);
    loop.pass(120 * SECOND);

    assertThat(bench.connections.snapshot().handshakes().full()).isEqualTo(DEVICES);
    assertThat(bench.connections.snapshot().handshakes().resumed()).isEqualTo(DEVICES);
  }

  private static long count(List<Integer> all, int session) {
    return all.stream().filter(each -> each == session).count();
  }

  private static FlowCounts measured(FleetRun fleet) {
    return fleet.book("telemetry").totals().measured();
  }

  private FleetRun running(Life life, int sessions, double rate) {
    links.onConnect = (session, exchange) -> links.after(connectMillis, exchange);
    return bench.running(
        new TestPlan(DEVICES)
            .life(sessions, life)
            .reconnectAfter(3 * SECOND)
            .with(TestPlan.phases("5s", "0s", "0s", "60s", "20s"))
            .flows(flow("telemetry", evenly(60 * SECOND, rate), 3 * SECOND)));
  }
}
