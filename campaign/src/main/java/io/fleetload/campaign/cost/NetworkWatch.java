// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.results.cost.NetworkCost;
import io.fleetload.tool.SocketDrops;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Counts of the kernel for the network between the beginning and the end of the measured phase.
 * They are read at these two times only, because a fleet's sockets are many.
 */
final class NetworkWatch {
  private final Path proc;
  private final Map<String, SocketDrops> sockets = new HashMap<>();
  private final Map<String, Long> dropped = new HashMap<>();
  private KernelCounters before;
  private NetworkCost cost;

  NetworkWatch(Path proc) {
    this.proc = proc;
  }

  synchronized void process(String name, long pid) {
    sockets.put(name, new SocketDrops(proc, pid));
  }

  synchronized void begin() {
    before = KernelCounters.read(proc.resolve("net")).orElse(null);
    sockets.values().forEach(SocketDrops::begin);
  }

  synchronized void end() {
    if (before != null) {
      cost = KernelCounters.read(proc.resolve("net")).map(now -> now.since(before)).orElse(null);
    }
    sockets.forEach(
        (name, each) -> {
          OptionalLong drops = each.since();
          if (drops.isPresent()) {
            dropped.put(name, drops.getAsLong());
          }
        });
  }

  /** Returns the cost of the whole namespace, or null if it is not known. */
  synchronized NetworkCost cost() {
    return cost;
  }

  /** Returns the datagrams that a process's own sockets dropped, or null if that is not known. */
  synchronized Long dropped(String name) {
    return dropped.get(name);
  }
}
