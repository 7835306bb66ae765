// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule;

/**
 * The due times of a flow, fixed before the run: an open model. Nothing that a device or the target
 * does moves them.
 */
public interface FireTimes {
  /** Number of messages that are due before the given offset from the start, in ns. */
  long countBefore(long offsetNanos);

  /**
   * Time at which the message with this number is due, as an offset from the start in ns. Never
   * smaller than that of the message before.
   */
  long dueNanos(long n);
}
