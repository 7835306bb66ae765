// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.MILLI;
import static io.fleetload.simulator.device.FleetBench.SECOND;
import static io.fleetload.simulator.device.TestPlan.flow;
import static io.fleetload.simulator.device.TestPlan.followed;
import static io.fleetload.simulator.device.TestPlan.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Life;
import io.fleetload.quantity.Span;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.rig.ManualLoop;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.Sleep;
import io.fleetload.simulator.limit.LimitMeter;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.DisturbanceTimes;
import io.fleetload.simulator.measure.DisturbedSessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** A run that the test drives, as the seed says; all counts of it can be looked at any time. */
final class DrawnRun {
  private static final int STEPS = 400;
  private static final int DEVICES = 12;
  private static final int SESSIONS = 6;
  private static final int WINDOW = 3;
  private static final long TIMEOUT = 3 * SECOND;
  private static final LoadModel CLOSED = new LoadModel.UserLoop(4, null, null, 20 * MILLI, 27);

  private final String name;
  private final int limit;
  private final Random random;
  private final ManualLoop loop = new ManualLoop();
  private final DrawnTarget target;
  private final Connector connector;
  private final Reconnector reconnecting;
  private final InFlight inFlight;
  private final List<DueFlow> dueFlows;
  private final List<FlowRun> flows = new ArrayList<>();
  private final DueMessages dueMessages;

  DrawnRun(int seed, int limit) {
    this.name = "seed %d, limit %d".formatted(seed, limit);
    this.limit = limit;
    this.random = new Random(seed);
    boolean pushed = random.nextBoolean();
    this.target = new DrawnTarget(loop, random, pushed);
    TestPlan asked =
        new TestPlan(DEVICES)
            .life(SESSIONS, Life.NONE)
            .maxInFlight(limit)
            .reconnectAfter(random.nextBoolean() ? SECOND : 0)
            .flows(
                followed(flow("telemetry", 60, TIMEOUT), drawnSteps("telemetry")),
                followed(flow("wide", 60, WINDOW, 1), drawnSteps("wide")),
                query(30, TIMEOUT),
                followed(flow("closed", CLOSED, TIMEOUT), drawnSteps("closed")));
    FleetPlan plan = (pushed ? asked.pushed() : asked).plan();
    GeneratorWatch watch = new GeneratorWatch(Simulator.DEVICES, new Generator(null));
    connector =
        new Connector(
            plan.ownSessions(),
            plan.phases().connect(),
            target::link,
            loop,
            loop,
            new ConnectionBook(SESSIONS),
            seed);
    reconnecting =
        new Reconnector(
            plan,
            connector,
            target::link,
            loop,
            loop,
            new DisturbedSessions(DisturbanceTimes.none(), loop));
    inFlight = new InFlight(plan, target::link, loop, watch, reconnecting, LimitMeter.none());
    RunTimes times = new RunTimes(plan, loop.nanos() + SECOND);
    watch.begins(times.startNanos(), loop.nanos());
    PlannedFlows planned =
        new PlannedFlows(
            new SharedByFlows(
                plan,
                loop,
                watch,
                connector.sessions(),
                new Sleep(plan.groups(), DEVICES, seed),
                inFlight,
                times));
    dueFlows = planned.flows(this::drive);
    flows.addAll(dueFlows);
    flows.addAll(planned.answers());
    target.onPush = planned.answers().get(0)::pushed;
    dueMessages = new DueMessages(dueFlows, times, watch::measureBegins);
  }

