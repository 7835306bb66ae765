package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Stamp;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Answers the commands that reach the devices. An answer is due the moment the command is there;
 * its number is that of the query it belongs to.
 */
final class Answers implements FlowRun {
  private final FleetPlan fleet;
  private final AnswerPlan plan;
  private final FlowBook book;
  private final RunClock clock;
  private final Outgoing outgoing;
  private final Set<Integer> held = new HashSet<>();
  private boolean ended;

  Answers(SharedByFlows shared, AnswerPlan plan, FlowBook book) {
    this.fleet = shared.plan();
    this.plan = plan;
    this.book = book;
    this.clock = shared.clock();
    this.outgoing = new Outgoing(shared, book, plan.timeoutNanos());
  }

  @Override
  public String name() {
    return plan.name();
  }

  /** Whether these answer the commands that a flow asks for. */
  boolean answer(String flow) {
    return plan.answers().equals(flow);
  }

  @Override
  public FlowBook book() {
    return book;
  }

  @Override
  public DeviceBook.Flow snapshot() {
    return book.snapshot().answering(plan.answers());
  }

  @Override
  public void giveUpLate(long now) {
    outgoing.giveUpLate(now);
  }

  @Override
  public void close(long now) {
    outgoing.close(now);
  }

  @Override
  public boolean drained() {
    return held.isEmpty() && book.inFlight() == 0;
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return null;
  }

  /** Nothing is answered any more: what waits is not sent, and a command that comes is ignored. */
  @Override
  public void end() {
    ended = true;
    outgoing.drop(NotSent.RUN_ENDED);
  }

  /**
   * A query had its outcome; answers the command in it, whichever query it belongs to.
   *
   * @return what was wrong with the command, or null
   */
  Cause received(int device, int query, Command command) {
    if (command == null) {
      return Cause.Backend.MISSING_COMMAND;
    }
    Optional<Stamp> found =
        Stamp.find(command.payload())
            .filter(each -> each.run().equals(fleet.runId()) && each.legs() != null);
    if (found.isEmpty()) {
      return Cause.Backend.FOREIGN_COMMAND;
    }
    Stamp stamp = found.get();
    if (!ended && !book.wasSent(stamp.n()) && !held.contains(stamp.n())) {
      answer(device, stamp, command);
    }
    return stamp.n() == query ? null : Cause.Backend.LATE_COMMAND;
  }

  private void answer(int device, Stamp command, Command received) {
    long now = clock.nanos();
    int n = command.n();
    book.scheduled(n, now);
    if (outgoing.isOpen()) {
      handOver(device, command, received, now);
    } else {
      held.add(n);
      outgoing.hold(new HeldAnswer(device, command, received, now));
    }
  }

  private void handOver(int device, Stamp command, Command received, long due) {
    long now = clock.nanos();
    int n = command.n();
    long wall = clock.epochNanos(due);
    Stamp.Legs legs =
        new Stamp.Legs(
            command.sent(), command.legs().queryReceived(), command.legs().commandWritten(), wall);
    Stamp stamp =
        new Stamp(
            fleet.runId(),
            plan.name(),
            book.period(n),
            device,
            n,
            wall,
            clock.epochNanos(now),
            legs);
    byte[] payload = plan.body().of(fleet.name(device), stamp);
    AnswerAttempt attempt = new AnswerAttempt(fleet.session(device), n, due, now);
    outgoing.begin(attempt).answer(received, payload, attempt);
  }

  private final class HeldAnswer extends Admission.Held {
    private final int device;
    private final Stamp command;
    private final Command received;

    HeldAnswer(int device, Stamp command, Command received, long due) {
      super(book, command.n(), due);
      this.device = device;
      this.command = command;
      this.received = received;
    }

    @Override
    void leave() {
      held.remove(n);
    }

    @Override
    void send() {
      handOver(device, command, received, due);
    }

    @Override
    void dropped() {
      // Nothing waits for an answer.
    }
  }

  private final class AnswerAttempt extends Attempt {
    AnswerAttempt(int session, int n, long due, long sent) {
      super(session, n, due, sent);
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
    void onSuccess(Command command) {
      book.ok(n, dueNanos, sentNanos, clock.nanos());
      outgoing.ended(this, null);
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(n, cause, clock.nanos());
      outgoing.ended(this, cause);
    }
  }
}
