// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.device.FleetPlan.FlowPlan;
import io.fleetload.simulator.measure.FlowBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;

/** A flow whose messages fall due: takes each to its device when its time has come. */
abstract class DueFlow implements FlowRun {
  final FleetPlan fleet;
  final ShardDevices own;
  final FlowPlan plan;
  final FlowBook book;
  final InFlight.OfFlow inFlight;
  final SessionState sessions;
  final Sleep sleep;
  final RunTimes times;
  final RunClock clock;
  private final GeneratorWatch watch;
  private final Answers answers;

  /**
   * A flow.
   *
   * @param answers what answers the commands that its messages ask for; null where they ask for
   *     none
   */
  DueFlow(SharedByFlows shared, FlowPlan plan, FlowBook book, Answers answers) {
    this.fleet = shared.plan();
    this.own = fleet.own();
    this.plan = plan;
    this.book = book;
    this.inFlight = shared.inFlight().ofFlow(book, plan.spec());
    this.sessions = shared.sessions();
    this.sleep = shared.sleep();
    this.times = shared.times();
    this.clock = shared.clock();
    this.watch = shared.watch();
    this.answers = answers;
  }

  /** When the next message is due; {@link Long#MAX_VALUE} when none is known. */
  abstract long nextDue();

  /** Takes the next message, which is due, to its device. */
  abstract void fireNext(long now);

  /** A session is open again: what waited for it goes. */
  abstract void reopened(int session);

  /** A message of a device has its outcome or was dropped; {@code failure} is why it failed. */
  abstract void goOn(int device, Cause failure);

  /** The warm-up is over: what still waits is not sent. */
  abstract void dropWaiting();

  /** Whether every device that has messages was to send one. */
  abstract boolean wentRound();

  /**
   * When the last of the messages that it was to send in the measured phase had its outcome; {@link
   * RunTimes#NEVER} where one has none, and where nobody said how many.
   */
  abstract long doneNanos();

  /** It was decided in the run when measuring begins. */
  abstract void measuringIsDecided();

  @Override
  public final String name() {
    return plan.name();
  }

  @Override
  public final InFlight.OfFlow inFlight() {
    return inFlight;
  }

  @Override
  public DeviceBook.Flow snapshot() {
    int responses = plan.spec().responses();
    DeviceBook.Flow flow =
        responses > 1 ? book.snapshot().withResponses(responses) : book.snapshot();
    return plan.spec().deviceOnly() ? flow.ofTheDeviceOnly() : flow;
  }

  @Override
  public boolean drained() {
    return nextDue() == Long.MAX_VALUE && FlowRun.super.drained();
  }

  /** A message is due now. */
  final void scheduled(int n, long due, long now) {
    book.scheduled(n, due);
    if (book.period(n) == Period.MEASURED) {
      watch.lag(due, now);
    }
  }

  /** Sends a message that is due now; how late it goes is the generator's doing. */
  final void sendDue(int device, int n, long due) {
    Sent message = new Sent(device, n, due);
    if (inFlight.send(message) && book.period(n) == Period.MEASURED) {
      watch.pacing(due, message.sentNanos);
    }
  }

  /** Sends a message that waited for its device. */
  final void sendLate(int device, int n, long due) {
    inFlight.send(new Sent(device, n, due));
  }

  private final class Sent extends Attempt {
    private int responses;

    Sent(int device, int n, long due) {
      super(inFlight, device, fleet.session(device), n, due);
    }

    @Override
    void write(DeviceLink link) {
      Stamp stamp =
          new Stamp(
              fleet.runId(),
              plan.name(),
              book.period(n),
              device,
              n,
              clock.epochNanos(dueNanos),
              clock.epochNanos(sentNanos));
      byte[] payload = plan.spec().body(fleet::name, device, stamp);
      if (awaitsPush()) {
        answers.await(this);
      }
      link.send(new Message(plan.name(), device, n, stamp, null, payload), this);
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
      if (responses < plan.spec().responses() && plan.spec().responses() > 1) {
        return Cause.Answer.MISSING_RESPONSES;
      }
      return answers != null ? answers.received(n, inbound) : null;
    }

    @Override
    void goOn(Cause failure) {
      if (awaitsPush()) {
        answers.forget(this);
      }
      DueFlow.this.goOn(device, failure);
    }
  }
}
