// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * The figures of a {@link LatencyHistogram} that people read, in milliseconds with three decimals.
 * Where nothing was measured they are null, not 0: a percentile of nothing must not hold a bound.
 *
 * @param count how many messages were measured
 * @param belowZero how many of them had a negative latency and stand as 0
 * @param aboveHighest how many were above one hour and stand as one hour
 * @param uncertaintyMs by how much each of the times may be wrong either way, in ms, because two
 *     clocks measured it; absent where one clock did, and where the clocks are not known
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({
  "count", "min", "mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "max"
})
public record LatencySummary(
    long count,
    Double min,
    Double mean,
    Double p50,
    Double p75,
    Double p90,
    Double p95,
    Double p99,
    @JsonProperty("p99.9") Double p999,
    @JsonProperty("p99.99") Double p9999,
    Double max,
    long belowZero,
    long aboveHighest,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double uncertaintyMs) {

  /** The keys of its times. */
  static final List<String> TIMES =
      List.of("min", "mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "max");

  /** Reads the figures off a histogram. */
  static LatencySummary of(LatencyHistogram histogram) {
    if (histogram.count() == 0) {
      return new LatencySummary(
          0, null, null, null, null, null, null, null, null, null, null, 0, 0, null);
    }
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
        histogram.aboveHighest(),
        null);
  }

  /** The same of times that may be wrong by so much either way, in ms; null where nobody knows. */
  LatencySummary within(Double errorMs) {
    return new LatencySummary(
        count,
        min,
        mean,
        p50,
        p75,
        p90,
        p95,
        p99,
        p999,
        p9999,
        max,
        belowZero,
        aboveHighest,
        errorMs);
  }

  static double millis(double nanos) {
    return Math.round(nanos / 1_000.0) / 1_000.0;
  }
}
