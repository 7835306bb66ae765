// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device.due;

import io.fleetload.process.UsageException;
import io.fleetload.simulator.device.plan.RunTimes;

/**
 * The messages of an open model's flow that are this process's own, one after the other. Lives on
 * the wire's thread and never blocks it before the flow's end.
 */
public interface DueTurns {
  /**
   * Time at which the next message is due, on the run's clock; {@link RunTimes#NEVER} if no message
   * follows. Where the message is not known yet, a time to ask again.
   */
  long nextDue();

  /** Returns whether the next message is known. */
  boolean isKnown();

  /** Number of the next message. */
  int n();

  /** Device that sends the next message. */
  int device();

  /** Goes on to the message after it. */
  void goOn();

  /**
   * Returns whether the next message is due by then. Waits until that is known, so it is for the
   * end of the flow only.
   */
  boolean isDueBy(long nanos);

  /** Leaves out what the warm-up would have had if it had gone on; it is not due. */
  void leaveOut();

  /** Returns whether every device that has messages was to send one. */
  boolean wentRound();

  /** The rate asked for between two times from the start of the flows, msg/s. */
  double asked(long fromNanos, long toNanos);

  /** Reason why no further message can be known, which is the user's to mend; null for none. */
  default UsageException failure() {
    return null;
  }

  /** No message is asked for any more. */
  default void close() {}
}
