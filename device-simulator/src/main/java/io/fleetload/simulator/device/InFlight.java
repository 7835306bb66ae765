// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.simulator.measure.FlowBook;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/**
 * The messages of one flow under way, oldest first. All have the same time to live, so only the
 * oldest need to be looked at to find the ones that waited too long.
 */
final class InFlight {
  private final Deque<Attempt> attempts = new ArrayDeque<>();
  private final long timeoutNanos;
  private final IntFunction<DeviceLink> links;

  InFlight(long timeoutNanos, IntFunction<DeviceLink> links) {
    this.timeoutNanos = timeoutNanos;
    this.links = links;
  }

  void add(Attempt attempt) {
    dropDone();
    attempts.addLast(attempt);
  }

  /** Gives up what waited too long. */
  void giveUpLate(long now) {
    dropDone();
    while (!attempts.isEmpty() && now - attempts.peekFirst().sentNanos >= timeoutNanos) {
      Attempt late = attempts.pollFirst();
      if (!late.done()) {
        links.apply(late.session).abandon(late);
        late.failed(Cause.Transport.TIMEOUT);
      }
      dropDone();
    }
  }

  /** Books what has no outcome at the end of the run. */
  void unsettled(FlowBook book, long now) {
    for (Attempt each : attempts) {
      if (!each.done()) {
        book.unsettled(each.n, each.dueNanos, each.sentNanos, now);
      }
    }
  }

  private void dropDone() {
    while (!attempts.isEmpty() && attempts.peekFirst().done()) {
      attempts.pollFirst();
    }
  }
}
