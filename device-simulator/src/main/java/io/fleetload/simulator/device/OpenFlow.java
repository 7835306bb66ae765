// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.LoadModel;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;

/**
 * A flow of an open model: takes each message, when it is due, to the device that has its turn. The
 * devices take turns; every flow begins its round elsewhere.
 */
final class OpenFlow extends HeadFlow {
  private final LoadModel.Open model;

  /** By place of the device among those that take turns; null if nothing waits. */
  private final DeviceQueue[] queues;

  private final int total;
  private long next;

  OpenFlow(
      SharedByFlows shared,
      FlowPlan plan,
      LoadModel.Open model,
      FlowBook book,
      Answers answers) {
    super(shared, plan, book, answers);
    this.model = model;
    // Nothing is due after the measured phase.
    this.total = Math.toIntExact(book.measuredTo());
    this.next = own.nextOwn(turns, 0);
    this.queues = new DeviceQueue[turns.devices()];
  }

  @Override
  long nextDue() {
    return hasEnded() || next >= total ? Long.MAX_VALUE : due(next);
  }

  @Override
  void fireNext(long now) {
    int n = (int) next;
    long due = takeDue(now);
    int device = turns.device(n);
    int session = fleet.session(device);
    if (sleep.asleep(device, due - times.startNanos())) {
      notSent(device, n, NotSent.ASLEEP);
    } else if (!sessions.wasOpened(session)) {
      notSent(device, n, NotSent.NOT_CONNECTED);
    } else if (canSend(device)) {
      sendDue(new SentMessage(device, n, due, null));
    } else if (!queue(device).add(n, due)) {
      notSent(device, n, sessions.isOpen(session) ? NotSent.DEVICE_BUSY : NotSent.NOT_CONNECTED);
    }
  }

  @Override
  void reopened(int session) {
    fleet
        .carriers()
        .eachBehind(
            session,
            device -> {
              if (turns.has(device)) {
                sendWaiting(device);
              }
            });
  }

  @Override
  public void end() {
    leaveUnsent(clock.nanos());
    drop(NotSent.RUN_ENDED);
    super.end();
  }

  @Override
  void dropWaiting() {
    drop(NotSent.WARM_UP_OVER);
    super.dropWaiting();
  }

  @Override
  boolean wentRound() {
    long begin = times.scheduledMeasureNanos();
    return next >= turns.devices() || asked(begin, begin) == 0;
  }

  @Override
  long doneNanos() {
    // The schedule says how long it lasts.
    return RunTimes.NEVER;
  }

  @Override
  void measuringIsDecided() {
    leaveOut();
  }

  /** Asks for what was due while this process was halted over the end, and does not send it. */
  private void leaveUnsent(long now) {
    while (nextDue() <= now) {
      int n = (int) next;
      long due = takeDue(now);
      int device = turns.device(n);
      if (sleep.asleep(device, due - times.startNanos())) {
        notSent(device, n, NotSent.ASLEEP);
      } else {
        boolean open = sessions.isOpen(fleet.session(device));
        notSent(device, n, open ? NotSent.RUN_ENDED : NotSent.NOT_CONNECTED);
      }
    }
  }

  /** Asks for the next message and goes on to the one after it; says when it was due, ns. */
  private long takeDue(long now) {
    int n = (int) next;
    long due = due(n);
    next = own.nextOwn(turns, next + 1);
    leaveOut();
    scheduled(n, due, now);
    return due;
  }

  private void drop(NotSent cause) {
    for (int place = 0; place < queues.length; place++) {
      int device = turns.from() + place;
      while (queues[place] != null) {
        boolean open = sessions.isOpen(fleet.session(device));
        notSent(device, queues[place].firstNumber(), open ? cause : NotSent.NOT_CONNECTED);
        removeFirst(device);
      }
    }
  }

  private long due(long n) {
    return times.dueNanos(model.times().dueNanos(n), n >= book.measuredFrom());
  }

  /** Leaves out what the warm-up would have had if it had gone on; it is not due. */
  private void leaveOut() {
    if (next < book.measuredFrom() && next < total && due(next) >= times.warmUpEndNanos()) {
      next = own.nextOwn(turns, book.measuredFrom());
    }
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return own.part(model.asked(fromNanos, toNanos), turns);
  }

  @Override
  void over(int device, Cause failure) {
    sendWaiting(device);
  }

  @Override
  ClosedModel figuresOfStep(Integer each, long thinkNanos) {
    return null;
  }

  private boolean canSend(int device) {
    return underWay(device) < spec.window() && sessions.isOpen(fleet.session(device));
  }

  private DeviceQueue queue(int device) {
    int place = device - turns.from();
    if (queues[place] == null) {
      queues[place] = new DeviceQueue();
    }
    return queues[place];
  }

  private void sendWaiting(int device) {
    int place = device - turns.from();
    while (queues[place] != null && !hasEnded() && canSend(device)) {
      int n = queues[place].firstNumber();
      long due = queues[place].firstDue();
      removeFirst(device);
      inFlight.send(new SentMessage(device, n, due, null));
    }
  }

  private void removeFirst(int device) {
    int place = device - turns.from();
    queues[place].removeFirst();
    if (queues[place].isEmpty()) {
      queues[place] = null;
    }
  }
}
