// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.measure.ConnectionBook;
import io.fleetload.simulator.measure.ConnectionBook.Ended;
import java.util.BitSet;
import java.util.function.IntFunction;

/** Sessions that end and begin anew. What is due meanwhile waits, and goes late. */
final class Reconnecting {
  private final Presence presence;
  private final Opening opening;
  private final ConnectionBook book;
  private final IntFunction<DeviceLink> links;
  private final RunClock clock;
  private final BitSet leaving = new BitSet();

  Reconnecting(Presence presence, Opening opening, IntFunction<DeviceLink> links, RunClock clock) {
    this.presence = presence;
    this.opening = opening;
    this.book = opening.book();
    this.links = links;
    this.clock = clock;
    presence.onIdle(this::idle);
  }

  /**
   * Ends a session as a device does that leaves: once nothing is under way, which every message's
   * own time limit bounds. One that is away already is let be.
   */
  void leave(int session) {
    if (!presence.ready(session)) {
      return;
    }
    presence.hold(session);
    leaving.set(session);
    if (presence.idle(session)) {
      idle(session);
    }
  }

  /**
   * Loses a session; what is under way fails at once for that cause.
   *
   * @param goneNanos since when it was gone, on the run's clock
   * @return whether it was there to be lost; {@link #comeBack} has to follow then
   */
  boolean lose(int session, Ended why, long goneNanos, Cause cause) {
    if (!presence.opened(session) || (!presence.ready(session) && !leaving.get(session))) {
      return false;
    }
    leaving.clear(session);
    presence.hold(session);
    book.ended(why);
    if (why == Ended.SILENT || why == Ended.TARGET) {
      book.outage().gone(session, goneNanos, clock.epochNanos(goneNanos));
    }
    links.apply(session).lose(cause);
    return true;
  }

  /** Begins a lost session anew, however often it has to try. */
  void comeBack(int session) {
    opening.open(
        session,
        Opening.UNTIL_OPEN,
        true,
        new Opening.Outcome() {
          @Override
          public void open() {
            long now = clock.nanos();
            book.back();
            book.outage().back(session, now, clock.epochNanos(now));
            presence.release(session);
          }

          @Override
          public void failed(Cause cause) {
            // It gives up with the run only, and is counted as outstanding then.
          }
        });
  }

  private void idle(int session) {
    if (leaving.get(session)) {
      leaving.clear(session);
      book.ended(Ended.CHURN);
      links.apply(session).close();
      comeBack(session);
    }
  }
}
