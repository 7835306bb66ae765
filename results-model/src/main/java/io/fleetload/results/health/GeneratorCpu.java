// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Processor time of a simulator in the measured phase, over its length: 1 is one processor all the
 * time.
 *
 * @param process what the process had; of shards, all together
 * @param thread what the one thread that does its work had; of shards, the busiest. Near 1 it
 *     cannot do more.
 * @param stolen how long that thread was ready to run while another thread or process had the
 *     processor; of shards, the longest; null if the system does not say
 */
public record GeneratorCpu(
    double process, @JsonAlias("fleetThread") double thread, Double stolen) {}
