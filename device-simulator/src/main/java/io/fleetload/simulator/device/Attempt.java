package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.Command;
import io.fleetload.driver.DeviceLink;

/** One message under way. Its first outcome counts; what comes later is not for the books. */
abstract class Attempt implements DeviceLink.Exchange {
  final int device;
  final int n;
  final long dueNanos;
  final long sentNanos;
  private boolean done;

  Attempt(int device, int n, long dueNanos, long sentNanos) {
    this.device = device;
    this.n = n;
    this.dueNanos = dueNanos;
    this.sentNanos = sentNanos;
  }

  abstract void onSuccess(Command command);

  abstract void onFailure(Cause cause);

  final boolean done() {
    return done;
  }

  @Override
  public final void succeeded(Command command) {
    if (!done) {
      done = true;
      onSuccess(command);
    }
  }

  @Override
  public final void failed(Cause cause) {
    if (!done) {
      done = true;
      onFailure(cause);
    }
  }
}
