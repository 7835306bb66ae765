// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.time.LatencyHistogram;
import java.util.List;

/**
 * A flow while the run goes on: a copy of its book without the sets of messages.
 *
 * @param askedNow the rate asked for in the current phase, msg/s; null for a flow that only answers
 * @param warmUp counts of the messages due before the measured phase
 * @param measured counts of the messages due in it
 * @param recent response times of the whole seconds that progress did not tell yet, in ns
 * @param tenants the parts of the tenants; empty where there is only one
 */
public record FlowFigures(
    Double askedNow,
    FlowCounts warmUp,
    FlowCounts measured,
    LatencyHistogram recent,
    List<TenantCounts> tenants) {

  /** A flow of one tenant. */
  public FlowFigures(
      Double askedNow, FlowCounts warmUp, FlowCounts measured, LatencyHistogram recent) {
    this(askedNow, warmUp, measured, recent, List.of());
  }
}
