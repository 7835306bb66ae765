// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.NotSent;
import io.fleetload.simulator.measure.FlowBook;
import java.util.function.IntFunction;

/** The last step of one flow's messages: past the cap, into the book and onto the wire. */
final class Outgoing {
  private final FlowBook book;
  private final Admission admission;
  private final Presence presence;
  private final IntFunction<DeviceLink> links;
  private final Healing healing;
  private final InFlight inFlight;

  /**
   * None under way yet.
   *
   * @param timeoutNanos the longest wait for an outcome, ns
   */
  Outgoing(SharedByFlows shared, FlowBook book, long timeoutNanos) {
    this.book = book;
    this.admission = shared.admission();
    this.presence = shared.presence();
    this.links = shared.links();
    this.healing = shared.healing();
    this.inFlight = new InFlight(timeoutNanos, links);
  }

  /** Whether the cap lets a message go now. */
  boolean isOpen() {
    return admission.isOpen();
  }

  /** Lets a message wait until the cap does. */
  void hold(Admission.Held message) {
    admission.hold(message);
  }

  /**
   * A message goes now.
   *
   * @return the link to give it to
   */
  DeviceLink begin(Attempt attempt) {
    book.sent(attempt.n, attempt.sentNanos);
    inFlight.add(attempt);
    presence.began(attempt.session);
    healing.sent(attempt);
    admission.enter(attempt);
    return links.apply(attempt.session);
  }

  /** Something came back on the session of a message. */
  void heard(Attempt attempt) {
    healing.heard(attempt);
  }

  /** A message had its outcome, which is booked; {@code cause} is why it failed, or null. */
  void ended(Attempt attempt, Cause cause) {
    presence.ended(attempt.session);
    healing.ended(attempt.session, cause);
  }

  void giveUpLate(long now) {
    inFlight.giveUpLate(now);
  }

  /** The run is over: what has no outcome stays without, and the book is closed. */
  void close(long now) {
    inFlight.unsettled(book, now);
    book.close(now);
  }

  /** What waits for the cap is not sent. */
  void drop(NotSent cause) {
    admission.drop(book, cause);
  }
}
