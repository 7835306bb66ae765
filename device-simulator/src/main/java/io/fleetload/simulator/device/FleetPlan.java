package io.fleetload.simulator.device;

import io.fleetload.profile.Phases;
import io.fleetload.schedule.FireTimes;
import io.fleetload.stamp.Stamp;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What the fleet does in a run.
 *
 * @param runId identifies the run on the wire
 * @param devices how many devices
 * @param names a device's name by its index
 * @param phases the phases
 * @param flows the flows with an arrival rate
 * @param answers how commands are answered
 * @param seed seed of everything random
 */
public record FleetPlan(
    String runId,
    int devices,
    IntFunction<String> names,
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

  /** Length of ramp and warm-up, ns. */
  public long measureStartNanos() {
    return phases.ramp().nanos() + phases.warmUp().nanos();
  }

  /** Length of ramp, warm-up and measured phase, ns. */
  public long measureEndNanos() {
    return measureStartNanos() + phases.measure().nanos();
  }

  /** The flow whose messages expect a command, or null. */
  FlowPlan commandFlow() {
    return flows.stream().filter(FlowPlan::expectsCommand).findFirst().orElse(null);
  }
}
