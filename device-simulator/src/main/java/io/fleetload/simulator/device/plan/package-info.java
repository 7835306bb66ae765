/** Plan of a fleet: flows, models and times of a run. */
package io.fleetload.simulator.device.plan;
