package io.fleetload.simulator.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Span;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.Piece;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.schedule.EvenTimes;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FleetTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long TIMEOUT = 3 * SECOND;

  private final ManualLoop loop = new ManualLoop();
  private final ScriptedLinks links = new ScriptedLinks(loop);
  private final GeneratorWatch watch = new GeneratorWatch(new Generator(null));
  private CompletableFuture<Void> ended;

  @Test
  void everyMessageIsSentWhenItIsDueAndBooked() {
    Fleet fleet = running(plan(10, flow("telemetry", 100, false)));

    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.warmUp().scheduled()).isEqualTo(200);
    assertThat(book.measured().scheduled()).isEqualTo(1_000);
    assertThat(book.measured().sentInPeriod()).isEqualTo(1_000);
    assertThat(book.measured().ok()).isEqualTo(1_000);
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.response().count()).isEqualTo(1_000);
    assertThat(book.response().max()).isBetween(10 * MILLI, 10 * MILLI + MILLI / 10);
    assertThat(ended).isDone();
  }

  @Test
  void aLateDeviceIsMeasuredFromItsDueTime() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 100 ? 400 : 1, exchange);

    Fleet fleet = running(plan(1, flow("telemetry", 10, false)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().ok()).isEqualTo(100);
    assertThat(book.response().max()).isBetween(399 * MILLI, 401 * MILLI);
    // Messages due while their device waited left late: 300, 200 and 100 ms after they were due.
    assertThat(book.response().percentile(99)).isBetween(300 * MILLI, 303 * MILLI);
    assertThat(book.service().percentile(99)).isLessThan(2 * MILLI);
  }

  @Test
  void aStallOfTheTargetMovesNoDueTime() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 25 ? 2_500 : 1, exchange);

    running(plan(1, flow("telemetry", 10, false)));
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

    Fleet fleet = running(plan(1, flow("telemetry", 100, false)));
    loop.pass(30 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().notSent()).containsKeys("deviceBusy", "runEnded");
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.warmUp().remainder()).isZero();
  }

  @Test
  void anUnansweredMessageTimesOutAndItsLateAnswerIsNotBookedTwice() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() == 50 ? 5_000 : 1, exchange);

    Fleet fleet = running(plan(5, flow("telemetry", 10, false)));
    loop.pass(30 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().failed()).containsEntry("transport.timeout", 1L);
    assertThat(book.measured().remainder()).isZero();
    assertThat(links.abandoned).hasSize(1);
  }

  @Test
  void whatHasNoOutcomeAtTheEndOfTheDrainIsInFlight() {
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() != 119) {
            links.after(1, exchange);
          }
        };

    Fleet fleet = running(plan(5, flow("telemetry", 10, false, 60 * SECOND)));
    loop.pass(30 * SECOND);

    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().inFlight()).isEqualTo(1);
    assertThat(book.measured().remainder()).isZero();
  }

  @Test
  void aCommandIsAnsweredUnderTheNumberOfItsQuery() {
    links.onSend = (message, exchange) -> links.command(20, message.stamp(), exchange);

    Fleet fleet = running(plan(10, flow("query", 10, true)));
    loop.pass(20 * SECOND);

    DeviceBook.Flow answers = fleet.books().get("answer");
    assertThat(answers.measured().ok()).isEqualTo(100);
    assertThat(answers.measured().remainder()).isZero();
    assertThat(links.answered).hasSize(120);
    Stamp first = links.answered.get(0).stamp();
    assertThat(first.n()).isZero();
    assertThat(first.flow()).isEqualTo("answer");
    assertThat(first.period()).isEqualTo(Period.WARM_UP);
    assertThat(first.legs().commandReceived()).isEqualTo(first.sent());
  }

  @Test
  void aQueryWithoutACommandFails() {
    links.onSend = (message, exchange) -> links.after(20, exchange);

    Fleet fleet = running(plan(10, flow("query", 10, true)));
    loop.pass(20 * SECOND);

    assertThat(fleet.books().get("query").measured().failed())
        .containsEntry("backend.missingCommand", 100L);
  }

  @Test
  void theCommandOfAnEarlierQueryIsLateAndStillAnswered() {
    Stamp[] before = new Stamp[1];
    links.onSend =
        (message, exchange) -> {
          if (message.stamp().n() == 60) {
            before[0] = message.stamp();
            links.after(10, exchange);
          } else if (message.stamp().n() == 70) {
            links.command(10, before[0], exchange);
          } else {
            links.command(10, message.stamp(), exchange);
          }
        };

    Fleet fleet = running(plan(10, flow("query", 10, true)));
    loop.pass(20 * SECOND);

    assertThat(fleet.books().get("query").measured().failed())
        .containsEntry("backend.missingCommand", 1L)
        .containsEntry("backend.lateCommand", 1L);
    assertThat(fleet.books().get("answer").measured().ok()).isEqualTo(99);
    assertThat(fleet.books().get("answer").ok().contains(60)).isTrue();
  }

  @Test
  void aFrozenGeneratorIsLateAndSaysSo() {
    Fleet fleet = running(plan(50, flow("telemetry", 100, false)));
    loop.pass(4 * SECOND);
    loop.freeze(SECOND);
    loop.pass(20 * SECOND);

    GeneratorHealth health = watch.health(loop.faults());
    assertThat(health.lag().max()).isBetween(990.0, 1_010.0);
    assertThat(health.loopDelay().max()).isBetween(985.0, 1_000.0);
    assertThat(health.reasons())
        .satisfiesExactly(
            lag -> assertThat(lag).contains("(generator.maxLag)"),
            delay -> assertThat(delay).contains("(generator.maxLoopDelay)"));
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().ok()).isEqualTo(1_000);
    assertThat(book.response().max()).isGreaterThan(990 * MILLI);
  }

  @Test
  void anIdleGeneratorIsAtItsWireInTime() {
    running(plan(50, flow("telemetry", 100, false)));
    loop.pass(30 * SECOND);

    GeneratorHealth health = watch.health(loop.faults());
    assertThat(health.loopDelay().count()).as("a hundred a second").isBetween(999L, 1_001L);
    assertThat(health.loopDelay().max()).isZero();
    assertThat(health.pacing().count()).isEqualTo(1_000);
    assertThat(health.reasons()).isEmpty();
  }

  @Test
  void aCommandThatComesAfterTheEndIsNotAnswered() {
    links.onSend =
        (message, exchange) ->
            links.command(message.stamp().n() >= 110 ? 7_000 : 10, message.stamp(), exchange);
    Fleet fleet = running(plan(20, flow("query", 10, true, 60 * SECOND)));
    loop.pass(17_500 * MILLI);
    assertThat(ended).isDone();
    int answered = links.answered.size();
    DeviceBook.Flow queries = fleet.books().get("query");
    DeviceBook.Flow answers = fleet.books().get("answer");
    assertThat(queries.measured().inFlight()).isPositive();

    loop.pass(20 * SECOND);

    assertThat(links.answered).hasSize(answered);
    assertThat(fleet.books().get("answer").measured()).isEqualTo(answers.measured());
    assertThat(fleet.books().get("query").measured()).isEqualTo(queries.measured());
    assertThat(answers.measured().sent() + answers.warmUp().sent()).isEqualTo(answered);
    assertThat(queries.measured().remainder()).isZero();
  }

  @Test
  void nothingIsAskedForInTheDrain() {
    links.onSend = (message, exchange) -> {};
    Fleet fleet = running(plan(10, flow("telemetry", 100, false, 60 * SECOND)));
    loop.pass(11 * SECOND);
    assertThat(fleet.figures().get("telemetry").askedNow()).isEqualTo(100);
    loop.pass(2 * SECOND + MILLI);
    assertThat(ended).isNotDone();
    assertThat(fleet.figures().get("telemetry").askedNow()).isZero();
    assertThat(fleet.progress(1).get("telemetry").asked()).isZero();
    assertThat(fleet.progress(2).get("telemetry").asked()).as("of half of it").isEqualTo(50);
  }

  @Test
  void nothingIsAskedForInTheDrainOfAnAbortedRun() {
    links.onSend = (message, exchange) -> {};
    Fleet fleet = running(plan(10, flow("telemetry", 100, false, 60 * SECOND)));
    loop.pass(4 * SECOND);
    fleet.abort();
    loop.pass(2 * SECOND);
    assertThat(ended).isNotDone();
    assertThat(fleet.figures().get("telemetry").askedNow()).isZero();
    assertThat(fleet.progress(1).get("telemetry").asked()).isZero();
  }

  @Test
  void aStoppedRunBooksWhatWasAndNothingMore() {
    Fleet fleet = running(plan(10, flow("telemetry", 100, false)));
    loop.pass(4 * SECOND);
    fleet.stop();
    loop.pass(SECOND);

    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().scheduled()).isBetween(150L, 250L);
    assertThat(book.measured().remainder()).isZero();
    assertThat(links.sent).hasSizeLessThan(420);
  }

  @Test
  void anAbortedRunDrainsAndBooksWhatWasDueAndNothingMore() {
    links.onSend =
        (message, exchange) -> links.after(message.stamp().n() >= 390 ? 1_500 : 10, exchange);
    Fleet fleet = running(plan(10, flow("telemetry", 100, false)));
    loop.pass(4 * SECOND + 200 * MILLI);
    fleet.abort();
    long sentBefore = links.sent.size();
    loop.pass(SECOND);

    assertThat(ended).as("what is in flight is waited for").isNotDone();
    loop.pass(2 * SECOND);
    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(links.sent).hasSize((int) sentBefore);
    assertThat(book.measured().scheduled()).isBetween(218L, 222L);
    assertThat(book.measured().inFlight()).isZero();
    assertThat(book.measured().notSent()).as("what waited for its device").containsKey("runEnded");
    assertThat(book.measured().ok()).isEqualTo(book.measured().sent());
    assertThat(book.measured().sentInPeriod()).isEqualTo(book.measured().sent());
    assertThat(book.measured().remainder()).isZero();
    assertThat(book.measuredTo()).as("the plan's numbers stay").isEqualTo(1_200);
  }

  @Test
  void anAbortedRunWaitsNoLongerThanItsDrain() {
    links.onSend = (message, exchange) -> {};
    Fleet fleet = running(plan(10, flow("telemetry", 100, false, 60 * SECOND)));
    loop.pass(4 * SECOND);
    fleet.abort();
    loop.pass(4 * SECOND);
    assertThat(ended).isNotDone();
    loop.pass(2 * SECOND);
    assertThat(ended).isDone();
    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.warmUp().inFlight() + book.measured().inFlight()).isEqualTo(10);
    assertThat(book.measured().remainder()).isZero();
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

    Fleet fleet = running(plan(10, flow("telemetry", 10, false)));
    loop.pass(60 * SECOND);

    DeviceBook.Flow book = fleet.books().get("telemetry");
    assertThat(book.measured().notSent()).containsEntry("notConnected", 10L);
    assertThat(book.measured().remainder()).isZero();
  }

  private Fleet running(FleetPlan plan) {
    ConnectionBook connections = new ConnectionBook(plan.sessions());
    Connecting connecting =
        new Connecting(
            plan.ownSessions(), plan.phases().connect(), links::of, loop, loop, connections, 1);
    CompletableFuture<Cause> connected = connecting.begin();
    loop.pass(20 * SECOND);
    assertThat(connected).isCompletedWithValue(null);
    Fleet fleet = new Fleet(plan, links::of, connecting, loop, loop, watch, loop.nanos() + MILLI);
    ended = fleet.begin();
    return fleet;
  }

  private static FleetPlan plan(int devices, FlowPlan flow) {
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
        List.of(flow),
        new AnswerPlan("answer", TIMEOUT, (device, stamp) -> body(stamp)),
        1,
        devices,
        Life.NONE);
  }

  private static FlowPlan flow(String name, double rate, boolean command) {
    return flow(name, rate, command, TIMEOUT);
  }

  private static FlowPlan flow(String name, double rate, boolean command, long timeout) {
    RateCourse course = new RateCourse(List.of(Piece.constant(12 * SECOND, rate)));
    return new FlowPlan(
        name,
        new LoadModel.Open(course, new EvenTimes(course, 0)),
        timeout,
        command,
        (device, stamp) -> body(stamp));
  }

  private static byte[] body(Stamp stamp) {
    return ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8);
  }
}
