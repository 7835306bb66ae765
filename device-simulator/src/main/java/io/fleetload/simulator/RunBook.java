// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.health.Simulator;
import io.fleetload.profile.LoadProfile;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.time.MeasureEnd;
import io.fleetload.results.time.WarmUpEnd;
import io.fleetload.simulator.device.FleetRun;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.limit.LimitMeter;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.FlowFigures;
import io.fleetload.simulator.measure.GroupSessions;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.measure.SessionDiary;
import io.fleetload.simulator.measure.TenantSessions;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The books of a run, put together: connections, tenants, groups, generator, phases, and the flows
 * once there are any. What it says is to be asked for on the wire's thread.
 */
final class RunBook {
  private final String runName;
  private final FleetPlan plan;
  private final PhaseClock phases;
  private final WireLoop loop;
  private final TenantSessions tenants;
  private final ConnectionBook connections;
  private final GeneratorWatch watch;
  private volatile FleetRun fleet;
  private Instant agreed;
  private AbortReason aborted;
  private MeasureEnd measureEnd;

  RunBook(
      LoadProfile profile,
      FleetPlan plan,
      PhaseClock phases,
      WireLoop loop,
      RunClock clock,
      SessionDiary diary) {
    this.runName = profile.run().name();
    this.plan = plan;
    this.phases = phases;
    this.loop = loop;
    this.tenants =
        new TenantSessions(plan.carriers(), plan.own().devices(), plan.ownSessions().devices());
    this.connections =
        new ConnectionBook(plan.ownSessions().count(), tenants, groups(plan))
            .with(diary)
            .with(LimitMeter.of(profile, plan.carriers(), clock));
    this.watch = new GeneratorWatch(Simulator.DEVICES, profile.generator());
  }

  private static GroupSessions groups(FleetPlan plan) {
    return plan.deviceGroups().isEmpty()
        ? null
        : new GroupSessions(
            plan.deviceGroups(), plan.tenants(), plan.own(), plan.sessions() != plan.devices());
  }

  /** The book of the sessions. */
  ConnectionBook connections() {
    return connections;
  }

  /** The generator's watch over itself. */
  GeneratorWatch watch() {
    return watch;
  }

  /** The fleet was made; its flows' books are a part from here on. */
  void flowsOf(FleetRun made) {
    fleet = made;
  }

  /** The begin of the flows that was agreed on. */
  void agreed(Instant begin) {
    agreed = begin;
  }

  /** The run ends before its time. */
  void aborted(AbortReason why) {
    aborted = why;
  }

  /** Returns whether the run ended before its time. */
  boolean isAborted() {
    return aborted != null;
  }

  /** Notes how the measured phase ended that lasts until a precision. */
  void measureEnded(MeasureEnd how) {
    measureEnd = how;
  }

  /** The end of a measured phase until a precision; null before that, and of another one. */
  MeasureEnd measureEnd() {
    return measureEnd;
  }

  /** The names of the flows; none before they begin. From any thread. */
  Set<String> flows() {
    FleetRun made = fleet;
    return made == null ? Set.of() : made.flows();
  }

  /** The figures so far of a flow, before its {@link #progress}. */
  FlowFigures figures(String flow) {
    return fleet.figures(flow);
  }

  /** Progress of a flow since the last call. */
  ToolEvent.FlowProgress progress(String flow, double passedSeconds) {
    return fleet.progress(flow, passedSeconds);
  }

  /** The book so far of a flow. */
  DeviceBook.DeviceFlow flow(String flow) {
    return fleet.book(flow);
  }

  /** The figures so far, with those of the flows. */
  RunFigures figures(Map<String, FlowFigures> flows) {
    return new RunFigures(
        connections.snapshot(), flows, watch.lagSoFar(), connections.groupCounts());
  }

  /** The whole book so far, with those of the flows. */
  DeviceBook snapshot(boolean complete, Map<String, DeviceBook.DeviceFlow> flows) {
    watch.napped(loop.napNanos());
    return new DeviceBook(
        DeviceBook.VERSION,
        plan.runId().toString(),
        runName,
        complete,
        plan.own().shard().of() == 1 ? null : plan.own().shard(),
        new RunTimeline(
            phases.measuredSeconds(), phases.times(), start(), warmUpEnd(), aborted, measureEnd),
        connections.snapshot().timedBy(fleet == null ? null : fleet.targetClock()),
        flows,
        tenants.snapshot(),
        connections.groups(),
        new GeneratorBook(watch.health(loop.faults()), watch.lags(), watch.times()),
        new DeviceBook.TargetNotes(
            null, fleet == null ? null : fleet.disturbances(), connections.limits().snapshot()));
  }

  /** The end of the warm-up; null before that. */
  WarmUpEnd warmUpEnd() {
    return fleet == null ? null : fleet.warmUpEnd();
  }

  /** The agreed start of the flows; null if none was agreed. */
  private AgreedStart start() {
    if (agreed == null) {
      return null;
    }
    Double skew = fleet == null ? null : fleet.skewNanos();
    return new AgreedStart(
        agreed.toEpochMilli(), skew == null ? null : Math.round(skew / 1e3) / 1e3, null, null);
  }
}
