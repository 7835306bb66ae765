// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.evenly;
import static io.fleetload.simulator.device.TestPlan.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Turnover;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.outage.Outage;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.ScriptedLinks.Sent;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * What devices do about sessions on which nothing comes back any more: 60 s measured, 20 devices
 * with a message every 2 s, 8 s of patience for a message and 5 s for a session.
 */
class ReconnectorTest {
  private static final int DEVICES = 20;
  private static final long PATIENCE = 5 * SECOND;

  private final FleetBench bench = new FleetBench();
  private final ManualLoop loop = bench.loop;
  private final ScriptedLinks links = bench.links;
  private Phases phases = TestPlan.phases("5s", "0s", "0s", "60s", "20s");

  @Test
  void devicesThatTheTargetForgotAreBackAfterTheirPatience() {
    FleetRun fleet = running(PATIENCE);
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(100 * SECOND);

    assertThat(reconnects().ends().silent()).isEqualTo(DEVICES);
    assertThat(reconnects().succeeded()).isEqualTo(DEVICES);
    assertThat(reconnects().remainder()).isZero();
    assertThat(bench.ended).isCompleted();
    // The message that was under way failed, and was not sent again.
    assertThat(measured(fleet).failed()).hasSize(1).containsEntry("transport.timeout", 20L);
    assertThat(measured(fleet).sent()).isEqualTo(600);
    assertThat(measured(fleet).ok()).isEqualTo(580);
    assertThat(measured(fleet).remainder()).isZero();
  }

  @Test
  void whatWasDueWhileADeviceWasGoneGoesLateAndIsMeasuredLate() {
    FleetRun fleet = running(PATIENCE);
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(100 * SECOND);

    DeviceBook.DeviceFlow flow = fleet.book("telemetry");
    // Those due 2 s and 4 s after the message that got no answer.
    assertThat(reconnects().outage().messagesLate()).isEqualTo(2L * DEVICES);
    assertThat(flow.totals().response().max()).isBetween(3 * SECOND, 4 * SECOND);
    assertThat(flow.totals().service().max()).isLessThan(SECOND);
  }

  @Test
  void theOutageSaysHowManyWereGoneForHowLongAndWhatItCost() {
    running(PATIENCE);
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(100 * SECOND);

    Outage outage = reconnects().outage();
    assertThat(outage.sessions()).isEqualTo(DEVICES);
    assertThat(outage.goneFor().count()).isEqualTo(DEVICES);
    // From the message that got no answer; silence is looked for four times a second.
    assertThat(outage.goneFor().percentile(0)).isGreaterThanOrEqualTo(PATIENCE);
    assertThat(outage.goneFor().max()).isLessThan(PATIENCE + SECOND);
    // The last device sends 2 s after the first one.
    assertThat(outage.lastBackEpochMs() - outage.firstGoneEpochMs()).isBetween(6_500L, 7_500L);
    assertThat(outage.left().values().stream().mapToLong(n -> n).sum()).isEqualTo(DEVICES);
    assertThat(outage.back().values().stream().mapToLong(n -> n).sum()).isEqualTo(DEVICES);
    assertThat(outage.messagesFailed()).isEqualTo(DEVICES);
  }

  @Test
  void messagesThatTimedOutBeforeTheDeviceGaveUpAreOfTheOutageToo() {
    FleetRun fleet = running(20 * SECOND);
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(100 * SECOND);

    // At 8 s, 16 s and, as the device gives up, 20 s.
    assertThat(measured(fleet).failed()).containsEntry("transport.timeout", 3L * DEVICES);
    assertThat(reconnects().outage().messagesFailed()).isEqualTo(3L * DEVICES);
  }

