// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.measure.FlowBook;

/** One flow of the run, be it of messages that fall due or of answers to commands. */
interface FlowRun {
  /** The flow's name. */
  String name();

  /** Its messages under way. */
  InFlight.FlowInFlight inFlight();

  /** Ends the flow: what still waits is not sent. */
  void end();

  /** The rate asked for between two times from the start of the flows, msg/s; null for none. */
  Double asked(long fromNanos, long toNanos);

  /** The book of its messages. */
  default FlowBook book() {
    return inFlight().book();
  }

  /** Returns whether nothing is due, waiting or under way any more. */
  default boolean drained() {
    return book().unsent() == 0 && book().inFlight() == 0;
  }

  /** An independent copy of the book so far. */
  default DeviceBook.DeviceFlow snapshot() {
    return book().snapshot();
  }
}
