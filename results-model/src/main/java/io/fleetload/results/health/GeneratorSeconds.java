// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fleetload.results.format.RequiredWithGaps;
import io.fleetload.results.time.PerSecond;
import java.util.List;

/**
 * A simulator second by second, counted as in {@link PerSecond}; null if nothing was measured in
 * that second.
 *
 * @param lagMaxMs the largest lag of the messages of the measured phase due in that second, in ms
 * @param loopDelayMaxMs the largest delay of its thread, in ms
 * @param cpu processors that the process had; of shards, all together
 * @param threadCpu processors that its thread had; of shards, the busiest
 * @param stolen part of the second in which its thread was ready and had no processor; of shards,
 *     the largest
 * @param lagP99Ms 99th percentile of the lag of the messages of the measured phase that it turned
 *     to in that second, in ms; of shards, the largest. Null in an earlier version's book
 */
public record GeneratorSeconds(
    @RequiredWithGaps List<Double> lagMaxMs,
    @RequiredWithGaps List<Double> loopDelayMaxMs,
    @RequiredWithGaps List<Double> cpu,
    @JsonAlias("fleetCpu") @RequiredWithGaps List<Double> threadCpu,
    @RequiredWithGaps List<Double> stolen,
    @JsonSetter(contentNulls = Nulls.SET) List<Double> lagP99Ms) {}
