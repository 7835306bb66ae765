// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

import io.fleetload.stamp.Stamp;
import java.util.Map;

/**
 * The server's instructions for one run.
 *
 * @param separate whether every message is acknowledged at once and answered in a message of its
 *     own, as Hono does with what takes long; the device's acknowledgement of that message tells
 *     the server when the answer had arrived
 * @param stall when no answer leaves
 * @param flows what happens to the messages, by flow
 */
public record Script(boolean separate, Stall stall, Map<String, FlowScript> flows) {
  /** Keeps a map of its own. */
  public Script {
    flows = Map.copyOf(flows);
  }

  /** The script of a flow. */
  public FlowScript flow(String name) {
    FlowScript flow = flows.get(name);
    if (flow == null) {
      throw new IllegalArgumentException("no flow in the script: " + name);
    }
    return flow;
  }

  /**
   * The time at which the answer to a message leaves, in ns since the epoch: its delay after the
   * receipt, and if it was due in the stall, not before the stall's end.
   *
   * @param receivedEpoch when the message came in, ns since the epoch
   */
  public long release(Stamp stamp, long receivedEpoch) {
    long delayed = receivedEpoch + flow(stamp.flow()).act(stamp.n()).delayNanos();
    if (!stalls(stamp)) {
      return delayed;
    }
    // The stamp says when the message was due on the clock, and so when the flows began.
    long began = stamp.due() - flow(stamp.flow()).schedule().dueNanos(stamp.n());
    return Math.max(delayed, began + stall.toNanos());
  }

  /** Checks whether a message was due in the stall. */
  public boolean stalls(Stamp stamp) {
    Schedule schedule = flow(stamp.flow()).schedule();
    return schedule != null && stall.covers(schedule.dueNanos(stamp.n()));
  }
}
