package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.device.FleetPlan.AnswerPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
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
  private final InFlight inFlight;

  Answers(
      FleetPlan fleet,
      AnswerPlan plan,
      FlowBook book,
      RunClock clock,
      IntFunction<DeviceLink> links) {
    this.fleet = fleet;
    this.plan = plan;
    this.book = book;
    this.clock = clock;
    this.links = links;
    this.inFlight = new InFlight(plan.timeoutNanos(), links);
  }

  FlowBook book() {
    return book;
  }

  void giveUpLate(long now) {
    inFlight.giveUpLate(now);
  }

  boolean drained() {
    return book.inFlight() == 0;
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
    if (!book.wasSent(stamp.n())) {
      answer(device, stamp, command);
    }
    return stamp.n() == query ? null : Cause.Backend.LATE_COMMAND;
  }

  private void answer(int device, Stamp command, Command received) {
    long now = clock.nanos();
    int n = command.n();
    long wall = clock.epochNanos(now);
    Stamp.Legs legs =
        new Stamp.Legs(
            command.sent(), command.legs().queryReceived(), command.legs().commandWritten(), wall);
    Stamp stamp =
        new Stamp(fleet.runId(), plan.name(), book.period(n), device, n, wall, wall, legs);
    byte[] payload = plan.body().of(fleet.name(device), stamp);
    AnswerAttempt attempt = new AnswerAttempt(device, n, now);
    book.scheduled(n, now);
    book.sent(n, now);
    inFlight.add(attempt);
    links.apply(device).answer(received, payload, attempt);
  }

  private final class AnswerAttempt extends Attempt {
    AnswerAttempt(int device, int n, long now) {
      super(device, n, now, now);
    }

    @Override
    public void retransmitted() {
      book.retransmitted(n, clock.nanos());
    }

    @Override
    void onSuccess(Command command) {
      book.ok(n, dueNanos, sentNanos, clock.nanos());
    }

    @Override
    void onFailure(Cause cause) {
      book.failed(n, cause, clock.nanos());
    }
  }
}
