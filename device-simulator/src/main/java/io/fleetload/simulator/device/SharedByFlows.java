// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.RunClock;
import io.fleetload.health.GeneratorWatch;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.device.plan.RunTimes;
import io.fleetload.simulator.device.plan.Sleep;

/**
 * Common parts of the flows of a fleet.
 *
 * @param plan what the fleet does
 * @param watch notes how late the generator is
 * @param sessions which sessions can carry a message
 * @param sleep which devices sleep when
 * @param inFlight the messages under way, of all flows
 * @param times when the phases begin and end
 */
record SharedByFlows(
    FleetPlan plan,
    RunClock clock,
    GeneratorWatch watch,
    SessionState sessions,
    Sleep sleep,
    InFlight inFlight,
    RunTimes times) {}
