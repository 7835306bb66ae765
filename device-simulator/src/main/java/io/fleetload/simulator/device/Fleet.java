package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Course;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.Turns;
import io.fleetload.schedule.UserNumbers;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.simulator.measure.TenantParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The fleet at work: fires every flow's messages at their due times, through ramp, warm-up and
 * measured phase, then drains. Nothing that comes back moves a due time of an open model. Lives on
 * the wire's thread, so it has no locks.
 */
public final class Fleet implements WireLoop.DueWork {
  /** How many due messages are taken before the wire is looked at again. */
  private static final int BATCH = 64;

  private static final long SWEEP_NANOS = 250_000_000L;

  private final FleetPlan plan;
  private final WireLoop loop;
  private final RunClock clock;
  private final GeneratorWatch watch;
  private final List<FlowRun> flows = new ArrayList<>();
  private final Admission admission;
  private final Answers answers;
  private final Presence presence;
  private final Opening opening;
  private final FleetLife life;
  private final long startNanos;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final byte[] tenants;
  private long measureEndNanos;
  private boolean measuring;
  private Double skewNanos;

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
    this.plan = plan;
    this.loop = loop;
    this.clock = clock;
    this.watch = watch;
    this.startNanos = startNanos;
    this.measureEndNanos = startNanos + plan.measureEndNanos();
    this.tenants = plan.tenants().areSeveral() ? plan.tenants().byDevice(plan.devices()) : null;
    this.opening = connecting.opening();
    this.presence = connecting.presence();
    this.life = new FleetLife(plan, loop, clock, links, connecting, startNanos);
    this.admission = new Admission(plan.maxInFlight(), clock, watch);
    this.answers = answers(links);
    Sleep sleep = new Sleep(plan.life().sleepy(), plan.devices(), plan.seed());
    for (int i = 0; i < plan.flows().size(); i++) {
      flows.add(flow(i, links, sleep));
    }
  }

  private FlowRun flow(int index, IntFunction<DeviceLink> links, Sleep sleep) {
    FlowPlan flow = plan.flows().get(index);
    Turns turns = plan.turns(index);
    Double asked = flow.model().asked(plan.measureStartNanos(), plan.measureEndNanos());
    FlowBook book = book(flow, asked == null ? null : plan.own().part(asked), turns);
    Sending sending =
        new Sending(plan, flow, book, answers, clock, admission, links, presence, life);
    if (flow.model() instanceof LoadModel.Open open) {
      return new OpenFlow(
          flow.name(), open, plan, book, sending, watch, presence, sleep, startNanos, turns);
    }
    LoadModel.Closed closed = (LoadModel.Closed) flow.model();
    return new ClosedFlow(
        flow.name(),
        closed,
        plan,
        book,
        sending,
        watch,
        clock,
        presence,
        sleep,
        () -> loop.drive(this),
        startNanos);
  }

  private Answers answers(IntFunction<DeviceLink> links) {
    for (int i = 0; i < plan.flows().size(); i++) {
      FlowPlan flow = plan.flows().get(i);
      if (flow.expectsCommand()) {
        return new Answers(
            plan,
            plan.answers(),
            book(flow, null, plan.turns(i)),
            clock,
            admission,
            links,
            presence);
      }
    }
    return null;
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
          presence.onRelease(session -> flows.forEach(flow -> flow.release(session)));
          watch.begins(startNanos, clock.nanos());
          loop.drive(this);
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
    measureEndNanos = Math.min(measureEndNanos, now);
    watch.measureEnds(now);
    flows.forEach(
        flow -> {
          flow.end();
          flow.book().measureEnds(now);
        });
    if (answers != null) {
      answers.book().measureEnds(now);
    }
  }

  @Override
  public long run(long now) {
    if (skewNanos == null && now >= startNanos) {
      skewNanos = (double) (now - startNanos);
    }
    if (!measuring && now >= startNanos + plan.measureStartNanos()) {
      measuring = true;
      watch.measureBegins(now);
    }
    for (int i = 0; i < BATCH; i++) {
      FlowRun first = null;
      long due = Long.MAX_VALUE;
      for (FlowRun flow : flows) {
        long flowDue = flow.nextDue();
        if (flowDue < due) {
          due = flowDue;
          first = flow;
        }
      }
      if (first == null || due > now) {
        // The begin itself is looked at as well, to know how far it was from the agreed one.
        return skewNanos == null ? Math.min(due, startNanos) : due;
      }
      first.fireNext(now);
    }
    return now;
  }

  /**
   * How much later than they were to begin the flows were turned to, ns; null while they were not.
   * To be called on the wire's thread.
   */
  public Double skewNanos() {
    return skewNanos;
  }

  /** What happened since the last call. To be called on the wire's thread. */
  public Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    long now = clock.nanos();
    long offset = now - startNanos;
    long before = offset - Math.round(passedSeconds * 1e9);
    Map<String, ToolEvent.Flow> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      byName.put(
          flow.name(), flow.book().progress(asked(flow, before, offset), passedSeconds, now));
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().progress(null, passedSeconds, now));
    }
    return byName;
  }

  /** The figures as they stand, before {@link #progress}. To be called on the wire's thread. */
  public Map<String, FlowFigures> figures() {
    long now = clock.nanos();
    long offset = now - startNanos;
    Map<String, FlowFigures> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      byName.put(flow.name(), flow.book().figures(asked(flow, offset, offset), now));
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().figures(null, now));
    }
    return byName;
  }

  /** What happened so far in the course of time. To be called on the wire's thread. */
  public Map<String, Course> courses() {
    Map<String, Course> byName = new LinkedHashMap<>();
    long now = clock.nanos();
    flows.forEach(flow -> byName.put(flow.name(), flow.book().course(now)));
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().course(now));
    }
    return byName;
  }

  /** The books as they stand. To be called on the wire's thread. */
  public Map<String, DeviceBook.Flow> books() {
    Map<String, DeviceBook.Flow> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      byName.put(flow.name(), flow.snapshot());
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().snapshot());
    }
    return byName;
  }

  /** Nothing is asked for any more once the measured phase is over, however it ended. */
  private Double asked(FlowRun flow, long fromNanos, long toNanos) {
    long end = Math.max(fromNanos, Math.min(toNanos, measureEndNanos - startNanos));
    Double asked = flow.asked(fromNanos, end);
    if (asked == null || fromNanos >= measureEndNanos - startNanos) {
      return asked == null ? null : Double.valueOf(0);
    }
    return toNanos > end
        ? Double.valueOf(asked * (end - fromNanos) / (toNanos - fromNanos))
        : asked;
  }

  /** The thread notes how late it is there, whatever else there is to do. */
  private void look() {
    if (ended.isDone()) {
      return;
    }
    long now = clock.nanos();
    long next = watch.look(now);
    if (now >= measureEndNanos) {
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
    if (answers != null) {
      answers.giveUpLate(now);
    }
    // A session on its way back is waited for too: it belongs to the run's connections.
    boolean drained =
        opening.book().outstanding() == 0
            && flows.stream().allMatch(FlowRun::drained)
            && (answers == null || answers.drained());
    if ((drained && now >= measureEndNanos)
        || now >= measureEndNanos + plan.phases().drain().nanos()) {
      end();
    } else {
      loop.after(SWEEP_NANOS, this::sweep);
    }
  }

  private void end() {
    if (!ended.isDone()) {
      opening.stop();
      flows.forEach(FlowRun::end);
      measureEndNanos = Math.min(measureEndNanos, clock.nanos());
      if (answers != null) {
        answers.end();
      }
      long now = clock.nanos();
      watch.measureEnds(now);
      flows.forEach(flow -> flow.book().close(now));
      if (answers != null) {
        answers.book().close(now);
      }
      ended.complete(null);
    }
  }

  private FlowBook book(FlowPlan flow, Double asked, Turns turns) {
    long measuredFrom;
    long measuredTo;
    if (flow.model() instanceof LoadModel.Open open) {
      measuredFrom = open.times().countBefore(plan.measureStartNanos());
      measuredTo = open.times().countBefore(plan.measureEndNanos());
    } else {
      LoadModel.Closed closed = (LoadModel.Closed) flow.model();
      UserNumbers numbers = closed.numbers(plan.measureStartNanos());
      measuredFrom = numbers.measuredFrom();
      measuredTo = numbers.measuredTo(closed.most(plan.measureStartNanos()));
    }
    return new FlowBook(
        asked,
        measuredFrom,
        measuredTo,
        turns,
        new FlowBook.Times(
            startNanos,
            startNanos + plan.measureEndNanos(),
            plan.firstMeasuredSecond(),
            plan.phases().intervalSeconds()),
        tenants == null
            ? null
            : new TenantParts(
                plan.tenants(),
                tenants,
                turns,
                plan.tenantIntervalSeconds(),
                plan.firstMeasuredSecond()));
  }
}
