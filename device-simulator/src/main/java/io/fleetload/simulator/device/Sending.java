// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Stamp;

/** Puts the messages of one flow on the wire and books what comes of them. */
final class Sending {
  private final FleetPlan fleet;
  private final FlowPlan plan;
  private final FlowBook book;
  private final Answers answers;
  private final RunClock clock;
  private final Outgoing outgoing;
  private int held;

  /** What {@link #send} returns for a message that waits for its admission. */
  static final long NOT_YET = Long.MIN_VALUE;

  /** Told when a message has its outcome, or will not be sent. */
  @FunctionalInterface
  interface Afterwards {
    /** It has; {@code cause} is why it failed, or null. */
    void outcome(Cause cause);
  }

  /**
   * Of a flow.
   *
   * @param answers what answers the commands that its messages ask for; null where they ask for
   *     none
   */
  Sending(SharedByFlows shared, FlowPlan plan, FlowBook book, Answers answers) {
    this.fleet = shared.plan();
    this.plan = plan;
    this.book = book;
    this.answers = answers;
    this.clock = shared.clock();
    this.outgoing = new Outgoing(shared, book, plan.spec().timeoutNanos());
  }

  /**
   * Sends a message as soon as the cap admits it.
   *
   * @return when it was handed to the wire, on the run's clock, or {@link #NOT_YET}
   */
  long send(int device, int n, long due, Afterwards afterwards) {
    if (outgoing.isOpen()) {
      return handOver(device, n, due, afterwards);
    }
    held++;
    outgoing.hold(new HeldMessage(device, n, due, afterwards));
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
    byte[] payload = plan.spec().body().of(fleet.name(device), stamp);
    Sent attempt = new Sent(device, n, due, now, afterwards);
    if (attempt.awaitsPush()) {
      answers.await(attempt);
    }
    outgoing.begin(attempt).send(new Message(plan.name(), device, stamp, null, payload), attempt);
    return now;
  }

  /** Whether nothing waits for its admission and nothing is under way. */
  boolean drained() {
    return held == 0 && book.inFlight() == 0;
  }

  /** What waits for its admission is not sent. */
  void drop(NotSent cause) {
    outgoing.drop(cause);
  }

  /** The run is over. */
  void close(long now) {
    outgoing.close(now);
  }

  void giveUpLate(long now) {
    outgoing.giveUpLate(now);
  }

  private final class HeldMessage extends Admission.Held {
    private final int device;
    private final Afterwards afterwards;

    HeldMessage(int device, int n, long due, Afterwards afterwards) {
      super(book, n, due);
      this.device = device;
      this.afterwards = afterwards;
    }

    @Override
    void leave() {
      held--;
    }

    @Override
    void send() {
      handOver(device, n, due, afterwards);
    }

    @Override
    void dropped() {
      afterwards.outcome(null);
    }
  }

  private final class Sent extends Attempt {
    private final Afterwards afterwards;
    private int responses;

    Sent(int device, int n, long due, long sent, Afterwards afterwards) {
      super(fleet.session(device), n, due, sent);
      this.afterwards = afterwards;
    }

    @Override
    public void retransmitted() {
      book.retransmitted(n, clock.nanos());
    }

    @Override
    void onSignOfLife() {
      outgoing.heard(this);
    }

    @Override
    public void responded() {
      responses++;
      book.responded(n);
    }

    @Override
    boolean awaitsPush() {
      return answers != null && answers.arePushed();
    }

    @Override
    void onSuccess(Inbound inbound) {
      long now = clock.nanos();
      Cause flaw = flaw(inbound);
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

    private Cause flaw(Inbound inbound) {
      if (responses < plan.spec().responses() && plan.spec().responses() > 1) {
        return Cause.Answer.MISSING_RESPONSES;
      }
      return answers != null ? answers.received(n, inbound) : null;
    }

    private void goOn(Cause ofTransport, Cause failure) {
      if (awaitsPush()) {
        answers.forget(this);
      }
      outgoing.ended(this, ofTransport);
      afterwards.outcome(failure);
    }
  }
}
