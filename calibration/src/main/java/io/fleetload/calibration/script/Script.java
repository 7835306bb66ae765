package io.fleetload.calibration.script;

import io.fleetload.stamp.Stamp;
import java.util.Map;

/**
 * What the server does in one run.
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
   * When the answer to a message leaves, ns since the epoch: its delay after the receipt, and where
   * it was due in the stall, not before the stall's end.
   *
   * @param receivedEpoch when the message came in, ns since the epoch
   */
  public long release(Stamp stamp, long receivedEpoch) {
    FlowScript flow = flow(stamp.flow());
    long delayed = receivedEpoch + flow.act(stamp.n()).delayNanos();
    if (flow.schedule() == null) {
      return delayed;
    }
    long due = flow.schedule().dueNanos(stamp.n());
    // The stamp says when the message was due on the clock, and so when the flows began.
    return stall.covers(due) ? Math.max(delayed, stamp.due() - due + stall.toNanos()) : delayed;
  }
}
