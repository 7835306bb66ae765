// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import java.util.Set;

/** One message under way. Its first outcome counts; what comes later is not for the books. */
abstract class Attempt implements DeviceLink.Exchange {
  final int session;
  final int n;
  final long dueNanos;
  final long sentNanos;
  private Admission admission;
  private boolean done;

  Attempt(int session, int n, long dueNanos, long sentNanos) {
    this.session = session;
    this.n = n;
    this.dueNanos = dueNanos;
    this.sentNanos = sentNanos;
  }

  /** The target answered in any way: the session is alive. */
  void onSignOfLife() {}

  /** The session is open; to be overridden where one is asked for. */
  void onOpened(Set<String> traits) {}

  abstract void onSuccess(Inbound inbound);

  /** Whether the outcome is yet to come, in a command that the target pushes. */
  boolean awaitsPush() {
    return false;
  }

  abstract void onFailure(Cause cause);

  final boolean done() {
    return done;
  }

  /** Counts against the cap until the target has at least acknowledged it. */
  final void takePlace(Admission cap) {
    admission = cap;
  }

  final boolean hasPlace() {
    return admission != null;
  }

  @Override
  public final void accepted() {
    onSignOfLife();
    giveUpPlace();
  }

  /** Counts against the cap no longer. */
  final void giveUpPlace() {
    admit(leave());
  }

  @Override
  public final void opened(Set<String> traits) {
    if (!done) {
      done = true;
      onOpened(traits);
    }
  }

  @Override
  public final void succeeded(Inbound inbound) {
    if (!done && inbound == null && awaitsPush()) {
      accepted();
    } else if (!done) {
      done = true;
      Admission left = leave();
      onSignOfLife();
      onSuccess(inbound);
      admit(left);
    }
  }

  @Override
  public final void failed(Cause cause) {
    if (!done) {
      done = true;
      Admission left = leave();
      if (!(cause instanceof Cause.Transport) || cause == Cause.Transport.RESET) {
        onSignOfLife();
      }
      onFailure(cause);
      admit(left);
    }
  }

  private Admission leave() {
    Admission left = admission;
    if (left != null) {
      admission = null;
      left.leave();
    }
    return left;
  }

  /** After the outcome was booked, so that what it made ready waits in its turn with the others. */
  private static void admit(Admission left) {
    if (left != null) {
      left.admit();
    }
  }
}
