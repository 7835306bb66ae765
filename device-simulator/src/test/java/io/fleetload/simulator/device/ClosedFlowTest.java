package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Share;
import io.fleetload.profile.Span;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Warm-up 2 s, measured 10 s, drain 5 s. */
class ClosedFlowTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final ManualLoop loop = new ManualLoop();
  private final ScriptedLinks links = new ScriptedLinks(loop);
  private final GeneratorWatch watch = new GeneratorWatch(new Generator(null));
  private CompletableFuture<Void> ended;
  private long beganNanos;

  @Test
  void aUserSendsWhenTheOutcomeIsThereAndItHasThought() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(4, null, 150 * MILLI)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    // Every 250 ms from 0 on: 8 in the warm-up, 40 in the measured phase, by each of 4 users.
    assertThat(book.warmUp().scheduled()).isEqualTo(4 * 8);
    assertThat(book.measured().scheduled()).isEqualTo(4 * 40);
    assertThat(book.measured().sentInPeriod()).isEqualTo(4 * 40);
    assertThat(book.measured().ok()).isEqualTo(4 * 40);
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.asked()).isNull();
    assertThat(book.closed().users()).isEqualTo(4);
    assertThat(book.cold().scheduled()).isEqualTo(4);
    assertThat(book.sent().between(book.measuredFrom(), book.measuredTo()).size()).isEqualTo(160);
    assertThat(ended).isDone();
  }

  @Test
  void numbersTellDeviceAndPeriodAndGrowWithEachDevicesMessages() {
    links.onSend = (message, exchange) -> links.after(30 + 17L * message.device(), exchange);

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(3, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    Map<Integer, Integer> last = new HashMap<>();
    for (ScriptedLinks.Sent message : links.sent) {
      Stamp stamp = message.stamp();
      boolean measured = stamp.n() >= book.measuredFrom();
      assertThat(book.turns().device(stamp.n())).isEqualTo(message.device());
      assertThat(stamp.period()).isEqualTo(measured ? Period.MEASURED : Period.WARM_UP);
      assertThat(measured).isEqualTo(message.atNanos() - beganNanos >= 2 * SECOND);
      assertThat(stamp.n()).isGreaterThan(last.getOrDefault(message.device(), -1));
      last.put(message.device(), stamp.n());
    }
    assertThat(last).hasSize(3);
  }

  @Test
  void iterationsAreOfTheMeasuredPhaseAndEndBeforeItDoes() {
    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(5, 20, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().ok()).isEqualTo(100);
    assertThat(book.measuredTo() - book.measuredFrom()).isEqualTo(100);
    assertThat(book.warmUp().ok()).isGreaterThan(100);
    assertThat(book.warmUp().remainder()).isZero();
  }

  @Test
  void withoutAWarmUpTheFirstNumberIsTheFirstMeasuredOne() {
    Fleet fleet = running(plan(10, "0s", new LoadModel.Closed(5, 20, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measuredFrom()).isZero();
    assertThat(book.warmUp().scheduled()).isZero();
    assertThat(book.measured().ok()).isEqualTo(100);
    assertThat(book.cold().inMeasured()).isEqualTo(5);
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

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(2, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.response().max()).isBetween(1_900 * MILLI, 2_020 * MILLI);
    assertThat(book.response().percentile(99)).isLessThan(20 * MILLI);
  }

  @Test
  void whatFindsNoWayIsNotTriedAgainAtOnce() {
    links.onSend = (message, exchange) -> exchange.failed(Cause.Transport.UNREACHABLE);

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(2, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().failed()).containsEntry("transport.unreachable", 2 * 10L);
    assertThat(book.measured().remainder()).isZero();
  }

  @Test
  void anErrorOfTheTargetIsAnOutcomeLikeAnother() {
    links.onSend = (message, exchange) -> links.fails(100, new Cause.Protocol("5.03"), exchange);

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(2, null, 0)));
    loop.pass(20 * SECOND);

    assertThat(fleet.books().get("telemetry").measured().failed())
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

    Fleet fleet = running(plan(3, "2s", new LoadModel.Closed(3, null, SECOND)));
    loop.pass(60 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().notSent()).containsEntry("notConnected", 10L);
    assertThat(book.measured().remainder()).isZero();
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

    Fleet fleet = running(plan(1, "2s", new LoadModel.Closed(1, null, 0)));
    loop.pass(30 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.warmUp().failed()).containsEntry("transport.timeout", 1L);
    assertThat(book.warmUp().remainder()).isZero();
    assertThat(book.measured().ok()).isBetween(70L, 80L);
  }

  @Test
  void usersBeginOneAfterTheOtherInTheRamp() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    running(plan(10, "2s", "2s", Life.NONE, new LoadModel.Closed(4, null, 0)));
    loop.pass(20 * SECOND);

    Map<Integer, Long> first = new HashMap<>();
    links.sent.forEach(each -> first.putIfAbsent(each.device(), each.atNanos() - beganNanos));
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
            new Life.Sleepy(Share.parse("100%"), Span.parse("1s"), Span.parse("1s")));

    Fleet fleet = running(plan(4, "0s", "2s", life, new LoadModel.Closed(4, null, 0)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.measured().notSentTotal()).isZero();
    // Ten a second while awake, which is half of the ten seconds.
    assertThat(book.measured().ok()).isBetween(4 * 40L, 4 * 60L);
    assertThat(ended).isDone();
  }

  @Test
  void onlyMeasuredMessagesTellHowLateTheGeneratorIs() {
    links.onSend = (message, exchange) -> links.after(100, exchange);

    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(3, null, 0)));
    loop.pass(20 * SECOND);

    long measured = fleet.books().get("telemetry").measured().sent();
    assertThat(watch.lags().count()).isPositive().isEqualTo(measured);
    assertThat(watch.times().pacing().count()).isEqualTo(measured);
    assertThat(watch.times().pacing().max()).as("in its smallest unit").isLessThan(1_000);
  }

  @Test
  void aStoppedRunBalances() {
    Fleet fleet = running(plan(10, "2s", new LoadModel.Closed(4, 1_000, 0)));
    loop.pass(4 * SECOND);
    fleet.stop();
    loop.pass(SECOND);
    int sent = links.sent.size();
    loop.pass(20 * SECOND);

    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.measured().scheduled()).isPositive();
    assertThat(links.sent).hasSize(sent);
  }

  private Fleet running(FleetPlan plan) {
    ConnectionBook connections = new ConnectionBook(plan.devices());
    Connecting connecting =
        new Connecting(plan.own(), plan.phases().connect(), links::of, loop, loop, connections, 1);
    CompletableFuture<Cause> connected = connecting.begin();
    loop.pass(20 * SECOND);
    assertThat(connected).isCompletedWithValue(null);
    beganNanos = loop.nanos() + MILLI;
    Fleet fleet = new Fleet(plan, links::of, connecting, loop, loop, watch, beganNanos);
    ended = fleet.begin();
    return fleet;
  }

  private static FleetPlan plan(int devices, String warmUp, LoadModel model) {
    return plan(devices, "0s", warmUp, Life.NONE, model);
  }

  private static FleetPlan plan(
      int devices, String ramp, String warmUp, Life life, LoadModel model) {
    Phases phases =
        new Phases(
            new Phases.Connect(Rate.parse("1000/s"), Span.parse("1s"), 2),
            Span.parse(ramp),
            Span.parse(warmUp),
            Span.parse("10s"),
            Span.parse("5s"));
    return new FleetPlan(
        "r1",
        devices,
        "device-{index}",
        phases,
        List.of(
            new FlowPlan("telemetry", model, 3 * SECOND, false, (device, stamp) -> body(stamp))),
        new AnswerPlan("answer", 3 * SECOND, (device, stamp) -> body(stamp)),
        1,
        devices,
        life);
  }

  private static byte[] body(Stamp stamp) {
    return ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8);
  }
}
