// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import java.util.List;

/**
 * What a simulator says of itself, the devices' and the backend's alike. Both are suspects: over
 * their limits a run is no verdict on the target.
 *
 * @param lag from a message's due time until the device simulator turned to it, or from its arrival
 *     until the backend simulator did, in ms, measured phase
 * @param lagLimitMs the limit on the 99th percentile of the lag, in ms
 * @param gcPauseMs time spent in garbage collection during the measured phase, in ms
 * @param cpuSeconds processor time of the process during the measured phase, in s
 * @param reasons why the simulator was the limit, in words; empty when it was not
 * @param pacing from the due time to the actual send of the messages that nothing held back, in ms;
 *     null of a backend, and in an earlier version's book, as all that follow
 * @param loopDelay how late the simulator's one thread looked at its connections, in ms, taken
 *     every 10 ms; of a backend its largest is the longest gap between two looks at what arrived
 * @param longestGcPauseMs the longest pause of the garbage collection, in ms
 * @param cpu what it had of the processors; null before the measured phase
 * @param capped how long messages waited for {@code devices.maxInFlight}, in ms; its count is how
 *     many did; null of a backend
 * @param perSecond the course of it; of a backend, counted from the first message of the measured
 *     phase
 * @param longestStallMs the longest time that the thread stood still while measured messages were
 *     under way, the drain included, in ms; null before the measured phase
 * @param udpDropped datagrams that the simulator's own sockets dropped since the measured phase
 *     began; null where nobody knows
 */
public record GeneratorHealth(
    LatencySummary lag,
    double lagLimitMs,
    long gcPauseMs,
    double cpuSeconds,
    List<String> reasons,
    LatencySummary pacing,
    LatencySummary loopDelay,
    Double longestGcPauseMs,
    GeneratorCpu cpu,
    LatencySummary capped,
    GeneratorSeconds perSecond,
    Double longestStallMs,
    Long udpDropped) {

  /** What a simulator says that measured no more than its lag. */
  public GeneratorHealth(
      LatencySummary lag,
      double lagLimitMs,
      long gcPauseMs,
      double cpuSeconds,
      List<String> reasons) {
    this(
        lag,
        lagLimitMs,
        gcPauseMs,
        cpuSeconds,
        reasons,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
