/** What a fleet is to do: flows, models and times of a run. */
package io.fleetload.simulator.device.plan;
