// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.campaign.cluster.Deadlines;
import io.fleetload.pack.DeviceCosts;
import io.fleetload.pack.Target;
import io.fleetload.quantity.Span;
import io.fleetload.scenario.Scenario;
import java.time.Duration;

/**
 * Times of a run on a cluster, in s.
 *
 * @param writes whether provisioning writes the devices
 * @param written devices that it writes a second
 * @param measured whether the pack measured that
 * @param provisioning length of writing them; 0 where it writes none
 * @param connecting length of opening the sessions
 * @param flows longest time from the begin of the flows to the end of the drain
 * @param length all of it, from the first pod to the fetched books
 * @param provisioningDeadline time after which Kubernetes ends the Job of provisioning
 * @param shardDeadline the same of the shards
 * @param backendDeadline the same of the backend
 */
public record PlanTimes(
    boolean writes,
    double written,
    boolean measured,
    double provisioning,
    double connecting,
    double flows,
    double length,
    long provisioningDeadline,
    long shardDeadline,
    long backendDeadline) {
  /** The times of a scenario. */
  static PlanTimes of(Scenario scenario, FleetLoad load, BookBudget books) {
    DeviceCosts costs = scenario.run().costs();
    Target.Preparation preparation = scenario.run().target().preparation();
    boolean writes =
        preparation == Target.Preparation.APPLY
            || preparation == Target.Preparation.APPLY_AND_REMOVE;
    double written =
        costs.written() == null ? PlanFigure.WRITTEN.value() : costs.written().doubleValue();
    double provisioning = writes ? load.devices() / written : 0;
    double connecting = load.sessions() / load.connectRate();
    Deadlines deadlines =
        Deadlines.of(scenario, Duration.ofNanos(Span.parse(Deadlines.WAIT).nanos()));
    int pods = writes ? 3 : 2;
    return new PlanTimes(
        writes,
        written,
        costs.written() != null,
        provisioning,
        connecting,
        load.seconds(),
        pods * PlanFigure.POD_SECONDS.value()
            + provisioning
            + connecting
            + load.seconds()
            + books.mergeSeconds()
            + books.fetchSeconds(),
        deadlines.provisioning().toSeconds(),
        deadlines.devices().toSeconds(),
        deadlines.backend().toSeconds());
  }
}
