/** A profile together with the pack that it is for, found among the packs of this installation. */
package io.fleetload.scenario;
