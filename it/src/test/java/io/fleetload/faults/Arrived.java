// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** What is really in the topics of a run, record by record, in the order of each partition. */
final class Arrived {
  private final long run;
  private final Map<String, List<WireStamp>> records = new HashMap<>();
  private final NavigableSet<Integer> commands = new TreeSet<>();
  private final NavigableSet<Integer> refused = new TreeSet<>();
  private long foreign;
  private long unstamped;

  /** Nothing yet of the run with that id. */
  Arrived(String run) {
    this.run = WireStamp.run(run);
  }

  /** Takes a message of a device. */
  void message(byte[] body) {
    WireStamp stamp = body == null ? null : WireStamp.of(body).orElse(null);
    if (stamp == null) {
      unstamped++;
    } else if (stamp.run() != run) {
      foreign++;
    } else {
      records.computeIfAbsent(stamp.flow(), flow -> new ArrayList<>()).add(stamp);
    }
  }

  /**
   * Takes a command, or Hono's word that it could not deliver one.
   *
   * @param correlationId {@code <run>-<n>}
   */
  void command(String correlationId, boolean isRefusal) {
    int dash = correlationId.lastIndexOf('-');
    if (dash < 1 || WireStamp.run(correlationId.substring(0, dash)) != run) {
      foreign++;
      return;
    }
    (isRefusal ? refused : commands).add(Integer.parseInt(correlationId.substring(dash + 1)));
  }

  /** What arrived of a flow. */
  Flow flow(String name) {
    List<WireStamp> all = records.getOrDefault(name, List.of());
    NavigableSet<Integer> numbers = new TreeSet<>();
    Map<Integer, Integer> latest = new HashMap<>();
    long duplicate = 0;
    long outOfOrder = 0;
    for (WireStamp each : all) {
      boolean first = numbers.add(each.n());
      int before = latest.getOrDefault(each.device(), -1);
      if (each.measured()) {
        duplicate += first ? 0 : 1;
        outOfOrder += first && each.n() < before ? 1 : 0;
      }
      latest.put(each.device(), Math.max(before, each.n()));
    }
    return new Flow(numbers, duplicate, outOfOrder);
  }

  /** The flows of which anything arrived. */
  Set<String> flows() {
    return new HashSet<>(records.keySet());
  }

  /** Numbers of the queries that a command was written for. */
  NavigableSet<Integer> commands() {
    return commands;
  }

  /** Numbers of the queries whose command Hono could not deliver. */
  NavigableSet<Integer> refused() {
    return refused;
  }

  /** Records of other runs. */
  long foreign() {
    return foreign;
  }

  /** Records that are of no run. */
  long unstamped() {
    return unstamped;
  }

  /**
   * A flow.
   *
   * @param numbers numbers of the messages that are there
   * @param duplicate records of measured messages that were there before
   * @param outOfOrder measured messages behind a later one of the same device
   */
  record Flow(NavigableSet<Integer> numbers, long duplicate, long outOfOrder) {}
}
