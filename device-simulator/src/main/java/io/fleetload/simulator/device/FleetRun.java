// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.outage.DisturbanceBook;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.WarmUpEnd;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.Sleep;
import io.fleetload.simulator.measure.DisturbanceTimes;
import io.fleetload.simulator.measure.DisturbedSessions;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The fleet at work: its flows from their begin through ramp, warm-up and measured phase to the end
 * of the drain. Nothing that comes back moves a due time of an open model. Lives on the wire's
 * thread, so it has no locks.
 */
public final class FleetRun {
  private static final long SWEEP_NANOS = 250_000_000L;

  /** After a longer pause of this thread what came meanwhile is read before silence is believed. */
  private static final long LONGEST_DEAF_NANOS = 1_000_000_000L;

  private final WireLoop loop;
  private final RunClock clock;
  private final GeneratorWatch watch;
  private final FleetPlan plan;
  private final RunTimes times;
  private final Connector connector;
  private final DisturbedSessions disturbed;
  private final Reconnector reconnecting;
  private final InFlight inFlight;
  private final FleetLife life;
  private final List<DueFlow> dueFlows;
  private final DueMessages dueMessages;

  /** The flows that have due messages of their own, and the answers. */
  private final List<FlowRun> flows;

  private final List<Answers> answers;
  private final FlowBooks books;
  private long lastSweepNanos;
  private final SteadyWarmUp warmUp;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private WarmUpEnd warmUpEnd;
  private UsageException failure;

  /**
   * Prepares the flows.
   *
   * @param plan what to do
   * @param links a session's link by its index
   * @param connector which sessions are open
   * @param times when the phases begin and end
   */
  public FleetRun(
      FleetPlan plan,
      IntFunction<DeviceLink> links,
      Connector connector,
      WireLoop loop,
      RunClock clock,
      GeneratorWatch watch,
      RunTimes times) {
    this(plan, links, connector, loop, clock, watch, times, DisturbanceTimes.none());
  }

  /**
   * Prepares the flows.
   *
   * @param plan what to do
   * @param links a session's link by its index
   * @param connector which sessions are open
   * @param times when the phases begin and end
   * @param disturbances when the target is disturbed
   */
  public FleetRun(
      FleetPlan plan,
      IntFunction<DeviceLink> links,
      Connector connector,
      WireLoop loop,
      RunClock clock,
      GeneratorWatch watch,
      RunTimes times,
      DisturbanceTimes disturbances) {
    this.loop = loop;
    this.clock = clock;
    this.watch = watch;
    this.plan = plan;
    this.times = times;
    this.connector = connector;
    this.disturbed = new DisturbedSessions(disturbances, clock);
    this.reconnecting = new Reconnector(plan, connector, links, loop, clock, disturbed);
    this.inFlight =
        new InFlight(plan, links, clock, watch, reconnecting, connector.book().limits());
    Sleep sleep = new Sleep(plan.groups(), plan.devices(), plan.seed());
    this.life =
        new FleetLife(plan, loop, clock, links, connector, reconnecting, inFlight, times, sleep);
    PlannedFlows planned =
        new PlannedFlows(
            new SharedByFlows(plan, clock, watch, connector.sessions(), sleep, inFlight, times));
    this.dueFlows = planned.flows(this::fireDue);
    this.dueMessages = new DueMessages(dueFlows, times, this::measuringBegins);
    this.flows = new ArrayList<>(dueFlows);
    this.answers = planned.answers();
    flows.addAll(answers);
    flows.forEach(each -> each.book().disturbedAt(disturbances));
    this.books = new FlowBooks(flows, clock, times);
    this.warmUp = new SteadyWarmUp(times, dueFlows, this::drained);
  }

  /**
   * Begins.
   *
   * @return completed when everything has its outcome, or the drain is over, or {@link #stop()} was
   *     called
   */
  public CompletableFuture<Void> begin() {
    loop.execute(
        () -> {
          connector
              .sessions()
              .onReopen(session -> dueFlows.forEach(flow -> flow.reopened(session)));
          connector.sessions().onReopen(life::reopened);
          watch.begins(times.startNanos(), clock.nanos());
          fireDue();
          life.begin();
          if (times.isDecided()) {
            life.measuringIsDecided();
          }
          lastSweepNanos = clock.nanos();
          sweep();
          look();
        });
    return ended;
  }

  /** The target or the network ended a session: it begins again. To be called on the thread. */
  public void disconnected(int session) {
    reconnecting.disconnected(session);
  }

  /**
   * The target pushed something to a device. What is no command of this run is not answered. To be
   * called on the thread.
   */
  public void received(Inbound inbound) {
    Stamp stamp = inbound.stamp();
    if (stamp == null || !stamp.run().equals(plan.runId()) || stamp.legs() == null) {
      return;
    }
    for (Answers each : answers) {
      if (each.answer(stamp.flow())) {
        each.pushed(inbound);
      }
    }
  }

  /** Ends the run now: what waits is not sent, what is in flight is unsettled. */
  public void stop() {
    loop.execute(this::end);
  }

  /**
   * Ends the measured phase now and drains: nothing falls due any more, what waits is not sent, and
   * what is in flight has its outcome. To be called on the wire's thread.
   */
  public void abort() {
    measuringEnds(clock.nanos());
  }

