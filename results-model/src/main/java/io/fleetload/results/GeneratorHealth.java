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
 */
public record GeneratorHealth(
    LatencySummary lag,
    double lagLimitMs,
    long gcPauseMs,
    double cpuSeconds,
    List<String> reasons) {}
