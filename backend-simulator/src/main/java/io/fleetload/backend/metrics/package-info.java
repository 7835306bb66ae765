/** Shows the backend's books to Prometheus while the run goes on, beside the path. */
package io.fleetload.backend.metrics;
