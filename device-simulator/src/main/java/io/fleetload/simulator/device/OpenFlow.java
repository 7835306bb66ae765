// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.NotSent;
import io.fleetload.results.Turns;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;

/**
 * A flow of an open model: takes each message when it is due to the device whose turn it is. The
 * devices take turns; every flow begins its round elsewhere.
 */
final class OpenFlow extends DueFlow {
  private final LoadModel.Open model;
  private final Lane[] lanes;
  private final int total;
  private final Turns turns;
  private long next;
  private int waiting;
  private boolean ended;

  OpenFlow(
      SharedByFlows shared,
      FlowPlan plan,
      LoadModel.Open model,
      FlowBook book,
      Sending sending,
      Turns turns) {
    super(shared, plan, book, sending);
    this.model = model;
    this.turns = turns;
    // Nothing is due after the measured phase.
    this.total = Math.toIntExact(book.measuredTo());
    this.next = own.nextOwn(turns, 0);
    this.lanes = new Lane[own.count()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(own.device(i));
    }
  }

  @Override
  long nextDue() {
    return ended || next >= total ? Long.MAX_VALUE : due(next);
  }

  @Override
  void fireNext(long now) {
    int n = (int) next;
    long due = due(n);
    next = own.nextOwn(turns, next + 1);
    leaveOut();
    book.scheduled(n, due);
    boolean measured = book.period(n) == Period.MEASURED;
    if (measured) {
      watch.lag(due, now);
    }
    Lane lane = lanes[own.place(turns.device(n))];
    int session = fleet.session(lane.device);
    if (sleep.asleep(lane.device, due - times.startNanos())) {
      book.notSent(n, NotSent.ASLEEP);
    } else if (!presence.opened(session)) {
      book.notSent(n, NotSent.NOT_CONNECTED);
    } else if (!lane.busy(plan.spec().window()) && presence.ready(session)) {
      long sent = send(lane, n, due);
      if (measured && sent != Sending.NOT_YET) {
        watch.pacing(due, sent);
      }
    } else if (lane.queue(n, due)) {
      waiting++;
    } else {
      book.notSent(n, presence.ready(session) ? NotSent.DEVICE_BUSY : NotSent.NOT_CONNECTED);
    }
  }

  @Override
  void release(int session) {
    fleet.carriers().eachBehind(session, device -> sendNext(lanes[own.place(device)]));
  }

  @Override
  public boolean drained() {
    return waiting == 0 && super.drained();
  }

  @Override
  public void end() {
    ended = true;
    drop(NotSent.RUN_ENDED);
  }

  @Override
  void dropWaiting() {
    drop(NotSent.WARM_UP_OVER);
  }

  @Override
  boolean wentRound() {
    long begin = times.scheduledMeasureNanos();
    return next >= turns.devices() || asked(begin, begin) == 0;
  }

  @Override
  void measuringIsDecided() {
    leaveOut();
  }

  private void drop(NotSent cause) {
    for (Lane lane : lanes) {
      while (lane.anyWaiting()) {
        boolean ready = presence.ready(fleet.session(lane.device));
        book.notSent(lane.nextNumber(), ready ? cause : NotSent.NOT_CONNECTED);
        lane.dropNext();
        waiting--;
      }
    }
    sending.drop(cause);
  }

  private long due(long n) {
    return times.dueNanos(model.times().dueNanos(n), n >= book.measuredFrom());
  }

  /** What the warm-up would have had if it had gone on is not due. */
  private void leaveOut() {
    if (next < book.measuredFrom() && next < total && due(next) >= times.warmUpEndNanos()) {
      next = own.nextOwn(turns, book.measuredFrom());
    }
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return own.part(model.asked(fromNanos, toNanos));
  }

  private long send(Lane lane, int n, long due) {
    lane.occupy();
    return sending.send(lane.device, n, due, cause -> goOn(lane));
  }

  private void goOn(Lane lane) {
    lane.free();
    sendNext(lane);
  }

  private void sendNext(Lane lane) {
    if (lane.anyWaiting()
        && !lane.busy(plan.spec().window())
        && !ended
        && presence.ready(fleet.session(lane.device))) {
      int waitingNumber = lane.nextNumber();
      long waitingDue = lane.nextDue();
      lane.dropNext();
      waiting--;
      send(lane, waitingNumber, waitingDue);
    }
  }
}
