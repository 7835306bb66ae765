// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.ShardDevices;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;

/** A flow whose messages fall due: takes each to its device when its time has come. */
abstract class DueFlow implements FlowRun {
  final FleetPlan fleet;
  final ShardDevices own;
  final FlowBook book;
  final Sending sending;
  final GeneratorWatch watch;
  final Presence presence;
  final Sleep sleep;
  final RunTimes times;
  final FlowPlan plan;

  DueFlow(SharedByFlows shared, FlowPlan plan, FlowBook book, Sending sending) {
    this.fleet = shared.plan();
    this.own = fleet.own();
    this.book = book;
    this.sending = sending;
    this.watch = shared.watch();
    this.presence = shared.presence();
    this.sleep = shared.sleep();
    this.times = shared.times();
    this.plan = plan;
  }

  /** When the next message is due; {@link Long#MAX_VALUE} when none is known. */
  abstract long nextDue();

  /** Takes the next message, which is due, to its device. */
  abstract void fireNext(long now);

  /** A session is there again: what waited for it goes. */
  abstract void release(int session);

  /** The warm-up is over: what still waits is not sent. */
  abstract void dropWaiting();

  /** Whether every device that has messages was to send one. */
  abstract boolean wentRound();

  /** It was decided in the run when measuring begins. */
  abstract void measuringIsDecided();

  @Override
  public final String name() {
    return plan.name();
  }

  @Override
  public final FlowBook book() {
    return book;
  }

  @Override
  public final void giveUpLate(long now) {
    sending.giveUpLate(now);
  }

  @Override
  public final void close(long now) {
    sending.close(now);
  }

  @Override
  public DeviceBook.Flow snapshot() {
    DeviceBook.Flow flow = book.snapshot();
    return plan.spec().deviceOnly() ? flow.ofTheDeviceOnly() : flow;
  }

  @Override
  public boolean drained() {
    return nextDue() == Long.MAX_VALUE && sending.drained();
  }
}
