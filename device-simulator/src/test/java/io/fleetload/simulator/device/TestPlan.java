// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import static io.fleetload.simulator.device.FleetBench.SECOND;

import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Rate;
import io.fleetload.quantity.Span;
import io.fleetload.quantity.WarmUp;
import io.fleetload.results.run.Tenants;
import io.fleetload.schedule.EvenTimes;
import io.fleetload.schedule.RateCourse;
import io.fleetload.schedule.RateCourse.CoursePiece;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.FleetPlan.StepPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.SessionGroup;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The plan of a test's fleet: one process, one tenant, a session for each device, warm-up 2 s,
 * measured 10 s, drain 5 s, unless the test says otherwise.
 */
public final class TestPlan {
  private final int devices;
  private int sessions;
  private Phases phases = phases("1s", "0s", "2s", "10s", "5s");
  private Life life = Life.NONE;
  private List<SessionGroup> groups;
  private ShardDevices own;
  private long reconnectAfter;
  private UnaryOperator<FlowSpec> answer = each -> each.answering("query");
  private int maxInFlight;
  private List<FlowPlan> flows = List.of();

  /** A fleet of that many devices, and no flow yet. */
  public TestPlan(int devices) {
    this.devices = devices;
    this.sessions = devices;
  }

  /** A flow of 12 s, evenly; who hears nothing for 3 s gives up. */
  static FlowPlan flow(String name, double rate) {
    return flow(name, rate, 3 * SECOND);
  }

  static FlowPlan flow(String name, double rate, long timeout) {
    return flow(name, evenly(12 * SECOND, rate), timeout);
  }

  /** The same with more messages of a device under way at once, and more responses to each. */
  static FlowPlan flow(String name, double rate, int window, int responses) {
    FlowSpec one = FlowSpec.of(name, 3 * SECOND, (device, stamp) -> body(stamp));
    return new FlowPlan(one.withWindow(window).withResponses(responses), evenly(12 * SECOND, rate));
  }

  /** The same of messages that want a command. */
  static FlowPlan query(double rate) {
    return query(rate, 3 * SECOND);
  }

  static FlowPlan query(double rate, long timeout) {
    return flow("query", evenly(12 * SECOND, rate), timeout);
  }

  static FlowPlan flow(String name, LoadModel model, long timeout) {
    return new FlowPlan(FlowSpec.of(name, timeout, (device, stamp) -> body(stamp)), model);
  }

  /** The same flow, followed by steps. */
  static FlowPlan followed(FlowPlan head, FlowSpec... steps) {
    return new FlowPlan(
        head.spec(), head.model(), StepPlan.after(head.name(), List.of(steps)), null);
  }

  /** A step that is always taken; who hears nothing for 3 s gives up. */
  static FlowSpec step(String name, String after, int times, long thinkNanos) {
    return step(name, new Step(after, times, new Span(thinkNanos), 0));
  }

  static FlowSpec step(String name, Step step) {
    return FlowSpec.of(name, 3 * SECOND, (device, stamp) -> body(stamp)).asStep(step);
  }

  static LoadModel evenly(long nanos, double rate) {
    RateCourse course = new RateCourse(List.of(CoursePiece.constant(nanos, rate)));
    return new LoadModel.Open(course, new EvenTimes(course, 0));
  }

  private static byte[] body(Stamp stamp) {
    return ("\"" + stamp.text() + "\"").getBytes(StandardCharsets.UTF_8);
  }

  /** Phases as a profile has them; devices connect at 1000/s. */
  public static Phases phases(
      String connectTimeout, String ramp, String warmUp, String measure, String drain) {
    return new Phases(
        new Phases.Connect(Rate.parse("1000/s"), Span.parse(connectTimeout), 2),
        Span.parse(ramp),
        WarmUp.parse(warmUp),
        Measure.parse(measure),
        Span.parse(drain));
  }

  TestPlan flows(FlowPlan... all) {
    flows = List.of(all);
    return this;
  }

  /** Other phases. */
  public TestPlan with(Phases ofTheRun) {
    phases = ofTheRun;
    return this;
  }

  /** What the sessions go through: those of the devices, or of fewer gateways before them. */
  TestPlan life(int ofSessions, Life what) {
    sessions = ofSessions;
    life = what;
    return this;
  }

  /** Sessions that are not all alike. */
  TestPlan groups(SessionGroup... all) {
    groups = List.of(all);
    return this;
  }

  /** One process of several. */
  TestPlan own(ShardDevices part) {
    own = part;
    return this;
  }

  /** A session on which nothing comes back for that long is given up; without it, none is. */
  TestPlan reconnectAfter(long nanos) {
    reconnectAfter = nanos;
    return this;
  }

  /** Commands come by themselves and not with the outcomes of their queries. */
  TestPlan pushed() {
    answer = each -> each.answeringPushed("query");
    return this;
  }

  /** Messages follow those of the flow, and no backend has a part in it. */
  TestPlan following() {
    answer = each -> each.following("query");
    return this;
  }

  TestPlan maxInFlight(int messages) {
    maxInFlight = messages;
    return this;
  }

  /** The plan. */
  public FleetPlan plan() {
    return new FleetPlan(
        RunId.parse("1f"),
        "device-{index}",
        phases,
        flows,
        List.of(answer.apply(answer())),
        1,
        new Carriers(Tenants.one("tenant"), devices, sessions),
        groups == null
            ? List.of(new SessionGroup(null, 0, sessions, life, reconnectAfter))
            : groups,
        FleetPlan.InFlightLimit.of(maxInFlight),
        own == null ? ShardDevices.all(devices) : own,
        0);
  }

  private FlowSpec answer() {
    return FlowSpec.of("answer", longestTimeout(), (device, stamp) -> body(stamp));
  }

  private long longestTimeout() {
    return flows.stream().mapToLong(flow -> flow.spec().timeoutNanos()).max().orElse(0);
  }
}
