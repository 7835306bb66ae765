package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What one process used during the measured phase. A figure that nobody could read is absent.
 *
 * @param name the process
 * @param target whether it is of the system under test, and not a simulator
 * @param cpuSeconds processor time, in s
 * @param peakRssMb the most memory that was resident, in MB (10^6 bytes)
 * @param gcPauseMs time that it stood still for garbage collection, in ms
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessCost(
    String name, boolean target, Double cpuSeconds, Double peakRssMb, Double gcPauseMs) {}
