// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import java.util.List;

/**
 * A flow that follows no other: its messages are due by themselves. Each begins an iteration of its
 * device, which is over when the last of the steps that follow it is; without steps, that is its
 * outcome.
 */
abstract class HeadFlow extends DueFlow {
  private final int[] iterating;
  private Followers followers;
  private boolean ended;
  private boolean warmUpIsOver;

  HeadFlow(SharedByFlows shared, FlowPlan plan, FlowBook book, Answers answers) {
    super(shared, plan.spec(), book, answers);
    this.iterating = new int[plan.steps().isEmpty() ? 0 : turns.devices()];
    this.followers = new Followers(fleet.seed(), spec.name(), List.of());
  }

  /** The steps after its messages, which know this flow; to be called before it begins. */
  final void followedBy(Followers steps) {
    followers = steps;
  }

  final Followers followers() {
    return followers;
  }

  /** An iteration of a device is over; {@code failure} is why it ended before its time, or null. */
  abstract void over(int device, Cause failure);

  /**
   * The figures of a step after its messages; null of an open model.
   *
   * @param each messages of the step for each of its messages; null if that is not always as many
   * @param thinkNanos from the outcome before to the message, ns
   */
  abstract ClosedModel figuresOfStep(Integer each, long thinkNanos);

  /** Messages of a device under way, and its iterations that went on. */
  final int underWay(int device) {
    return inFlight.ofDevice(device)
        + (iterating.length == 0 ? 0 : iterating[device - turns.from()]);
  }

  /** A message that was due is not sent, and so is nothing that would have followed it. */
  final void notSent(int device, int n, NotSent cause) {
    boolean keptOut = cause == NotSent.NOT_CONNECTED && inFlight.keepsOut(device);
    NotSent booked = keptOut ? NotSent.KEPT_OUT : cause;
    book.notSent(n, booked);
    new Iteration(this, device, n).leaveOut(booked);
  }

  /** Reason why an iteration that a message began does not go on; null if it does. */
  final NotSent cut(int n) {
    if (ended) {
      return NotSent.RUN_ENDED;
    }
    return warmUpIsOver && book.period(n) == Period.WARM_UP ? NotSent.WARM_UP_OVER : null;
  }

  final boolean hasEnded() {
    return ended;
  }

  final void over(Iteration iteration) {
    iterating[iteration.device() - turns.from()]--;
    over(iteration.device(), iteration.failure());
  }

  @Override
  final void settled(SentMessage message, Inbound inbound, Cause failure) {
    if (followers.count() == 0) {
      over(message.device, failure);
    } else {
      iterating[message.device - turns.from()]++;
      iteration(message).goOn(inbound, failure);
    }
  }

  @Override
  final void dropped(SentMessage message, NotSent cause) {
    new Iteration(this, message.device, message.n).leaveOut(cause);
    over(message.device, null);
  }

  @Override
  final Iteration iteration(SentMessage message) {
    return message.iteration() == null
        ? new Iteration(this, message.device, message.n)
        : message.iteration();
  }

  @Override
  public void end() {
    ended = true;
    inFlight.drop(NotSent.RUN_ENDED);
  }

  @Override
  void dropWaiting() {
    warmUpIsOver = true;
    inFlight.drop(NotSent.WARM_UP_OVER);
  }
}
