package io.fleetload.simulator.device;

import io.fleetload.driver.Carriers;
import io.fleetload.profile.Life;
import io.fleetload.profile.Phases;
import io.fleetload.results.Tenants;
import io.fleetload.results.Turns;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.List;

/**
 * What the fleet does in a run.
 *
 * @param runId identifies the run on the wire
 * @param devices how many devices the whole fleet has
 * @param naming a device's name, with {@code {index}} for its index
 * @param phases the phases
 * @param flows the flows that do not only answer
 * @param answers the flows that only answer commands
 * @param seed seed of everything random
 * @param carriers which session carries whose messages: a device's own, or a gateway's
 * @param life what the sessions go through
 * @param reconnectAfterNanos a session on which nothing came back for that long is given up; 0 for
 *     never
 * @param maxInFlight most messages under way that the target has not acknowledged; 0 for any number
 * @param own the devices that this process drives
 * @param tenantIntervalSeconds length of the intervals in which each tenant's part of a flow is
 *     kept, in s; 0 where nobody asks for it
 */
public record FleetPlan(
    RunId runId,
    int devices,
    String naming,
    Phases phases,
    List<FlowPlan> flows,
    List<AnswerPlan> answers,
    long seed,
    Carriers carriers,
    Life life,
    long reconnectAfterNanos,
    int maxInFlight,
    OwnDevices own,
    int tenantIntervalSeconds) {

  /** The same plan for a process that drives only some of the devices. */
  public FleetPlan with(OwnDevices devicesOfThisProcess) {
    return new FleetPlan(
        runId,
        devices,
        naming,
        phases,
        flows,
        answers,
        seed,
        carriers,
        life,
        reconnectAfterNanos,
        maxInFlight,
        devicesOfThisProcess,
        tenantIntervalSeconds);
  }

  /** The sessions that this process holds: those of its devices, or of the gateways before them. */
  public OwnDevices ownSessions() {
    return OwnDevices.everyKth(sessions(), own.shard());
  }

  /** How many sessions carry the messages of the whole fleet. */
  public int sessions() {
    return carriers.sessions();
  }

  /** The tenants that share the fleet. */
  public Tenants tenants() {
    return carriers.tenants();
  }

  /** Makes a message's body. */
  @FunctionalInterface
  public interface Body {
    /** The body of a device's message with that stamp in it. */
    byte[] of(String device, Stamp stamp);
  }

  /**
   * A flow that does not only answer.
   *
   * @param name the flow's name
   * @param model what makes its messages due
   * @param timeoutNanos the longest wait for an outcome, ns
   * @param window messages of a device that may be under way at once
   * @param responses how many responses each has; 0 for any number
   * @param deviceOnly whether no backend receives its messages
   * @param body what its messages say
   */
  public record FlowPlan(
      String name,
      LoadModel model,
      long timeoutNanos,
      int window,
      int responses,
      boolean deviceOnly,
      Body body) {}

  /**
   * A flow that answers the commands which messages of another flow ask for.
   *
   * @param name the flow's name
   * @param answers the name of the flow whose commands it answers; an outcome of its messages
   *     without a command is a failure
   * @param pushed whether the commands come by themselves, after the outcome, and not with it
   * @param timeoutNanos the longest wait for an outcome, ns
   * @param body what its messages say
   */
  public record AnswerPlan(
      String name, String answers, boolean pushed, long timeoutNanos, Body body) {}

  /** The session that carries a device's messages. */
  public int session(int device) {
    return carriers.session(device);
  }

  /** Name of a device. */
  public String name(int device) {
    return naming.replace("{index}", Integer.toString(device));
  }

  /** Which device sends which message of the flow with that place among the flows. */
  Turns turns(int flow) {
    if (flows.get(flow).model() instanceof LoadModel.Closed closed) {
      // Their numbers are multiples of their count and the user's index.
      return new Turns(closed.users(), 0, naming);
    }
    return new Turns(devices, (int) ((long) devices * flow / flows.size()), naming);
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
