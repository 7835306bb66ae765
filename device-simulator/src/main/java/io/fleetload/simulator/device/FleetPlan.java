package io.fleetload.simulator.device;

import io.fleetload.profile.Phases;
import io.fleetload.results.Turns;
import io.fleetload.schedule.FireTimes;
import io.fleetload.stamp.Stamp;
import java.util.List;

/**
 * What the fleet does in a run.
 *
 * @param runId identifies the run on the wire
 * @param devices how many devices
 * @param naming a device's name, with {@code {index}} for its index
 * @param phases the phases
 * @param flows the flows with an arrival rate
 * @param answers how commands are answered
 * @param seed seed of everything random
 */
public record FleetPlan(
    String runId,
    int devices,
    String naming,
    Phases phases,
    List<FlowPlan> flows,
    AnswerPlan answers,
    long seed) {

  /** Makes a message's body. */
  @FunctionalInterface
  public interface Body {
    /** The body of a device's message with that stamp in it. */
    byte[] of(String device, Stamp stamp);
  }

  /**
   * A flow with an arrival rate.
   *
   * @param name the flow's name
   * @param rate messages a second
   * @param times when they are due, from the start of the flows
   * @param timeoutNanos the longest wait for an outcome, ns
   * @param expectsCommand whether an outcome without a command is a failure
   * @param body what its messages say
   */
  public record FlowPlan(
      String name,
      double rate,
      FireTimes times,
      long timeoutNanos,
      boolean expectsCommand,
      Body body) {}

  /**
   * How commands are answered.
   *
   * @param name the name of the flow of answers
   * @param timeoutNanos the longest wait for an outcome, ns
   * @param body what they say
   */
  public record AnswerPlan(String name, long timeoutNanos, Body body) {}

  /** Name of a device. */
  public String name(int device) {
    return naming.replace("{index}", Integer.toString(device));
  }

  /** Which device sends which message of the flow with that place among the flows. */
  Turns turns(int flow) {
    return new Turns(devices, (int) ((long) devices * flow / flows.size()), naming);
  }

  /** Length of ramp and warm-up, ns. */
  public long measureStartNanos() {
    return phases.ramp().nanos() + phases.warmUp().nanos();
  }

  /** Length of ramp, warm-up and measured phase, ns. */
  public long measureEndNanos() {
    return measureStartNanos() + phases.measure().nanos();
  }
}
