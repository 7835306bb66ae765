// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.results.DeviceBook;
import io.fleetload.simulator.measure.FlowBook;

/** One flow of the run, be it of messages that fall due or of answers to commands. */
interface FlowRun {
  /** The flow's name. */
  String name();

  /** What becomes of its messages. */
  FlowBook book();

  /** Gives up what waited too long for its outcome. */
  void giveUpLate(long now);

  /** Whether nothing is due, waiting or under way any more. */
  boolean drained();

  /** Ends the flow: what still waits is not sent. */
  void end();

  /** Closes the book after the end of the run: what has no outcome is unsettled. */
  void close(long now);

  /** The rate asked for between two times from the start of the flows, msg/s; null for none. */
  Double asked(long fromNanos, long toNanos);

  /** An independent copy of the book as it stands. */
  default DeviceBook.Flow snapshot() {
    return book().snapshot();
  }
}
