package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Span;
import io.fleetload.results.DeviceBook;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.Piece;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.schedule.EvenTimes;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InFlightCapTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final int DEVICES = 100;

  private final ManualLoop loop = new ManualLoop();
  private final ScriptedLinks links = new ScriptedLinks(loop);
  private final GeneratorWatch watch = new GeneratorWatch(new Generator(null));
  private CompletableFuture<Void> ended;
  private int underWay;
  private int mostUnderWay;

  @Test
  void neverAreMoreUnderWayAndTheOthersAreLateAndSaySo() {
    links.onSend = (message, exchange) -> answered(message.stamp().n() == 200 ? 500 : 10, exchange);
    Fleet fleet = running(plan(1, flow("telemetry", 100, false)));
    loop.pass(30 * SECOND);

    assertThat(mostUnderWay).isEqualTo(1);
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().ok()).isEqualTo(1_000);
    assertThat(book.measured().notSent()).isEmpty();
    assertThat(book.response().max()).as("from the due time").isGreaterThan(490 * MILLI);
    assertThat(book.response().percentile(95)).isGreaterThan(300 * MILLI);
    assertThat(book.service().percentile(95)).isLessThan(11 * MILLI);
    assertThat(watch.health(0).capped().count()).isGreaterThan(100);
    assertThat(watch.health(0).capped().max()).isBetween(480.0, 500.0);
    assertThat(watch.health(0).lag().max()).as("the generator was in time").isZero();
    assertThat(watch.health(0).reasons()).isEmpty();
  }

  @Test
  void aCapThatIsNotReachedHoldsNobody() {
    links.onSend = (message, exchange) -> answered(50, exchange);
    Fleet fleet = running(plan(6, flow("telemetry", 100, false)));
    loop.pass(30 * SECOND);

    assertThat(watch.health(0).capped().count()).isZero();
    assertThat(watch.health(0).pacing().count()).isEqualTo(1_000);
    assertThat(fleet.books().get("telemetry").response().max()).isLessThan(51 * MILLI);
  }

  @Test
  void aQueryThatTheTargetAcknowledgedKeepsNobodyOut() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().flow().equals("query")) {
            loop.after(MILLI, exchange::accepted);
            loop.after(2 * MILLI, exchange::accepted);
            links.command(4_000, message.stamp(), exchange);
          } else {
            answered(1, exchange);
          }
        };
    Fleet fleet = running(plan(2, flow("query", 10, true), flow("telemetry", 100, false)));
    loop.pass(30 * SECOND);

    assertThat(fleet.books().get("telemetry").measured().ok()).isEqualTo(1_000);
    assertThat(fleet.books().get("telemetry").response().max()).isLessThan(5 * MILLI);
    assertThat(fleet.books().get("query").measured().ok()).isEqualTo(100);
    assertThat(mostUnderWay).isEqualTo(1);
  }

  @Test
  void whatWaitsGoesInTheOrderItWasDueWhicheverFlowItIsOf() {
    links.onSend = (message, exchange) -> answered(25, exchange);
    running(plan(1, flow("slow", 10, false), flow("fast", 50, false)));
    loop.pass(30 * SECOND);

    List<Long> dues = links.sent.stream().map(each -> each.stamp().due()).toList();
    assertThat(dues).isSorted();
    assertThat(links.sent).extracting(each -> each.stamp().flow()).contains("slow", "fast");
  }

  @Test
  void whatStillWaitsAtTheEndWasNotSent() {
    links.onSend = (message, exchange) -> answered(1_900, exchange);
    Fleet fleet = running(plan(5, flow("telemetry", 10, false), flow("event", 10, false)));
    loop.pass(30 * SECOND);

    assertThat(ended).isDone();
    assertThat(mostUnderWay).isEqualTo(5);
    for (DeviceBook.Flow book : fleet.books().values()) {
      assertThat(book.measured().remainder()).isZero();
      assertThat(book.warmUp().remainder()).isZero();
      assertThat(book.measured().notSent()).containsOnlyKeys("runEnded");
    }
  }

  @Test
  void silentDevicesDoNotKeepOutTheOthers() {
    links.onSend =
        (message, exchange) -> {
          if (message.device() != 7) {
            answered(1, exchange);
          }
        };
    Fleet fleet = running(plan(1, flow("telemetry", 10, false)));
    loop.pass(30 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().ok()).isEqualTo(99);
    assertThat(book.measured().notSent()).as("its own").containsEntry("runEnded", 1L);
    assertThat(book.warmUp().inFlight()).isEqualTo(1);
    assertThat(book.response().max()).isBetween(600 * MILLI, 1_000 * MILLI);
    assertThat(book.measured().remainder()).isZero();
  }

  @Test
  void anAbortedRunSendsNothingThatWaited() {
    links.onSend = (message, exchange) -> answered(1_000, exchange);
    Fleet fleet = running(plan(5, flow("telemetry", 100, false)));
    loop.pass(4 * SECOND);
    fleet.abort();
    int sent = links.sent.size();
    loop.pass(SECOND + SECOND / 2);

    assertThat(links.sent).hasSize(sent);
    assertThat(ended).as("nothing is waited for but what is under way").isDone();
    assertThat(fleet.books().get("telemetry").measured().remainder()).isZero();
  }

  @Test
  void answersWaitAsWellAndEachCommandIsAnsweredOnce() {
    links.onSend =
        (message, exchange) -> {
          loop.after(MILLI, exchange::accepted);
          links.command(20, message.stamp(), exchange);
        };
    links.onAnswer = (message, exchange) -> answered(150, exchange);
    Fleet fleet = running(plan(1, flow("query", 5, true)));
    loop.pass(40 * SECOND);

    DeviceBook.Flow answers = fleet.books().get("answer");
    assertThat(mostUnderWay).isEqualTo(1);
    assertThat(answers.measured().ok()).isEqualTo(50);
    assertThat(answers.measured().remainder()).isZero();
    assertThat(links.answered).extracting(each -> each.stamp().n()).doesNotHaveDuplicates();
  }

  @Test
  void answersThatWaitAtTheEndWereNotSent() {
    links.onSend =
        (message, exchange) -> {
          loop.after(MILLI, exchange::accepted);
          links.command(700, message.stamp(), exchange);
        };
    links.onAnswer = (message, exchange) -> {};
    Fleet fleet = running(plan(1, flow("query", 5, true)));
    loop.pass(40 * SECOND);

    assertThat(ended).isDone();
    DeviceBook.Flow answers = fleet.books().get("answer");
    assertThat(answers.warmUp().scheduled() + answers.measured().scheduled()).isPositive();
    assertThat(answers.measured().remainder()).isZero();
    assertThat(answers.warmUp().remainder()).isZero();
    assertThat(answers.warmUp().notSent()).containsKey("runEnded");
  }

  @Test
  void aThousandThatFailAtOnceDoNotNest() {
    DeviceLink.Exchange[] first = new DeviceLink.Exchange[1];
    links.onSend =
        (message, exchange) -> {
          if (first[0] == null) {
            first[0] = exchange;
          } else {
            exchange.failed(Cause.Transport.DISCONNECTED);
          }
        };
    Fleet fleet = running(plan(20_000, 1, flow("telemetry", 5_000, false)));
    loop.pass(1_500 * MILLI);
    first[0].failed(Cause.Transport.DISCONNECTED);
    loop.pass(30 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().failed()).containsEntry("transport.disconnected", 50_000L);
    assertThat(book.measured().remainder()).isZero();
  }

  @Test
  void theUsersOfAClosedModelWaitForItToo() {
    links.onSend = (message, exchange) -> answered(100, exchange);
    Fleet fleet =
        running(
            plan(
                3,
                new FlowPlan(
                    "telemetry",
                    new LoadModel.Closed(10, null, 0),
                    60 * SECOND,
                    false,
                    (device, stamp) -> body(stamp))));
    loop.pass(30 * SECOND);

    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(mostUnderWay).isEqualTo(3);
    assertThat(book.measured().ok()).isBetween(295L, 310L);
    assertThat(book.response().percentile(50))
        .as("ten users, three at a time")
        .isGreaterThan(300 * MILLI);
    assertThat(book.measured().remainder()).isZero();
  }

  private void answered(long millis, DeviceLink.Exchange exchange) {
    underWay++;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    loop.after(
        millis * MILLI,
        () -> {
          underWay--;
          exchange.succeeded(null);
        });
  }

  private Fleet running(FleetPlan plan) {
    Connecting connecting =
        new Connecting(
            plan.ownSessions(),
            plan.phases().connect(),
            links::of,
            loop,
            loop,
            new ConnectionBook(plan.devices()),
            1);
    CompletableFuture<Cause> connected = connecting.begin();
    loop.pass(60 * SECOND);
    assertThat(connected).isCompletedWithValue(null);
    Fleet fleet = new Fleet(plan, links::of, connecting, loop, loop, watch, loop.nanos() + MILLI);
    ended = fleet.begin();
    return fleet;
  }

  private static FleetPlan plan(int cap, FlowPlan... flows) {
    return plan(DEVICES, cap, flows);
  }

  private static FleetPlan plan(int devices, int cap, FlowPlan... flows) {
    Phases phases =
        new Phases(
            new Phases.Connect(Rate.parse("1000/s"), Span.parse("1s"), 2),
            null,
            Span.parse("2s"),
            Span.parse("10s"),
            Span.parse("5s"));
    return new FleetPlan(
        "r1",
        devices,
        "device-{index}",
        phases,
        List.of(flows),
        new AnswerPlan("answer", 60 * SECOND, (device, stamp) -> body(stamp)),
        1,
        devices,
        Life.NONE,
        cap);
  }

  private static FlowPlan flow(String name, double rate, boolean command) {
    RateCourse course = new RateCourse(List.of(Piece.constant(12 * SECOND, rate)));
    return new FlowPlan(
        name,
        new LoadModel.Open(course, new EvenTimes(course, 0)),
        60 * SECOND,
        command,
        (device, stamp) -> body(stamp));
  }

  private static byte[] body(Stamp stamp) {
    return ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8);
  }
}
