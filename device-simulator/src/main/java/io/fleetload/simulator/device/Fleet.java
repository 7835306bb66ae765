package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.Turns;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GeneratorWatch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * The fleet at work: fires every flow's messages at their due times, through ramp, warm-up and
 * measured phase, then drains. An open model: nothing that comes back moves a due time. Lives on
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
  private final Answers answers;
  private final long startNanos;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private boolean measuring;

  /**
   * Prepares the flows.
   *
   * @param plan what to do
   * @param links a device's link by its index
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
    this.answers = answers(links);
    BitSet connected = connecting.connected();
    for (int i = 0; i < plan.flows().size(); i++) {
      FlowPlan flow = plan.flows().get(i);
      flows.add(
          new FlowRun(
              plan,
              flow,
              book(flow, flow.rate(), plan.turns(i)),
              answers,
              watch,
              clock,
              links,
              connected,
              startNanos,
              plan.turns(i)));
    }
  }

  private Answers answers(IntFunction<DeviceLink> links) {
    for (int i = 0; i < plan.flows().size(); i++) {
      FlowPlan flow = plan.flows().get(i);
      if (flow.expectsCommand()) {
        return new Answers(plan, plan.answers(), book(flow, null, plan.turns(i)), clock, links);
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
          loop.drive(this);
          sweep();
        });
    return ended;
  }

  /** Ends the run now: what waits is not sent, what is in flight stays so. */
  public void stop() {
    loop.execute(this::end);
  }

  @Override
  public long run(long now) {
    if (!measuring && now >= startNanos + plan.measureStartNanos()) {
      measuring = true;
      watch.measureBegins();
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
        return due;
      }
      first.fireNext(now);
    }
    return now;
  }

  /** What happened since the last call. To be called on the wire's thread. */
  public Map<String, ToolEvent.Flow> progress(double passedSeconds) {
    double share = rampShare(clock.nanos());
    Map<String, ToolEvent.Flow> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      Double asked = flow.book().asked();
      byName.put(flow.name(), flow.book().progress(asked * share, passedSeconds));
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().progress(null, passedSeconds));
    }
    return byName;
  }

  /** The figures as they stand, before {@link #progress}. To be called on the wire's thread. */
  public Map<String, FlowFigures> figures() {
    double share = rampShare(clock.nanos());
    Map<String, FlowFigures> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      byName.put(flow.name(), flow.book().figures(flow.book().asked() * share));
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().figures(null));
    }
    return byName;
  }

  /** The books as they stand. To be called on the wire's thread. */
  public Map<String, DeviceBook.Flow> books() {
    Map<String, DeviceBook.Flow> byName = new LinkedHashMap<>();
    for (FlowRun flow : flows) {
      byName.put(flow.name(), flow.book().snapshot());
    }
    if (answers != null) {
      byName.put(plan.answers().name(), answers.book().snapshot());
    }
    return byName;
  }

  private double rampShare(long now) {
    double ramp = plan.phases().ramp().nanos();
    double passed = now - startNanos;
    return passed < 0 ? 0 : passed < ramp ? passed / ramp : 1;
  }

  private void sweep() {
    if (ended.isDone()) {
      return;
    }
    long now = clock.nanos();
    flows.forEach(flow -> flow.giveUpLate(now));
    if (answers != null) {
      answers.giveUpLate(now);
    }
    boolean drained =
        flows.stream().allMatch(FlowRun::drained) && (answers == null || answers.drained());
    long measureEnd = startNanos + plan.measureEndNanos();
    if ((drained && now >= measureEnd) || now >= measureEnd + plan.phases().drain().nanos()) {
      end();
    } else {
      loop.after(SWEEP_NANOS, this::sweep);
    }
  }

  private void end() {
    if (!ended.isDone()) {
      flows.forEach(FlowRun::end);
      ended.complete(null);
    }
  }

  private FlowBook book(FlowPlan flow, Double asked, Turns turns) {
    return new FlowBook(
        asked,
        flow.times().countBefore(plan.measureStartNanos()),
        flow.times().countBefore(plan.measureEndNanos()),
        turns,
        startNanos,
        startNanos + plan.measureEndNanos());
  }
}
