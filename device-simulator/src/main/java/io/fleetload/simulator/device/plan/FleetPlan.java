// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSet;
import io.fleetload.flow.FlowSpec;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.results.run.DeviceNames;
import io.fleetload.results.run.DeviceRanges;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.run.Tenants;
import io.fleetload.stamp.RunId;
import java.util.ArrayList;
import java.util.List;

/**
 * Plan of a fleet for a run.
 *
 * @param runId identifies the run on the wire
 * @param naming a device's name, as {@link DeviceNames} has it
 * @param phases the phases
 * @param flows the flows that follow no other: their messages are due by themselves
 * @param answers the flows that only answer commands
 * @param seed seed of everything random
 * @param carriers which session carries a device's messages: its own, or a gateway's
 * @param groups the sessions, group by group
 * @param deviceGroups the groups of devices; empty of a fleet without groups
 * @param inFlightLimit the limit on messages that the target has not acknowledged
 * @param own the devices that this process drives
 * @param tenantIntervalSeconds length of the intervals in which each tenant's part of a flow is
 *     kept, in s; 0 if they are not asked for
 */
public record FleetPlan(
    RunId runId,
    String naming,
    Phases phases,
    List<FlowPlan> flows,
    List<FlowSpec> answers,
    long seed,
    Carriers carriers,
    List<SessionGroup> groups,
    List<DeviceGroup> deviceGroups,
    InFlightLimit inFlightLimit,
    ShardDevices own,
    int tenantIntervalSeconds) {

  /** The plan of a fleet without groups. */
  public FleetPlan(
      RunId runId,
      String naming,
      Phases phases,
      List<FlowPlan> flows,
      List<FlowSpec> answers,
      long seed,
      Carriers carriers,
      List<SessionGroup> groups,
      InFlightLimit inFlightLimit,
      ShardDevices own,
      int tenantIntervalSeconds) {
    this(
        runId,
        naming,
        phases,
        flows,
        answers,
        seed,
        carriers,
        groups,
        List.of(),
        inFlightLimit,
        own,
        tenantIntervalSeconds);
  }

  /** Gives the turns of the whole fleet to flows that have none. */
  public FleetPlan {
    List<FlowPlan> planned = new ArrayList<>();
    for (int i = 0; i < flows.size(); i++) {
      FlowPlan flow = flows.get(i);
      planned.add(flow.turns() != null ? flow : flow.of(wholeFleet(flow, i, flows, own, naming)));
    }
    flows = List.copyOf(planned);
  }

  private static RoundRobin wholeFleet(
      FlowPlan flow, int place, List<FlowPlan> flows, ShardDevices own, String naming) {
    return flow.model() instanceof LoadModel.UserLoop closed
        ? new RoundRobin(closed.users(), 0, naming)
        : RoundRobin.ofFlow(place, flows.size(), own.fleet(), naming);
  }

  /**
   * The plan of a profile for one process.
   *
   * @param asked the flows that the profile asks for
   * @param own the devices that this process drives
   */
  public static FleetPlan of(LoadProfile profile, FlowSet asked, RunId runId, ShardDevices own) {
    List<FlowSpec> specs = asked.specs();
    List<FlowPlan> flows = new ArrayList<>();
    for (String name : asked.timings().keySet()) {
      FlowSpec spec =
          specs.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      flows.add(
          new FlowPlan(
              spec,
              LoadModel.of(profile, asked.steps(), name),
              StepPlan.after(name, specs),
              profile.turns(name)));
    }
    return new FleetPlan(
        runId,
        profile.devices().naming(),
        profile.phases(),
        flows,
        specs.stream().filter(each -> each.answers() != null).toList(),
        profile.run().seed(),
        profile.carriers(),
        SessionGroup.of(profile),
        profile.devices().groups().stream().filter(each -> each.name() != null).toList(),
        InFlightLimit.of(profile.devices().maxInFlight()),
        own,
        profile.tenantIntervalSeconds());
  }

  /** The sessions that this process holds: those of its devices, or of the gateways before them. */
  public ShardDevices ownSessions() {
    return ShardDevices.everyKth(sessions(), own.shard());
  }

  /** Number of devices of the whole fleet. */
  public int devices() {
    return own.fleet();
  }

  /** Number of sessions that carry the messages of the whole fleet. */
  public int sessions() {
    return carriers.sessions();
  }

  /** The tenants that share the fleet. */
  public Tenants tenants() {
    return carriers.tenants();
  }

  /**
   * The limit on messages under way that the target has not even acknowledged, over all flows: a
   * burst of more than the target's socket takes is lost there, and its repetitions come on top.
   *
   * @param messages the most; 0 for any number
   * @param longestSilenceNanos after that long without a sign of life a message was lost and is not
   *     in the target's socket any more, so it counts no longer: silent devices must not keep out
   *     those that are well
   */
  public record InFlightLimit(int messages, long longestSilenceNanos) {
    private static final long LONGEST_SILENCE_NANOS = 2_000_000_000L;

    /** A limit that a message counts against for 2 s at most. */
    public static InFlightLimit of(int messages) {
      return new InFlightLimit(messages, LONGEST_SILENCE_NANOS);
    }
  }

  /**
   * A flow that follows no other: its messages are due by themselves.
   *
   * @param spec what its campaign says of it
   * @param model what makes its messages due
   * @param steps the steps that follow its messages, in their order
   * @param turns which device sends which of its messages; null if the whole fleet sends them
   */
  public record FlowPlan(FlowSpec spec, LoadModel model, List<StepPlan> steps, RoundRobin turns) {
    /** A flow that the whole fleet sends, without steps. */
    public FlowPlan(FlowSpec spec, LoadModel model) {
      this(spec, model, List.of(), null);
    }

    private FlowPlan of(RoundRobin devices) {
      return new FlowPlan(spec, model, steps, devices);
    }

    public String name() {
      return spec.name();
    }
  }

  /**
   * A flow of steps of a user.
   *
   * @param spec what its campaign says of it
   * @param steps the steps that follow its messages, in their order
   */
  public record StepPlan(FlowSpec spec, List<StepPlan> steps) {
    /** The steps that follow a flow's messages. */
    public static List<StepPlan> after(String flow, List<FlowSpec> specs) {
      return specs.stream()
          .filter(each -> each.step() != null && each.step().after().equals(flow))
          .map(each -> new StepPlan(each, after(each.name(), specs)))
          .toList();
    }
  }

  /** The ranges of the groups' devices; null of a fleet without groups. */
  public DeviceRanges ranges() {
    return deviceGroups.isEmpty()
        ? null
        : new DeviceRanges(deviceGroups.stream().map(DeviceGroup::first).toList());
  }

  /** The session that carries a device's messages. */
  public int session(int device) {
    return carriers.session(device);
  }

  /** Name of a device. */
  public String name(int device) {
    return new DeviceNames(naming).of(device);
  }

  /** Length of ramp and warm-up, ns; of a warm-up until steady, the longest. */
  public long measureStartNanos() {
    return phases.ramp().nanos() + phases.warmUp().longest().nanos();
  }

  /** Length of ramp, warm-up and measured phase, ns. */
  public long measureEndNanos() {
    return measureStartNanos() + phases.measure().nanos();
  }

  /** The first whole second of the measured phase, counted from the start of the flows. */
  public int firstMeasuredSecond() {
    return (int) -Math.floorDiv(-measureStartNanos(), 1_000_000_000L);
  }
}
