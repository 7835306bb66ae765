package io.fleetload.results;

import java.util.List;

/**
 * What the generator says of itself. The generator is a suspect: over its limits a run is no
 * verdict on the target.
 *
 * @param lag from a message's due time until the generator turned to it, in ms, measured phase
 * @param lagLimitMs the limit on the 99th percentile of the lag, in ms
 * @param gcPauseMs time spent in garbage collection during the measured phase, in ms
 * @param cpuSeconds processor time of the process during the measured phase, in s
 * @param reasons why the generator was the limit, in words; empty when it was not
 * @param pacing from the due time to the actual send of the messages that nothing held back, in ms;
 *     null in an earlier version's book, as all that follow
 * @param loopDelay how late the fleet's thread looked at its wire and timers, in ms, taken every 10
 *     ms; its largest is the longest time that thread stood still
 * @param longestGcPauseMs the longest pause of the garbage collection, in ms
 * @param cpu what it had of the processors; null before the measured phase
 * @param capped how long messages waited for {@code devices.maxInFlight}, in ms; its count is how
 *     many did
 * @param perSecond the course of it
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
    GeneratorSeconds perSecond) {

  /** What a generator says that measured no more than its lag. */
  public GeneratorHealth(
      LatencySummary lag,
      double lagLimitMs,
      long gcPauseMs,
      double cpuSeconds,
      List<String> reasons) {
    this(lag, lagLimitMs, gcPauseMs, cpuSeconds, reasons, null, null, null, null, null, null);
  }
}
