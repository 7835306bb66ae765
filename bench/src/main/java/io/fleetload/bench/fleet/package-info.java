/** The product's whole path: schedule, stamp, fleet, wire, books. */
package io.fleetload.bench.fleet;
