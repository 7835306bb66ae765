// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.profile.Generator;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.LatencySummary;
import java.util.List;
import java.util.Map;

/**
 * The device side while the run goes on.
 *
 * @param devices the connections
 * @param flows by flow name; empty before they begin
 * @param lag how late the generator handled the messages of the measured phase, in ms
 * @param groups the sessions of each group; empty where no group has sessions of its own
 */
public record RunFigures(
    DeviceBook.FleetCounts devices,
    Map<String, FlowFigures> flows,
    LatencySummary lag,
    List<GroupSessions.GroupCounts> groups) {

  /** A fleet without groups. */
  public RunFigures(
      DeviceBook.FleetCounts devices, Map<String, FlowFigures> flows, LatencySummary lag) {
    this(devices, flows, lag, List.of());
  }

  /** The fleet so far, as the tool reports it. */
  public ToolEvent.DeviceProgress devicesSoFar(Generator limits) {
    long confirmed =
        flows.values().stream().mapToLong(each -> each.warmUp().ok() + each.measured().ok()).sum();
    return new ToolEvent.DeviceProgress(
        devices.asked(),
        devices.connected(),
        confirmed,
        lag.times().p99(),
        limits.maxLag().nanos() / 1e6);
  }
}
