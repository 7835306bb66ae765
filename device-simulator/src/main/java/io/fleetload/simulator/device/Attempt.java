// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.NotSent;

/** One message under way. Its first outcome counts; what comes later is not for the books. */
abstract class Attempt implements DeviceLink.Exchange {
  final InFlight.FlowInFlight flow;
  final int device;
  final int session;
  final int n;
  final long dueNanos;

  /**
   * Time at which it was handed to the wire, on the run's clock; these four are set by {@link
   * InFlight}.
   */
  long sentNanos;

  long waitingSinceNanos;
  long order;
  boolean hasPlace;

  /** Bytes of its payload, once it is written. */
  int payloadBytes;

  /** Duration of each of its parts, in ns; null if the driver does not report them. */
  long[] parts;

  /** Time at which the target says that it answered, ns since the epoch, and the steps of it. */
  long answeredAt;

  /** 0 if the message did not ask for it. */
  long answerStep;

  private boolean done;

  Attempt(InFlight.FlowInFlight flow, int device, int session, int n, long dueNanos) {
    this.flow = flow;
    this.device = device;
    this.session = session;
    this.n = n;
    this.dueNanos = dueNanos;
  }

  /** Hands it to the wire. */
  abstract void write(DeviceLink link);

  /** Cause of its failure though the target confirmed it; null if it did not fail. */
  Cause flaw(Inbound inbound) {
    return null;
  }

  /**
   * Goes on with what waited for its outcome.
   *
   * @param inbound what the driver handed over with it, or null
   * @param failure why it failed, or null
   */
  abstract void goOn(Inbound inbound, Cause failure);

  /** It was dropped before it was sent, and is booked so; what waited for its outcome goes on. */
  abstract void dropped(NotSent cause);

  /** The run ends, and it has no outcome: what waits for one is not sent. */
  abstract void runEnds();

  /** Returns whether the outcome is yet to come, in a command that the target pushes. */
  boolean awaitsPush() {
    return false;
  }

  final boolean done() {
    return done;
  }

  @Override
  public final void accepted() {
    flow.accepted(this);
  }

  @Override
  public final void parts(long... nanos) {
    parts = nanos;
  }

  @Override
  public final void answeredAt(long epochNanos, long stepNanos) {
    answeredAt = epochNanos;
    answerStep = Math.max(1, stepNanos);
  }

  @Override
  public final void bytes(long sent, long received) {
    if (!done) {
      flow.book().bytes(n, sent, received);
    }
  }

  @Override
  public final void succeeded(Inbound inbound) {
    if (!done && inbound == null && awaitsPush()) {
      accepted();
    } else if (!done) {
      done = true;
      flow.outcome(this, inbound, null);
    }
  }

  @Override
  public final void failed(Cause cause) {
    if (!done) {
      done = true;
      flow.outcome(this, null, cause);
    }
  }

  @Override
  public final void retransmitted() {
    flow.retransmitted(this);
  }
}
