/** Load beside the limits that a profile expects of the target. */
package io.fleetload.simulator.limit;
