/**
 * How a running tool shows its figures to Prometheus and sends them by OTLP; the one place that
 * knows Micrometer.
 */
package io.fleetload.metrics;
