package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.results.Turns;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.simulator.measure.GeneratorWatch;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * One flow of the run: takes each message when it is due to the device whose turn it is, and books
 * what comes of it. The devices take turns; every flow begins its round elsewhere.
 */
final class FlowRun {
  private final FleetPlan fleet;
  private final FlowPlan plan;
  private final FlowBook book;
  private final Answers answers;
  private final GeneratorWatch watch;
  private final RunClock clock;
  private final IntFunction<DeviceLink> links;
  private final BitSet connected;
  private final InFlight inFlight;
  private final Lane[] lanes;
  private final long startNanos;
  private final int total;
  private final Turns turns;
  private int next;
  private int waiting;
  private boolean ended;

  FlowRun(
      FleetPlan fleet,
      FlowPlan plan,
      FlowBook book,
      Answers answers,
      GeneratorWatch watch,
      RunClock clock,
      IntFunction<DeviceLink> links,
      BitSet connected,
      long startNanos,
      Turns turns) {
    this.fleet = fleet;
    this.plan = plan;
    this.book = book;
    this.answers = answers;
    this.watch = watch;
    this.clock = clock;
    this.links = links;
    this.connected = connected;
    this.startNanos = startNanos;
    this.turns = turns;
    this.total = Math.toIntExact(plan.times().countBefore(fleet.measureEndNanos()));
    this.inFlight = new InFlight(plan.timeoutNanos(), links);
    this.lanes = new Lane[fleet.devices()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new Lane(i);
    }
  }

  FlowBook book() {
    return book;
  }

  String name() {
    return plan.name();
  }

  /** When the next message is due; {@link Long#MAX_VALUE} when none is left. */
  long nextDue() {
    return ended || next >= total ? Long.MAX_VALUE : startNanos + plan.times().dueNanos(next);
  }

  /** Takes the next message, which is due, to its device. */
  void fireNext(long now) {
    int n = next++;
    long due = startNanos + plan.times().dueNanos(n);
    book.scheduled(n, due);
    if (book.period(n) == Period.MEASURED) {
      watch.lag(now - due);
    }
    Lane lane = lanes[turns.device(n)];
    if (!connected.get(lane.device)) {
      book.notSent(n, NotSent.NOT_CONNECTED);
    } else if (!lane.busy()) {
      send(lane, n, due);
    } else if (lane.queue(n, due)) {
      waiting++;
    } else {
      book.notSent(n, NotSent.DEVICE_BUSY);
    }
  }

  void giveUpLate(long now) {
    inFlight.giveUpLate(now);
  }

  /** Whether nothing is due, waiting or under way any more. */
  boolean drained() {
    return nextDue() == Long.MAX_VALUE && waiting == 0 && book.inFlight() == 0;
  }

  /** Ends the flow: what still waits is not sent. */
  void end() {
    ended = true;
    for (Lane lane : lanes) {
      while (lane.anyWaiting()) {
        book.notSent(lane.nextNumber(), NotSent.RUN_ENDED);
        lane.dropNext();
        waiting--;
      }
    }
  }

  private void send(Lane lane, int n, long due) {
    long now = clock.nanos();
    Stamp stamp =
        new Stamp(
            fleet.runId(),
            plan.name(),
            book.period(n),
            lane.device,
            n,
            clock.epochNanos(due),
            clock.epochNanos(now));
    byte[] payload = plan.body().of(fleet.name(lane.device), stamp);
    LaneAttempt attempt = new LaneAttempt(lane, n, due, now);
    lane.occupy(attempt);
    book.sent(n, now);
    inFlight.add(attempt);
    links.apply(lane.device).send(new Message(plan.name(), payload), attempt);
  }

  private final class LaneAttempt extends Attempt {
    private final Lane lane;

    LaneAttempt(Lane lane, int n, long due, long sent) {
      super(lane.device, n, due, sent);
      this.lane = lane;
    }

    @Override
    public void retransmitted() {
      book.retransmitted(n, clock.nanos());
    }

    @Override
    void onSuccess(Command command) {
      long now = clock.nanos();
      Cause flaw = plan.expectsCommand() ? answers.received(device, n, command) : null;
      if (flaw == null) {
        book.ok(n, dueNanos, sentNanos, now);
      } else {
        book.failed(n, flaw, now);
      }
      goOn();
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(n, cause, clock.nanos());
      goOn();
    }

    private void goOn() {
      lane.free();
      if (lane.anyWaiting() && !ended) {
        int waitingNumber = lane.nextNumber();
        long waitingDue = lane.nextDue();
        lane.dropNext();
        waiting--;
        send(lane, waitingNumber, waitingDue);
      }
    }
  }
}
