/** The fleet: which device sends which message when it is due. Knows no protocol. */
package io.fleetload.simulator.device;
