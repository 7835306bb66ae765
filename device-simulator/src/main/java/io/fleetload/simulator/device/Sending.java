package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.function.IntFunction;

/** Puts the messages of one flow on the wire and books what comes of them. */
final class Sending {
  private final FleetPlan fleet;
  private final FlowPlan plan;
  private final FlowBook book;
  private final Answers answers;
  private final RunClock clock;
  private final IntFunction<DeviceLink> links;
  private final Presence presence;
  private final FleetLife life;
  private final InFlight inFlight;
  private final Admission admission;
  private int held;

  /** What {@link #send} returns for a message that waits for its admission. */
  static final long NOT_YET = Long.MIN_VALUE;

  /** Told when a message has its outcome. */
  @FunctionalInterface
  interface Afterwards {
    /** It has; {@code cause} is why it failed, or null. */
    void outcome(Cause cause);
  }

  Sending(
      FleetPlan fleet,
      FlowPlan plan,
      FlowBook book,
      Answers answers,
      RunClock clock,
      Admission admission,
      IntFunction<DeviceLink> links,
      Presence presence,
      FleetLife life) {
    this.fleet = fleet;
    this.plan = plan;
    this.book = book;
    this.answers = answers;
    this.clock = clock;
    this.admission = admission;
    this.links = links;
    this.presence = presence;
    this.life = life;
    this.inFlight = new InFlight(plan.timeoutNanos(), links);
  }

  /**
   * Sends a message as soon as the cap admits it.
   *
   * @return when it was handed to the wire, on the run's clock, or {@link #NOT_YET}
   */
  long send(int device, int n, long due, Afterwards afterwards) {
    if (admission.isOpen()) {
      return handOver(device, n, due, afterwards);
    }
    held++;
    admission.hold(new HeldMessage(device, n, due, afterwards));
    return NOT_YET;
  }

  private long handOver(int device, int n, long due, Afterwards afterwards) {
    long now = clock.nanos();
    Stamp stamp =
        new Stamp(
            fleet.runId(),
            plan.name(),
            book.period(n),
            device,
            n,
            clock.epochNanos(due),
            clock.epochNanos(now));
    byte[] payload = plan.body().of(fleet.name(device), stamp);
    Sent attempt = new Sent(device, n, due, now, afterwards);
    book.sent(n, now);
    inFlight.add(attempt);
    presence.began(attempt.session);
    admission.enter(attempt);
    links.apply(attempt.session).send(new Message(plan.name(), device, payload), attempt);
    return now;
  }

  /** Whether nothing waits for its admission and nothing is under way. */
  boolean drained() {
    return held == 0 && book.inFlight() == 0;
  }

  /** Ends the flow: what waits for its admission is not sent. */
  void end() {
    admission.drop(this);
  }

  void giveUpLate(long now) {
    inFlight.giveUpLate(now);
  }

  private final class HeldMessage extends Admission.Held {
    private final int device;
    private final int n;
    private final long due;
    private final Afterwards afterwards;

    HeldMessage(int device, int n, long due, Afterwards afterwards) {
      super(Sending.this, due);
      this.device = device;
      this.n = n;
      this.due = due;
      this.afterwards = afterwards;
    }

    @Override
    void send() {
      held--;
      handOver(device, n, due, afterwards);
    }

    @Override
    void notSent() {
      held--;
      book.notSent(n, NotSent.RUN_ENDED);
    }

    @Override
    boolean measured() {
      return book.period(n) == Period.MEASURED;
    }
  }

  private final class Sent extends Attempt {
    private final int device;
    private final Afterwards afterwards;

    Sent(int device, int n, long due, long sent, Afterwards afterwards) {
      super(fleet.session(device), n, due, sent);
      this.device = device;
      this.afterwards = afterwards;
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
      goOn(null, flaw);
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(n, cause, clock.nanos());
      goOn(cause, cause);
    }

    private void goOn(Cause ofTransport, Cause failure) {
      presence.ended(session);
      life.outcome(session, sentNanos, ofTransport);
      afterwards.outcome(failure);
    }
  }
}
