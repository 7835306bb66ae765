// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.RunClock;
import io.fleetload.health.GeneratorWatch;
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
 * @param healing what becomes of the sessions that the target or the network takes
 * @param times when the phases begin and end
 */
record SharedByFlows(
    FleetPlan plan,
    IntFunction<DeviceLink> links,
    RunClock clock,
    GeneratorWatch watch,
    Presence presence,
    Sleep sleep,
    Admission admission,
    Healing healing,
    RunTimes times) {}