  @Test
  void anAnswerToAnythingKeepsTheSession() {
    // Every other message of a device is lost, and waits longer than a session would.
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() / DEVICES % 2 == 0) {
            links.after(1, exchange);
          }
        };
    FleetRun fleet = running(10 * SECOND);
    loop.pass(120 * SECOND);

    assertThat(measured(fleet).failed()).containsKey("transport.timeout");
    assertThat(reconnects().ends().silent()).isZero();
  }

  @Test
  void aRefusalIsASignOfLife() {
    links.onSend = (message, exchange) -> links.fails(1, new Cause.Protocol("5.03"), exchange);
    running(PATIENCE);
    loop.pass(120 * SECOND);

    assertThat(reconnects().ends().silent()).isZero();
  }

  @Test
  void anAcknowledgementIsASignOfLifeThoughTheResponseIsLate() {
    links.onSend =
        (message, exchange) -> {
          loop.after(SECOND, exchange::accepted);
          links.after(7_500, exchange);
        };
    FleetRun fleet = running(PATIENCE);
    loop.pass(120 * SECOND);

    assertThat(reconnects().ends().silent()).isZero();
    assertThat(measured(fleet).failed()).isEmpty();
  }

  @Test
  void aDeviceThatSendsNothingKeepsItsSession() {
    FleetRun fleet = running(PATIENCE);
    loop.pass(62 * SECOND);

    assertThat(measured(fleet).ok()).isEqualTo(600);
    assertThat(reconnects().attempts()).isZero();
    assertThat(reconnects().outage().sessions()).isZero();
  }

  @Test
  void withoutPatienceASessionIsNeverGivenUp() {
    FleetRun fleet = running(0);
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(100 * SECOND);

    assertThat(reconnects().attempts()).isZero();
    assertThat(measured(fleet).failed()).containsKey("transport.timeout");
  }

  @Test
  void anUnreachableTargetIsTriedAtOnceAndThenWithPausesThatGrow() {
    running(PATIENCE);
    loop.pass(20 * SECOND);
    BiConsumer<Sent, DeviceLink.Exchange> answered = links.onSend;
    links.onSend = (message, exchange) -> links.fails(0, Cause.Transport.UNREACHABLE, exchange);
    links.onConnect = (session, exchange) -> links.fails(0, Cause.Transport.UNREACHABLE, exchange);
    loop.pass(10 * SECOND);

    Reconnects down = reconnects();
    assertThat(down.ends().silent()).isEqualTo(DEVICES);
    assertThat(down.outstanding()).isEqualTo(DEVICES);
    // In 8 s to 10 s, after 0 s, 0.5 to 1 s, 1.5 to 3 s, 3.5 to 7 s and 7.5 to 15 s.
    assertThat(down.attempts()).isBetween(4L * DEVICES, 5L * DEVICES);

    links.onSend = answered;
    links.onConnect = (session, exchange) -> links.after(5, exchange);
    loop.pass(90 * SECOND);

    assertThat(reconnects().outstanding()).isZero();
    assertThat(reconnects().remainder()).isZero();
    assertThat(reconnects().outage().messagesFailed()).isEqualTo(DEVICES);
  }

  @Test
  void devicesThatAreGoneTogetherComeBackAtTheConnectRate() {
    phases = withConnectRate("4/s");
    running(PATIENCE);
    loop.pass(10 * SECOND);
    int connected = bench.connections.snapshot().handshakes().perSecond().begun().size();
    links.onSend = (message, exchange) -> links.fails(0, Cause.Transport.UNREACHABLE, exchange);
    loop.pass(2 * SECOND);
    links.onSend = (message, exchange) -> links.after(1, exchange);
    loop.pass(60 * SECOND);

    List<Long> begun = bench.connections.snapshot().handshakes().perSecond().begun();
    assertThat(reconnects().succeeded()).isGreaterThanOrEqualTo(DEVICES);
    assertThat(begun.subList(connected, begun.size())).allMatch(each -> each <= 5);
  }

  @Test
  void aSessionThatTheTargetEndedIsAnOutageOfItsOwnKind() {
    FleetRun fleet = running(PATIENCE);
    loop.pass(20 * SECOND);
    for (int session = 0; session < 5; session++) {
      fleet.disconnected(session);
    }
    loop.pass(100 * SECOND);

    assertThat(reconnects().ends().targetEnded()).isEqualTo(5);
    assertThat(reconnects().ends().silent()).isZero();
    assertThat(reconnects().outage().sessions()).isEqualTo(5);
    assertThat(reconnects().outage().goneFor().max()).isLessThan(SECOND);
    assertThat(reconnects().remainder()).isZero();
  }

  @Test
  void aSessionThatIsFoundEndedWhenAMessageIsDueBeginsAnew() {
    links.onSend =
        (message, exchange) -> {
          if (links.lost.contains(message.session())) {
            links.after(1, exchange);
          } else {
            exchange.failed(Cause.Transport.DISCONNECTED);
          }
        };
    FleetRun fleet = running(PATIENCE);
    loop.pass(120 * SECOND);

    assertThat(reconnects().ends().targetEnded()).isEqualTo(DEVICES);
    assertThat(measured(fleet).failed()).containsEntry("transport.disconnected", 20L);
    assertThat(reconnects().outage().messagesFailed()).isEqualTo(DEVICES);
  }

  @Test
  void aMessageThatWasAcknowledgedBeforeTheTargetWasGoneIsOfTheOutage() {
    links.onSend =
        (message, exchange) -> {
          if (links.lost.contains(message.session())) {
            links.after(1, exchange);
          } else {
            exchange.accepted();
            links.fails(500, Cause.Transport.UNREACHABLE, exchange);
          }
        };
    running(PATIENCE);
    loop.pass(120 * SECOND);

    assertThat(reconnects().ends().silent()).isEqualTo(DEVICES);
    assertThat(reconnects().outage().messagesFailed()).isEqualTo(DEVICES);
  }

  @Test
  void churnAndStormsAreNoOutage() {
    Life churn = new Life(Turnover.parse("100%/min"), null, null, null);
    running(churn, PATIENCE);
    loop.pass(120 * SECOND);

    assertThat(reconnects().ends().churned()).isEqualTo(DEVICES);
    assertThat(reconnects().outage().sessions()).isZero();
    assertThat(reconnects().outage().messagesLate()).isZero();
  }

  @Test
  void aPauseOfTheGeneratorIsNotTakenForSilence() {
    links.onSend =
        (message, exchange) -> {
          // What comes while the generator is stopped is there when it goes on.
          loop.after(1_000_000, () -> loop.execute(() -> exchange.succeeded(null)));
        };
    running(PATIENCE);
    loop.pass(20 * SECOND);
    loop.freeze(7 * SECOND);
    loop.pass(93 * SECOND);

    assertThat(reconnects().ends().silent()).isZero();
  }

  @Test
  void aSecondOutageIsCountedOnItsOwn() {
    running(PATIENCE);
    loop.pass(10 * SECOND);
    forgetAll();
    loop.pass(20 * SECOND);
    forgetAll();
    loop.pass(90 * SECOND);

    assertThat(reconnects().ends().silent()).isEqualTo(2L * DEVICES);
    assertThat(reconnects().outage().sessions()).isEqualTo(DEVICES);
    assertThat(reconnects().outage().goneFor().count()).isEqualTo(2L * DEVICES);
    assertThat(reconnects().remainder()).isZero();
  }

  /** From now on the target answers on the sessions alone that begin from now on. */
  private void forgetAll() {
    int lostBefore = links.lost.size();
    links.onSend =
        (message, exchange) -> {
          if (links.lost.lastIndexOf(message.session()) >= lostBefore) {
            links.after(1, exchange);
          }
        };
  }

  private Reconnects reconnects() {
    return bench.connections.snapshot().reconnects();
  }

  private static FlowCounts measured(FleetRun fleet) {
    return fleet.book("telemetry").totals().measured();
  }

  private Phases withConnectRate(String rate) {
    return new Phases(
        new Phases.Connect(
            Rate.parse(rate), phases.connect().timeout(), phases.connect().attempts()),
        phases.ramp(),
        phases.warmUp(),
        phases.measuring(),
        phases.drain());
  }

  private FleetRun running(long reconnectAfter) {
    return running(Life.NONE, reconnectAfter);
  }

  private FleetRun running(Life life, long reconnectAfter) {
    return bench.running(
        new TestPlan(DEVICES)
            .life(DEVICES, life)
            .reconnectAfter(reconnectAfter)
            .with(phases)
            .flows(flow("telemetry", evenly(60 * SECOND, 10), 8 * SECOND)));
  }
}
