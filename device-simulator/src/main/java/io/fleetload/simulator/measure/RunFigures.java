package io.fleetload.simulator.measure;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencySummary;
import java.util.Map;

/**
 * The device side while the run goes on.
 *
 * @param devices the connections
 * @param flows by flow name; empty before they begin
 * @param lag how late the generator turned to the messages of the measured phase, in ms
 */
public record RunFigures(
    DeviceBook.Devices devices, Map<String, FlowFigures> flows, LatencySummary lag) {}
