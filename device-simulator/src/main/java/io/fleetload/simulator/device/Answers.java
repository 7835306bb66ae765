package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Answers the commands that reach the devices. An answer is due the moment the command is there;
 * its number is that of the query it belongs to.
 */
final class Answers {
  private final FleetPlan fleet;
  private final AnswerPlan plan;
  private final FlowBook book;
  private final RunClock clock;
  private final IntFunction<DeviceLink> links;
  private final Presence presence;
  private final InFlight inFlight;
  private final Admission admission;
  private final Set<Integer> held = new HashSet<>();
  private boolean ended;

  Answers(
      FleetPlan fleet,
      AnswerPlan plan,
      FlowBook book,
      RunClock clock,
      Admission admission,
      IntFunction<DeviceLink> links,
      Presence presence) {
    this.fleet = fleet;
    this.plan = plan;
    this.book = book;
    this.clock = clock;
    this.admission = admission;
    this.links = links;
    this.presence = presence;
    this.inFlight = new InFlight(plan.timeoutNanos(), links);
  }

  FlowBook book() {
    return book;
  }

  void giveUpLate(long now) {
    inFlight.giveUpLate(now);
  }

  boolean drained() {
    return held.isEmpty() && book.inFlight() == 0;
  }

  /** Nothing is answered any more: what waits is not sent, and a command that comes is ignored. */
  void end() {
    ended = true;
    admission.drop(this);
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
    if (admission.isOpen()) {
      handOver(device, command, received, now);
    } else {
      held.add(n);
      admission.hold(new HeldAnswer(device, command, received, now));
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
    book.sent(n, now);
    inFlight.add(attempt);
    presence.began(attempt.session);
    admission.enter(attempt);
    links.apply(attempt.session).answer(received, payload, attempt);
  }

  private final class HeldAnswer extends Admission.Held {
    private final int device;
    private final Stamp command;
    private final Command received;
    private final long due;

    HeldAnswer(int device, Stamp command, Command received, long due) {
      super(Answers.this, due);
      this.device = device;
      this.command = command;
      this.received = received;
      this.due = due;
    }

    @Override
    void send() {
      held.remove(command.n());
      handOver(device, command, received, due);
    }

    @Override
    void notSent() {
      held.remove(command.n());
      book.notSent(command.n(), NotSent.RUN_ENDED);
    }

    @Override
    boolean measured() {
      return book.period(command.n()) == Period.MEASURED;
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
    void onSuccess(Command command) {
      book.ok(n, dueNanos, sentNanos, clock.nanos());
      presence.ended(session);
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(n, cause, clock.nanos());
      presence.ended(session);
    }
  }
}