  private void measuringEnds(long nanos) {
    dueFlows.forEach(FlowRun::end);
    dueMessages.moved();
    times.measuringEnds(nanos);
    books.measureEnds(nanos);
    watch.measureEnds(clock.nanos());
  }

  /**
   * Delay of the flows' start behind the agreed one, in ns; null before that. To be called on the
   * wire's thread.
   */
  public Double skewNanos() {
    return dueMessages.skewNanos();
  }

  /**
   * The end of the warm-up; null before that, and if there was nothing before the measured phase.
   * To be called on the wire's thread.
   */
  public WarmUpEnd warmUpEnd() {
    return warmUpEnd;
  }

  /**
   * Reason why the run ended before its time, which is the user's to mend; null for none. To be
   * called on the wire's thread.
   */
  public UsageException failure() {
    return failure;
  }

  /** The names of the flows. */
  public Set<String> flows() {
    return books.flows();
  }

  /** Progress of a flow since the last call. To be called on the wire's thread. */
  public ToolEvent.FlowProgress progress(String flow, double passedSeconds) {
    return books.progress(flow, passedSeconds);
  }

  /** The figures so far of a flow, before its {@link #progress}. On the wire's thread. */
  public FlowFigures figures(String flow) {
    return books.figures(flow);
  }

  /** The course of a flow so far. To be called on the wire's thread. */
  public Course course(String flow) {
    return books.course(flow);
  }

  /** The book of a flow so far. To be called on the wire's thread. */
  public DeviceBook.DeviceFlow book(String flow) {
    return books.book(flow);
  }

  /**
   * The book so far of the disturbances; null of a target that is left alone. To be called on the
   * wire's thread.
   */
  public List<DisturbanceBook> disturbances() {
    return disturbed.snapshot(books.all());
  }

  /**
   * The target's clock against this one; null if no message asked for it. To be called on the
   * wire's thread.
   */
  public TargetClock targetClock() {
    return inFlight.targetClock();
  }

  /** Has the loop ask for what is due, now and from here on. */
  private void fireDue() {
    loop.drive(dueMessages);
  }

  /** The thread notes how late it is there, whatever else there is to do. */
  private void look() {
    if (ended.isDone()) {
      return;
    }
    long now = clock.nanos();
    long next = watch.look(now);
    if (now >= books.measureEndNanos()) {
      watch.measureEnds(now);
    }
    loop.after(next - now, this::look);
  }

  private void sweep() {
    if (ended.isDone()) {
      return;
    }
    // First of all, and the end in a task of its own: a fault of a driver must not keep the run
    // going.
    loop.after(SWEEP_NANOS, this::sweep);
    loop.execute(this::endWhenDrained);
    long now = clock.nanos();
    // The sessions before the messages: what waits behind a late message must not go out on a dead
    // one.
    if (now - lastSweepNanos < LONGEST_DEAF_NANOS) {
      reconnecting.giveUpSilent(now);
    }
    lastSweepNanos = now;
    failure =
        dueFlows.stream().map(DueFlow::failure).filter(Objects::nonNull).findFirst().orElse(null);
    if (failure != null) {
      end();
      return;
    }
    flows.forEach(flow -> flow.inFlight().giveUpLate(now));
    inFlight.freeSilentPlaces(now);
    if (warmUp.decides(now)) {
      books.measureEnds(times.measureEndNanos());
      dueFlows.forEach(DueFlow::measuringIsDecided);
      dueMessages.moved();
      life.measuringIsDecided();
      fireDue();
    }
    long done = dueFlows.stream().mapToLong(DueFlow::doneNanos).max().orElse(RunTimes.NEVER);
    if (done < books.measureEndNanos()) {
      measuringEnds(done);
    }
  }

  private void endWhenDrained() {
    if (ended.isDone()) {
      return;
    }
    long now = clock.nanos();
    // A session on its way back is waited for too: it belongs to the run's connections.
    boolean drained = connector.book().outstanding() == 0 && life.joining() == 0 && drained();
    long sinceMeasured = now - books.measureEndNanos();
    if ((drained && sinceMeasured >= 0) || sinceMeasured >= plan.phases().drain().nanos()) {
      end();
    }
  }

  private boolean drained() {
    return flows.stream().allMatch(FlowRun::drained);
  }

  private void measuringBegins(long now) {
    if (ended.isDone()) {
      return;
    }
    watch.measureBegins(now);
    boolean untilSteady = plan.phases().warmUp().untilSteady();
    if (untilSteady) {
      dueFlows.forEach(DueFlow::dropWaiting);
    }
    if (times.measureStartNanos() > times.startNanos()) {
      WarmUpBacklog left = WarmUpBacklog.of(dueFlows, times);
      String unsteady = warmUp.unsteady().orElse(null);
      warmUpEnd =
          WarmUpEnd.of(
              (times.measureStartNanos() - times.rampEndNanos()) / 1e9,
              untilSteady ? unsteady == null : null,
              unsteady,
              left.unsent(),
              left.underWay(),
              left.perSecond());
    }
  }

  private void end() {
    if (!ended.isDone()) {
      connector.stop();
      flows.forEach(FlowRun::end);
      dueMessages.moved();
      long now = clock.nanos();
      books.measureEnds(now);
      watch.measureEnds(now);
      books.close(now);
      ended.complete(null);
    }
  }
}
