package io.fleetload.results;

import java.util.List;

/**
 * The generator second by second, counted as in {@link PerSecond}; null where nothing was measured
 * in that second.
 *
 * @param lagMaxMs the largest lag of the messages of the measured phase due in that second, in ms
 * @param loopDelayMaxMs the largest delay of the fleet's thread, in ms
 * @param cpu processors that the process had; of shards, all together
 * @param fleetCpu processors that the fleet's thread had; of shards, the busiest
 * @param stolen part of the second in which the fleet's thread was ready and had no processor; of
 *     shards, the largest
 */
public record GeneratorSeconds(
    List<Double> lagMaxMs,
    List<Double> loopDelayMaxMs,
    List<Double> cpu,
    List<Double> fleetCpu,
    List<Double> stolen) {}
