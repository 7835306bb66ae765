/**
 * Page and export of a running tool's figures, for Prometheus and OTLP; the only package that knows
 * Micrometer.
 */
package io.fleetload.metrics;
