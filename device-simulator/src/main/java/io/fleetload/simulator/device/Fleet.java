package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Course;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GeneratorWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The fleet at work: its flows from their begin through ramp, warm-up and measured phase to the end
 * of the drain. Nothing that comes back moves a due time of an open model. Lives on the wire's
 * thread, so it has no locks.
 */
public final class Fleet {
  private static final long SWEEP_NANOS = 250_000_000L;

  private final WireLoop loop;
  private final RunClock clock;
  private final GeneratorWatch watch;
  private final long startNanos;
  private final long drainNanos;
  private final Presence presence;
  private final Opening opening;
  private final FleetLife life;
  private final Admission admission;
  private final List<DueFlow> dueFlows;
  private final DueMessages dueMessages;

  /** Those whose messages fall due, and the answers. */
  private final List<FlowRun> flows;

  private final FlowBooks books;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /**
   * Prepares the flows.
   *
   * @param plan what to do
   * @param links a session's link by its index
   * @param connecting who is connected
   * @param startNanos when the flows begin, on the run's clock
   */
  public Fleet(
      FleetPlan plan,
      IntFunction<DeviceLink> links,
      Connecting connecting,
      WireLoop loop,
      RunClock clock,
      GeneratorWatch watch,
      long startNanos) {
    this.loop = loop;
    this.clock = clock;
    this.watch = watch;
    this.startNanos = startNanos;
    this.drainNanos = plan.phases().drain().nanos();
    this.presence = connecting.presence();
    this.opening = connecting.opening();
    this.life = new FleetLife(plan, loop, clock, links, connecting, startNanos);
    this.admission = new Admission(plan.maxInFlight(), clock, watch);
    Sleep sleep = new Sleep(plan.life().sleepy(), plan.devices(), plan.seed());
    PlannedFlows planned =
        new PlannedFlows(
            new SharedByFlows(
                plan, links, clock, watch, presence, sleep, admission, life, startNanos));
    this.dueFlows = planned.flows(this::fireDue);
    this.dueMessages =
        new DueMessages(dueFlows, watch, startNanos, startNanos + plan.measureStartNanos());
    this.flows = new ArrayList<>(dueFlows);
    if (planned.answers() != null) {
      flows.add(planned.answers());
    }
    this.books = new FlowBooks(flows, clock, startNanos, startNanos + plan.measureEndNanos());
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
          presence.onRelease(session -> dueFlows.forEach(flow -> flow.release(session)));
          watch.begins(startNanos, clock.nanos());
          fireDue();
          life.begin();
          sweep();
          look();
        });
    return ended;
  }

  /** The target or the network ended a session: it begins anew. To be called on the thread. */
  public void disconnected(int session) {
    life.disconnected(session);
  }

  /** Ends the run now: what waits is not sent, what is in flight stays so. */
  public void stop() {
    loop.execute(this::end);
  }

  /**
   * Ends the measured phase now and drains: nothing falls due any more, what waits is not sent, and
   * what is in flight has its outcome. To be called on the wire's thread.
   */
  public void abort() {
    long now = clock.nanos();
    dueFlows.forEach(FlowRun::end);
    books.measureEnds(now);
    watch.measureEnds(now);
  }

  /**
   * How much later than they were to begin the flows were turned to, ns; null while they were not.
   * To be called on the wire's thread.
   */
  public Double skewNanos() {
    return dueMessages.skewNanos();
  }

  /** What happened since the last call. To be called on the wire's thread. */
  public Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    return books.progress(passedSeconds);
  }

  /** The figures as they stand, before {@link #progress}. To be called on the wire's thread. */
  public Map<String, FlowFigures> figures() {
    return books.figures();
  }

  /** What happened so far in the course of time. To be called on the wire's thread. */
  public Map<String, Course> courses() {
    return books.courses();
  }

  /** The books as they stand. To be called on the wire's thread. */
  public Map<String, DeviceBook.Flow> books() {
    return books.snapshot();
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
    long now = clock.nanos();
    flows.forEach(flow -> flow.giveUpLate(now));
    admission.takePlaces(now);
    // A session on its way back is waited for too: it belongs to the run's connections.
    boolean drained =
        opening.book().outstanding() == 0 && flows.stream().allMatch(FlowRun::drained);
    long measureEnd = books.measureEndNanos();
    if ((drained && now >= measureEnd) || now >= measureEnd + drainNanos) {
      end();
    } else {
      loop.after(SWEEP_NANOS, this::sweep);
    }
  }

  private void end() {
    if (!ended.isDone()) {
      opening.stop();
      flows.forEach(FlowRun::end);
      long now = clock.nanos();
      books.measureEnds(now);
      watch.measureEnds(now);
      books.close(now);
      ended.complete(null);
    }
  }
}
