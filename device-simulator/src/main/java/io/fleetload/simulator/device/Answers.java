// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSpec;
import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Answers the commands that reach the devices. An answer is due the moment the command is there;
 * its number is that of the query it belongs to.
 *
 * <p>The command is the outcome of the query. Where it comes with the response to the query, {@link
 * #received} takes it from there. Where the target pushes it, the response says only that the
 * target has the query: the query waits on, and {@link #pushed} gives it its outcome. So the
 * response time of a query is always that of its command.
 */
final class Answers implements FlowRun {
  private final FleetPlan fleet;
  private final FlowSpec plan;
  private final FlowBook book;
  private final RunClock clock;
  private final InFlight.FlowInFlight inFlight;

  /** Numbers of the answers that wait for a place. */
  private final Set<Integer> waiting = new HashSet<>();

  /** The queries that wait for the command that the target pushes, by their numbers. */
  private final Map<Integer, Attempt> awaiting = new HashMap<>();

  /** Commands that came otherwise than the backend wrote them. */
  private final ArrivedCommands arrived = ArrivedCommands.none();

  /** Numbers of the queries of which a command came to its device. */
  private final MessageSet commanded = new MessageSet();

  private boolean ended;

  Answers(SharedByFlows shared, FlowSpec plan, FlowBook book) {
    this.fleet = shared.plan();
    this.plan = plan;
    this.book = book;
    this.clock = shared.clock();
    this.inFlight = shared.inFlight().ofFlow(book, plan);
  }

  @Override
  public String name() {
    return plan.name();
  }

  /** Returns whether these answer the commands that a flow asks for. */
  boolean answer(String flow) {
    return plan.answers().equals(flow);
  }

  @Override
  public InFlight.FlowInFlight inFlight() {
    return inFlight;
  }

  @Override
  public DeviceBook.DeviceFlow snapshot() {
    DeviceBook.DeviceFlow flow = book.snapshot();
    flow = plan.kind().equals(plan.name()) ? flow : flow.ofKind(plan.kind());
    return plan.deviceOnly()
        ? flow.ofTheDeviceOnly()
        : flow.answering(plan.answers(), arrived.copy());
  }

  @Override
  public Double asked(long fromNanos, long toNanos) {
    return null;
  }

  /** Nothing is answered any more: what waits is not sent, and a command that comes is ignored. */
  @Override
  public void end() {
    ended = true;
    inFlight.drop(NotSent.RUN_ENDED);
  }

  /** Returns whether the commands come by themselves, after the outcome of a query. */
  boolean arePushed() {
    return plan.pushed();
  }

  /** A query waits for the command that the target pushes. */
  void await(Attempt query) {
    awaiting.put(query.n, query);
  }

  /** A query waits no longer. */
  void forget(Attempt query) {
    awaiting.remove(query.n, query);
  }

  /** The target pushed a command of this run; it may be late, or come once more. */
  void pushed(Inbound command) {
    if (isMisdelivered(command)) {
      return;
    }
    Attempt query = awaiting.get(command.stamp().n());
    if (query != null) {
      query.succeeded(command);
    } else {
      answer(command);
    }
  }

  /**
   * A query had its outcome; answers the command in it, whichever query it belongs to.
   *
   * @return what was wrong with the command, or null
   */
  Cause received(int query, Inbound command) {
    if (command == null) {
      return Cause.Backend.MISSING_COMMAND;
    }
    if (!isOfThisRun(command)) {
      return Cause.Backend.FOREIGN_COMMAND;
    }
    if (isMisdelivered(command)) {
      return Cause.Backend.MISDELIVERED_COMMAND;
    }
    answer(command);
    return command.stamp().n() == query ? null : Cause.Backend.LATE_COMMAND;
  }

  private boolean isOfThisRun(Inbound command) {
    Stamp stamp = command.stamp();
    return stamp != null && stamp.run().equals(fleet.runId()) && stamp.legs() != null;
  }

  /**
   * Returns whether a command is for another device than the one that got it, or for one that sends
   * no messages of its flow; it is not answered then.
   */
  private boolean isMisdelivered(Inbound command) {
    boolean other =
        command.stamp().device() != command.device() || !book.turns().has(command.device());
    if (other) {
      arrived.misdelivered().add(command.stamp().n());
    }
    return other;
  }

  private void answer(Inbound command) {
    int n = command.stamp().n();
    if (!commanded.add(n)) {
      arrived.again().add(n);
    }
    if (command.altered()) {
      arrived.altered().add(n);
    }
    if (ended || book.wasSent(n) || waiting.contains(n)) {
      return;
    }
    long now = clock.nanos();
    book.scheduled(n, now);
    if (!inFlight.send(new Answer(command, now))) {
      waiting.add(n);
    }
  }

  private final class Answer extends Attempt {
    private final Inbound command;

    Answer(Inbound command, long due) {
      super(inFlight, command.device(), fleet.session(command.device()), command.stamp().n(), due);
      this.command = command;
    }

    @Override
    void write(DeviceLink link) {
      waiting.remove(n);
      Stamp asked = command.stamp();
      long wall = clock.epochNanos(dueNanos);
      Stamp stamp =
          new Stamp(
              fleet.runId(),
              plan.name(),
              book.period(n),
              device,
              n,
              wall,
              clock.epochNanos(sentNanos),
              new Stamp.Legs(
                  asked.sent(), asked.legs().queryReceived(), asked.legs().commandWritten(), wall));
      byte[] payload = plan.body(fleet::name, device, stamp);
      payloadBytes = payload.length;
      link.send(new Message(plan.name(), device, n, stamp, command, payload), this);
    }

    @Override
    void goOn(Inbound inbound, Cause failure) {
      // Nothing waits for the outcome of an answer.
    }

    @Override
    void dropped(NotSent cause) {
      // As little.
    }

    @Override
    void runEnds() {
      // As little.
    }
  }
}
