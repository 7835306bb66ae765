package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.simulator.measure.GeneratorWatch;
import java.util.function.IntFunction;

/**
 * What the flows of a fleet have in common.
 *
 * @param plan what the fleet does
 * @param links a session's link by its index
 * @param watch told how late the generator is
 * @param presence which sessions can carry a message
 * @param sleep which devices sleep when
 * @param admission the cap on messages under way, over all flows
 * @param life told what comes of a session's messages
 * @param startNanos when the flows begin, on the run's clock
 */
record SharedByFlows(
    FleetPlan plan,
    IntFunction<DeviceLink> links,
    RunClock clock,
    GeneratorWatch watch,
    Presence presence,
    Sleep sleep,
    Admission admission,
    FleetLife life,
    long startNanos) {}
