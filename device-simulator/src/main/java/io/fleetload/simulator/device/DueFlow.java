// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.NotSent;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.process.UsageException;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.Sleep;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;

/** A flow that has due messages of its own: takes each to its device when its time has come. */
abstract class DueFlow implements FlowRun {
  final FleetPlan fleet;
  final ShardDevices own;
  final FlowSpec spec;
  final FlowBook book;

  /** Devices that take turns at sending its messages. */
  final RoundRobin turns;

  final InFlight.FlowInFlight inFlight;
  final SessionState sessions;
  final Sleep sleep;
  final RunTimes times;
  final RunClock clock;
  private final GeneratorWatch watch;
  private final Answers answers;

  /**
   * A flow.
   *
   * @param answers what answers the commands that its messages ask for; null if they ask for none
   */
  DueFlow(SharedByFlows shared, FlowSpec spec, FlowBook book, Answers answers) {
    this.fleet = shared.plan();
    this.own = fleet.own();
    this.spec = spec;
    this.book = book;
    this.turns = book.turns();
    this.inFlight = shared.inFlight().ofFlow(book, spec);
    this.sessions = shared.sessions();
    this.sleep = shared.sleep();
    this.times = shared.times();
    this.clock = shared.clock();
    this.watch = shared.watch();
    this.answers = answers;
  }

  /** Time at which the next message is due; {@link Long#MAX_VALUE} when none is known. */
  abstract long nextDue();

  /** Reason why it cannot go on, which is the user's to mend; null while it can. */
  UsageException failure() {
    return null;
  }

  /** Takes the next message, which is due, to its device. */
  abstract void fireNext(long now);

  /** A session is open again: what waited for it goes. */
  abstract void reopened(int session);

  /**
   * A message has its outcome.
   *
   * @param inbound what the driver handed over with it, or null
   * @param failure why it failed, or null
   */
  abstract void settled(SentMessage message, Inbound inbound, Cause failure);

  /** A message was dropped before it was sent, and is booked so. */
  abstract void dropped(SentMessage message, NotSent cause);

  /** The iteration of a message without an outcome, which the end of the run cuts off. */
  abstract Iteration iteration(SentMessage message);

  /** The warm-up is over: what still waits is not sent. */
  abstract void dropWaiting();

  /** Returns whether every device that has messages was to send one. */
  abstract boolean wentRound();

  /**
   * Time of the last outcome of the messages that it was to send in the measured phase; {@link
   * RunTimes#NEVER} if one has none, and if their number is not limited.
   */
  abstract long doneNanos();

  /** It was decided in the run when measuring begins. */
  abstract void measuringIsDecided();

  @Override
  public final String name() {
    return spec.name();
  }

  @Override
  public final InFlight.FlowInFlight inFlight() {
    return inFlight;
  }

  @Override
  public DeviceBook.DeviceFlow snapshot() {
    int responses = spec.responses();
    DeviceBook.DeviceFlow flow =
        responses > 1 ? book.snapshot().withResponses(responses) : book.snapshot();
    flow = flow.sentBy(own.among(turns));
    flow = spec.kind().equals(spec.name()) ? flow : flow.ofKind(spec.kind());
    return spec.deviceOnly() ? flow.ofTheDeviceOnly() : flow;
  }

  @Override
  public boolean drained() {
    return nextDue() == Long.MAX_VALUE && FlowRun.super.drained();
  }

  /**
   * Reason for which the profile asks a device not to send what is due then; null if it is to send
   * it.
   */
  final NotSent absence(int device, long dueNanos) {
    if (sessions.isOfNoDevice(fleet.session(device))) {
      return NotSent.AWAY;
    }
    boolean asleep = !spec.toDevice() && sleep.asleep(device, dueNanos - times.startNanos());
    return asleep ? NotSent.ASLEEP : null;
  }

  /** A message is due now. */
  final void scheduled(int n, long due, long now) {
    book.scheduled(n, due);
    if (book.period(n) == Period.MEASURED) {
      watch.lag(due, now);
    }
  }

  /** Sends a message that is due now; how late it goes is the generator's doing. */
  final void sendDue(SentMessage message) {
    if (inFlight.send(message) && book.period(message.n) == Period.MEASURED) {
      watch.pacing(message.dueNanos, message.sentNanos);
    }
  }

  /** A message on its way. */
  final class SentMessage extends Attempt {
    private Iteration iteration;
    private int responses;

    /**
     * A message.
     *
     * @param iteration the one that it is a step of; null if it begins one
     */
    SentMessage(int device, int n, long due, Iteration iteration) {
      super(inFlight, device, fleet.session(device), n, due);
      this.iteration = iteration;
    }

    /** The iteration that it is of; null if it begins one that has not gone on yet. */
    Iteration iteration() {
      return iteration;
    }

    @Override
    void write(DeviceLink link) {
      Stamp stamp =
          new Stamp(
              fleet.runId(),
              spec.name(),
              book.period(n),
              device,
              n,
              clock.epochNanos(dueNanos),
              clock.epochNanos(sentNanos));
      byte[] payload = spec.body(fleet::name, device, stamp);
      payloadBytes = payload.length;
      if (awaitsPush()) {
        answers.await(this);
      }
      int begun = iteration == null ? n : iteration.n();
      Inbound handed = iteration == null ? null : iteration.handed();
      link.send(new Message(spec.name(), device, begun, stamp, handed, payload), this);
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
    Cause flaw(Inbound inbound) {
      if (responses < spec.responses() && spec.responses() > 1) {
        return Cause.Answer.MISSING_RESPONSES;
      }
      return answers != null ? answers.received(n, inbound) : null;
    }

    @Override
    void goOn(Inbound inbound, Cause failure) {
      if (awaitsPush()) {
        answers.forget(this);
      }
      settled(this, inbound, failure);
    }

    @Override
    void dropped(NotSent cause) {
      DueFlow.this.dropped(this, cause);
    }

    @Override
    void runEnds() {
      iteration = DueFlow.this.iteration(this);
      iteration.leaveOut(NotSent.RUN_ENDED);
    }
  }
}