  /** Any tree of steps after a flow, alternatives among them; often none. */
  private FlowSpec[] drawnSteps(String flow) {
    List<FlowSpec> drawn = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 1; i--) {
      int follows = random.nextInt(drawn.size() + 1);
      String after = follows == 0 ? flow : drawn.get(follows - 1).name();
      Span think = new Span(random.nextInt(3) * (10 * MILLI));
      Step step = new Step(after, 1 + random.nextInt(3), think, random.nextInt(3));
      drawn.add(TestPlan.step(flow + i, step));
    }
    return drawn.toArray(FlowSpec[]::new);
  }

  void connect() {
    CompletableFuture<Cause> connected = connector.begin();
    connector.sessions().onReopen(session -> dueFlows.forEach(flow -> flow.reopened(session)));
    loop.pass(SECOND);
    assertThat(connected).isCompletedWithValue(null);
    drive();
    target.isWell = false;
  }

  void disturb() {
    for (int step = 0; step < STEPS; step++) {
      happens(random.nextInt(20));
      check();
    }
  }

  /** From now on the target answers each message at once; nobody says that the run ends. */
  void recover() {
    target.isWell = true;
    passAndSweep();
    assertThat(flows).as(name).allMatch(FlowRun::drained);
    assertNothingIsUnderWay();
  }

  void end() {
    flows.forEach(FlowRun::end);
    dueMessages.moved();
    check();
    assertThat(inFlight.waiting()).as(name).isZero();
    assertThat(flows).as(name).allMatch(flow -> flow.book().unsent() == 0);
    passAndSweep();
    assertNothingIsUnderWay();
  }

  private void drive() {
    loop.drive(dueMessages);
  }

  private void happens(int what) {
    switch (what) {
      case 0 -> reconnecting.disconnected(random.nextInt(SESSIONS));
      case 1 -> {
        int session = random.nextInt(SESSIONS);
        reconnecting.leave(session, inFlight.ofSession(session) == 0);
      }
      case 2, 3 -> sweep();
      case 4 -> target.ended().exchange().accepted();
      case 5 -> target.ended().exchange().succeeded(null);
      case 6 -> target.ended().exchange().failed(Cause.Transport.RESET);
      case 7 -> {
        if (random.nextInt(20) == 0) {
          dueFlows.get(random.nextInt(dueFlows.size())).dropWaiting();
        }
      }
      case 8, 9 -> target.drawn().exchange().accepted();
      case 10 -> target.fails(target.drawn(), Cause.Transport.RESET);
      case 11 -> target.fails(target.drawn(), Cause.Answer.MISSING_RESPONSES);
      case 12, 13, 14 -> target.answers(target.drawn());
      default -> loop.pass(random.nextInt(100) * MILLI);
    }
  }

  private void sweep() {
    long now = loop.nanos();
    reconnecting.giveUpSilent(now);
    flows.forEach(flow -> flow.inFlight().giveUpLate(now));
    inFlight.freeSilentPlaces(now);
  }

  private void passAndSweep() {
    for (int i = 0; i < 120; i++) {
      loop.pass(250 * MILLI);
      sweep();
      check();
    }
  }

  private void check() {
    long waiting = 0;
    for (FlowRun flow : flows) {
      InFlight.FlowInFlight counts = flow.inFlight();
      long onWire = target.count(each -> each.isOf(flow));
      IntStream senders = IntStream.range(0, DEVICES).filter(flow.book().turns()::has);
      long waitingOfFlow = senders.map(counts::ofDevice).sum() - onWire;
      assertThat(flow.book().inFlight()).as("%s, %s", name, flow.name()).isEqualTo(onWire);
      assertThat(flow.book().unsent()).as(name).isGreaterThanOrEqualTo(waitingOfFlow);
      waiting += waitingOfFlow;
    }
    heads().forEach(this::checkDevices);
    long ofSessions = 0;
    for (int session = 0; session < SESSIONS; session++) {
      int s = session;
      ofSessions += inFlight.ofSession(session);
      assertThat((long) inFlight.ofSession(session))
          .as(name)
          .isGreaterThanOrEqualTo(target.count(each -> each.session() == s));
    }
    assertThat(ofSessions).as(name).isEqualTo(target.count(each -> true) + waiting);
    assertThat((long) inFlight.waiting()).as(name).isEqualTo(waiting);
    assertThat((long) inFlight.places())
        .as(name)
        .isBetween(0L, Math.min(limit, target.count(each -> true)));
    if (waiting > 0) {
      assertThat(inFlight.places()).as("%s: places while some wait", name).isEqualTo(limit);
    }
  }

  private List<HeadFlow> heads() {
    return dueFlows.stream().filter(HeadFlow.class::isInstance).map(HeadFlow.class::cast).toList();
  }

  private void checkDevices(HeadFlow flow) {
    int underWay = 0;
    boolean allCanSend = true;
    for (int device = 0; device < flow.book().turns().devices(); device++) {
      int d = device;
      int count = flow.inFlight().ofDevice(device);
      assertThat((long) count)
          .as(name)
          .isBetween(
              target.count(each -> each.isOf(flow) && each.stamp().device() == d),
              (long) flow.spec.window());
      underWay += count;
      allCanSend &=
          flow.underWay(device) < flow.spec.window()
              && connector.sessions().isOpen(device % SESSIONS);
    }
    if (allCanSend) {
      assertThat(flow.book().unsent() + flow.book().inFlight())
          .as("%s, %s: wait though their devices could send", name, flow.name())
          .isEqualTo(underWay);
    }
  }

  private void assertNothingIsUnderWay() {
    check();
    assertThat(target.count(each -> true)).as(name).isZero();
    assertThat(inFlight.waiting()).as(name).isZero();
    assertThat(inFlight.places()).as(name).isZero();
    for (FlowRun flow : flows) {
      assertThat(flow.book().inFlight()).as("%s, %s", name, flow.name()).isZero();
      assertThat(flow.snapshot().totals().measured().remainder()).as(name).isZero();
      assertThat(flow.snapshot().totals().warmUp().remainder()).as(name).isZero();
    }
    heads().forEach(head -> checkSteps(head, head.followers()));
  }

  /** Whatever came of a message, each of its steps is booked as often as it was to follow. */
  private void checkSteps(DueFlow flow, Followers followers) {
    long scheduled = scheduled(flow);
    long ofAlternatives = 0;
    boolean alternatives = false;
    for (int i = 0; i < followers.count(); i++) {
      StepFlow step = followers.at(i);
      long followed = scheduled(step) / step.times();
      assertThat(scheduled(step) % step.times()).as("%s, %s", name, step.name()).isZero();
      if (step.spec.step().weight() == 0) {
        assertThat(followed).as("%s, %s", name, step.name()).isEqualTo(scheduled);
      } else {
        alternatives = true;
        ofAlternatives += followed;
      }
      checkSteps(step, step.followers());
    }
    if (alternatives) {
      assertThat(ofAlternatives).as("%s, after %s", name, flow.name()).isEqualTo(scheduled);
    }
  }

  private static long scheduled(FlowRun flow) {
    DeviceBook.DeviceFlow book = flow.snapshot();
    return book.totals().warmUp().scheduled() + book.totals().measured().scheduled();
  }
}
