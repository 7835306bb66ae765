package io.fleetload.results;

/**
 * What the generator had of the processors in the measured phase, over its length: 1 is one
 * processor all the time.
 *
 * @param process what the process had; of shards, all together
 * @param fleetThread what the one thread that drives the fleet had; of shards, the busiest. Near 1
 *     it cannot do more.
 * @param stolen how long that thread was ready to run while another thread or process had the
 *     processor; of shards, the longest; null where the system does not say
 */
public record GeneratorCpu(double process, double fleetThread, Double stolen) {}
