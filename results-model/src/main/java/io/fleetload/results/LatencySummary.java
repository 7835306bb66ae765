package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The figures of a {@link LatencyHistogram} that people read, in milliseconds with three decimals.
 *
 * @param count how many messages were measured
 * @param belowZero how many of them had a negative latency and stand as 0
 * @param aboveHighest how many were above one hour and stand as one hour
 */
@JsonPropertyOrder({
  "count", "min", "mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "max"
})
public record LatencySummary(
    long count,
    double min,
    double mean,
    double p50,
    double p75,
    double p90,
    double p95,
    double p99,
    @JsonProperty("p99.9") double p999,
    @JsonProperty("p99.99") double p9999,
    double max,
    long belowZero,
    long aboveHighest) {

  /** Reads the figures off a histogram. */
  static LatencySummary of(LatencyHistogram histogram) {
    return new LatencySummary(
        histogram.count(),
        millis(histogram.min()),
        millis(histogram.mean()),
        millis(histogram.percentile(50)),
        millis(histogram.percentile(75)),
        millis(histogram.percentile(90)),
        millis(histogram.percentile(95)),
        millis(histogram.percentile(99)),
        millis(histogram.percentile(99.9)),
        millis(histogram.percentile(99.99)),
        millis(histogram.max()),
        histogram.belowZero(),
        histogram.aboveHighest());
  }

  private static double millis(double nanos) {
    return Math.round(nanos / 1_000.0) / 1_000.0;
  }
}
