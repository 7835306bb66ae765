// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.plan;

import io.fleetload.profile.Phases;

/**
 * Begin and end of the phases of a run, on the run's clock. Where the profile says how long the
 * warm-up is, all of it is known when the flows begin. Where the warm-up lasts until the target is
 * steady, the begin of the measured phase is decided in the run.
 *
 * <p>The schedule is fixed all the same: it is that of the longest warm-up. Where measuring begins
 * earlier, the rest of the warm-up's messages is left out, and all messages of the measured phase
 * are moved by the same time, so each keeps its number and its due time after that begin.
 *
 * <p>Decided by the wire's thread, read by any.
 */
public final class RunTimes {
  /** A time that is not known yet. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final long NANOS = 1_000_000_000L;

  private final Phases phases;
  private final long startNanos;
  private final long plannedStart;
  private final long gridNanos;
  private volatile long warmUpEndNanos;
  private volatile long measureStartNanos;
  private volatile long measureEndNanos = NEVER;

  /**
   * The times of a plan.
   *
   * @param startNanos when the flows begin, on the run's clock
   */
  public RunTimes(FleetPlan plan, long startNanos) {
    this.phases = plan.phases();
    this.startNanos = startNanos;
    this.plannedStart = startNanos + plan.measureStartNanos();
    this.gridNanos = Math.max(phases.intervalSeconds(), plan.tenantIntervalSeconds()) * NANOS;
    this.warmUpEndNanos = plannedStart;
    this.measureStartNanos = phases.warmUp().untilSteady() ? NEVER : plannedStart;
  }

  /** The phases of the profile. */
  public Phases phases() {
    return phases;
  }

  /** Time at which the flows begin, and with them the ramp. */
  public long startNanos() {
    return startNanos;
  }

  /** Time at which the ramp ends and the warm-up begins. */
  public long rampEndNanos() {
    return startNanos + phases.ramp().nanos();
  }

  /** From when on no message of the warm-up is due; the latest such time until it is decided. */
  public long warmUpEndNanos() {
    return warmUpEndNanos;
  }

  /** Time at which the measured phase begins; {@link #NEVER} until it is decided. */
  public long measureStartNanos() {
    return measureStartNanos;
  }

  /** Time at which it ends, by plan or before; {@link #NEVER} until its begin is decided. */
  public long measureEndNanos() {
    return isDecided()
        ? Math.min(measureEndNanos, measureStartNanos + phases.measure().nanos())
        : NEVER;
  }

  /** Returns whether it is known when the measured phase begins. */
  public boolean isDecided() {
    return measureStartNanos != NEVER;
  }

  /** The first whole second of the measured phase, counted from the begin of the flows. */
  public int firstMeasuredSecond() {
    return (int) -Math.floorDiv(startNanos - measureStartNanos, NANOS);
  }

  /**
   * The first time from one on at which measuring can begin: an interval of the response times
   * begins with the measured phase, whatever was left out of the warm-up.
   */
  public long firstBegin(long fromNanos) {
    return plannedStart - Math.floorDiv(plannedStart - fromNanos, gridNanos) * gridNanos;
  }

  /**
   * The measured phase begins then; of the warm-up nothing is due from there on.
   *
   * @param beginNanos a time that {@link #firstBegin} gave
   */
  public void measuringBegins(long beginNanos) {
    warmUpEndNanos = Math.min(beginNanos, plannedStart);
    measureStartNanos = beginNanos;
  }

  /** The measured phase ends then, before its time. */
  public void measuringEnds(long nanos) {
    measureEndNanos = Math.min(measureEndNanos, nanos);
  }

  /**
   * Time at which a message is due that the schedule has at an offset; {@link #NEVER} while
   * unknown.
   */
  public long dueNanos(long scheduledNanos, boolean measured) {
    if (scheduledNanos == NEVER || (measured && !isDecided())) {
      return NEVER;
    }
    return measured
        ? measureStartNanos + (scheduledNanos - (plannedStart - startNanos))
        : startNanos + scheduledNanos;
  }

  /** The offset of the schedule that belongs to a time. */
  public long scheduledNanos(long nanos) {
    return nanos >= measureStartNanos
        ? plannedStart - startNanos + (nanos - measureStartNanos)
        : Math.min(nanos, plannedStart) - startNanos;
  }

  /** The offset of the schedule at which the measured phase begins. */
  public long scheduledMeasureNanos() {
    return plannedStart - startNanos;
  }

  /** Returns whether nothing is due then: the warm-up is over, and measuring has not begun. */
  public boolean isBetween(long nanos) {
    return nanos >= warmUpEndNanos && nanos < measureStartNanos;
  }
}
