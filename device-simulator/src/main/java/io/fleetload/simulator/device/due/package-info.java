/** The messages of open flows one after the other, as a schedule or a trace has them. */
package io.fleetload.simulator.device.due;
