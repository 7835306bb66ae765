// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

/**
 * A time in which no answer leaves the server; counted from the first due time of the flows.
 *
 * @param fromNanos its begin, ns
 * @param toNanos its end, ns
 */
public record Stall(long fromNanos, long toNanos) {
  public static final Stall NONE = new Stall(0, 0);

  /** Checks whether a due time falls into the stall. */
  public boolean covers(long dueNanos) {
    return fromNanos <= dueNanos && dueNanos < toNanos;
  }
}
