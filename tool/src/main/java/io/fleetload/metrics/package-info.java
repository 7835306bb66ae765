/** How a running tool shows its figures to Prometheus; the one place that knows Micrometer. */
package io.fleetload.metrics;
