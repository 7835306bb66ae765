// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import io.fleetload.driver.ShardDevices;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;

/** Messages at the due times of a schedule; the devices take turns. */
public final class ScheduledTurns implements DueTurns {
  private final LoadModel.Open model;
  private final RoundRobin turns;
  private final ShardDevices own;
  private final RunTimes times;
  private final LoadModel.NumberRange measured;
  private long next;

  /**
   * The messages of a flow.
   *
   * @param turns the devices of the whole fleet that send them
   * @param own the devices that this process drives
   * @param measured numbers of the messages of the measured phase; nothing is due after them
   */
  public ScheduledTurns(
      LoadModel.Open model,
      RoundRobin turns,
      ShardDevices own,
      RunTimes times,
      LoadModel.NumberRange measured) {
    this.model = model;
    this.turns = turns;
    this.own = own;
    this.times = times;
    this.measured = measured;
    this.next = own.nextOwn(turns, 0);
  }

  @Override
  public long nextDue() {
    return next >= measured.to() ? RunTimes.NEVER : due(next);
  }

  @Override
  public boolean isKnown() {
    return true;
  }

  @Override
  public int n() {
    return (int) next;
  }

  @Override
  public int device() {
    return turns.device((int) next);
  }

  @Override
  public void goOn() {
    next = own.nextOwn(turns, next + 1);
    leaveOut();
  }

  @Override
  public boolean isDueBy(long nanos) {
    return nextDue() <= nanos;
  }

  @Override
  public void leaveOut() {
    if (next < measured.from() && next < measured.to() && due(next) >= times.warmUpEndNanos()) {
      next = own.nextOwn(turns, measured.from());
    }
  }

  @Override
  public boolean wentRound() {
    long begin = times.scheduledMeasureNanos();
    return next >= turns.devices() || asked(begin, begin) == 0;
  }

  @Override
  public double asked(long fromNanos, long toNanos) {
    return own.part(model.asked(fromNanos, toNanos), turns);
  }

  private long due(long n) {
    return times.dueNanos(model.times().dueNanos(n), n >= measured.from());
  }
}
