/**
 * Start of the flows, between the fleet's connections and its schedule. Here the shards of a run
 * agree on one time.
 */
package io.fleetload.simulator.start;
