// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import io.fleetload.results.time.LatencySummary;

/**
 * Delays that held a simulator up in the measured phase. All of it is null in an earlier version's
 * book.
 *
 * @param pacing from the due time to the actual send of the messages that nothing held back, in ms;
 *     null of a backend
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
 *     began; null if unknown
 * @param napMs how long the thread of the device simulator slept at a time where messages came
 *     densely ({@code generator.precision}), in ms: so late it may have looked; null if it was
 *     woken for each, and of a backend
 */
public record GeneratorDelays(
    LatencySummary pacing,
    LatencySummary loopDelay,
    Double longestGcPauseMs,
    GeneratorCpu cpu,
    LatencySummary capped,
    GeneratorSeconds perSecond,
    Double longestStallMs,
    Long udpDropped,
    Double napMs) {

  /** Nothing is known. */
  static final GeneratorDelays UNKNOWN =
      new GeneratorDelays(null, null, null, null, null, null, null, null, null);
}
