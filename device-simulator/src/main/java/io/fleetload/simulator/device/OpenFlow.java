// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.simulator.device.due.DueTurns;
import io.fleetload.simulator.device.plan.FleetPlan.FlowPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.measure.FlowBook;

/**
 * A flow of an open model: takes each message, when it is due, to the device that has its turn. The
 * devices take turns; every flow begins its round elsewhere.
 */
final class OpenFlow extends HeadFlow {
  private final DueTurns due;

  /** By device; null if nothing waits. */
  private final DeviceQueue[] queues;

  OpenFlow(SharedByFlows shared, FlowPlan plan, DueTurns due, FlowBook book, Answers answers) {
    super(shared, plan, book, answers);
    this.due = due;
    this.queues = new DeviceQueue[turns.devices()];
  }

  @Override
  long nextDue() {
    return hasEnded() ? Long.MAX_VALUE : due.nextDue();
  }

  @Override
  UsageException failure() {
    return due.failure();
  }

  @Override
  void fireNext(long now) {
    if (!due.isKnown()) {
      return;
    }
    int n = due.n();
    int device = due.device();
    long dueNanos = takeDue(now);
    int session = fleet.session(device);
    NotSent absence = absence(device, dueNanos);
    if (absence != null) {
      notSent(device, n, absence);
    } else if (!sessions.wasOpened(session)) {
      notSent(device, n, NotSent.NOT_CONNECTED);
    } else if (canSend(device)) {
      sendDue(new SentMessage(device, n, dueNanos, null));
    } else if (!queue(device).add(n, dueNanos)) {
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
    due.close();
  }

  @Override
  void dropWaiting() {
    drop(NotSent.WARM_UP_OVER);
    super.dropWaiting();
  }

  @Override
  boolean wentRound() {
    return due.wentRound();
  }

  @Override
  long doneNanos() {
    // The schedule says how long it lasts.
    return RunTimes.NEVER;
  }

  @Override
  void measuringIsDecided() {
    due.leaveOut();
  }

  /** Asks for what was due while this process was halted over the end, and does not send it. */
  private void leaveUnsent(long now) {
    while (!hasEnded() && due.isDueBy(now)) {
      int n = due.n();
      int device = due.device();
      long dueNanos = takeDue(now);
      NotSent absence = absence(device, dueNanos);
      if (absence != null) {
        notSent(device, n, absence);
      } else {
        boolean open = sessions.isOpen(fleet.session(device));
        notSent(device, n, open ? NotSent.RUN_ENDED : NotSent.NOT_CONNECTED);
      }
    }
  }

  /** Asks for the next message and goes on to the one after it; says when it was due, ns. */
  private long takeDue(long now) {
    int n = due.n();
    long dueNanos = due.nextDue();
    due.goOn();
    scheduled(n, dueNanos, now);
    return dueNanos;
  }

  private void drop(NotSent cause) {
    for (int place = 0; place < queues.length; place++) {
      int device = turns.from() + place;
      while (queues[place] != null) {
        int session = fleet.session(device);
        boolean open = sessions.isOpen(session) || sessions.isGone(session);
        notSent(device, queues[place].firstNumber(), open ? cause : NotSent.NOT_CONNECTED);
        removeFirst(device);
      }
    }
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return due.asked(fromNanos, toNanos);
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
    return underWay(device) < spec.window()
        && (spec.toDevice() || sessions.isOpen(fleet.session(device)));
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
      long dueNanos = queues[place].firstDue();
      removeFirst(device);
      inFlight.send(new SentMessage(device, n, dueNanos, null));
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
