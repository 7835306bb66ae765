// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import io.fleetload.stamp.Stamp;
import java.util.HashMap;
import java.util.Map;

/** Numbers that are missing among the messages that arrived; those of a flow begin with 0. */
final class Gaps {
  private final Map<String, Arrived> flows = new HashMap<>();

  private static final class Arrived {
    private long count;
    private long highest;
  }

  /** The first copy of a message arrived at a receiver. */
  void add(Stamp stamp) {
    Arrived flow = flows.computeIfAbsent(stamp.flow(), name -> new Arrived());
    flow.count++;
    flow.highest = Math.max(flow.highest, stamp.n());
  }

  /** Returns whether no message arrived at all. */
  boolean isEmpty() {
    return flows.isEmpty();
  }

  /** Returns whether one is missing below the highest of its flow, at any of so many receivers. */
  boolean any(int receivers) {
    return flows.values().stream().anyMatch(each -> each.count < receivers * (each.highest + 1));
  }
}
