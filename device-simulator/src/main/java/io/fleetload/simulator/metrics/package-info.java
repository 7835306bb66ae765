/** Shows the device side's books to Prometheus while the run goes on, beside the path. */
package io.fleetload.simulator.metrics;
