// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.results.time.LatencyHistogram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A metric as k6 gives it to {@code handleSummary}.
 *
 * @param type {@code trend}, {@code rate}, {@code counter} or {@code gauge}
 * @param contains {@code time} in ms, {@code data} in bytes, or {@code default}
 * @param values by what they are, such as {@code p(95)}
 */
record K6Metric(String type, String contains, Map<String, Number> values) {
  /** The values of times, in their order. */
  static final List<String> TREND = List.of("avg", "min", "med", "max", "p(90)", "p(95)");

  private static final double SHORTEST_NANOS = 1_000;
  private static final String TIME = "time";
  private static final String DATA = "data";
  private static final String DEFAULT = "default";

  /** Times. */
  static K6Metric trend(LatencyHistogram times) {
    Map<String, Number> values = new LinkedHashMap<>();
    // The mean is one of buckets, and may lie a little outside of what was measured.
    double mean = Math.min(Math.max(times.mean(), times.min()), times.max());
    values.put("avg", millis(mean));
    values.put("min", millis(times.min()));
    values.put("med", millis(times.percentile(50)));
    values.put("max", millis(times.max()));
    values.put("p(90)", millis(times.percentile(90)));
    values.put("p(95)", millis(times.percentile(95)));
    return new K6Metric("trend", TIME, values);
  }

  /** A rate, with the number of those that passed and of those that did not. */
  static K6Metric rate(long passes, long fails) {
    Map<String, Number> values = new LinkedHashMap<>();
    values.put("rate", passes + fails == 0 ? 0 : (double) passes / (passes + fails));
    values.put("passes", passes);
    values.put("fails", fails);
    return new K6Metric("rate", DEFAULT, values);
  }

  /** A count, with the number a second. */
  static K6Metric counter(long count, double seconds) {
    return counted(DEFAULT, count, seconds);
  }

  /** A count of bytes, with the number a second. */
  static K6Metric bytes(long count, double seconds) {
    return counted(DATA, count, seconds);
  }

  private static K6Metric counted(String contains, long count, double seconds) {
    Map<String, Number> values = new LinkedHashMap<>();
    values.put("count", count);
    values.put("rate", seconds <= 0 ? 0 : count / seconds);
    return new K6Metric("counter", contains, values);
  }

  /** A number that does not change. */
  static K6Metric gauge(long value) {
    Map<String, Number> values = new LinkedHashMap<>();
    values.put("value", value);
    values.put("min", value);
    values.put("max", value);
    return new K6Metric("gauge", DEFAULT, values);
  }

  @JsonIgnore
  boolean isData() {
    return contains.equals(DATA);
  }

  /**
   * A time in ms. One that is shorter than a histogram can show is 0, as is a part that a request
   * did not need.
   */
  private static double millis(double nanos) {
    return nanos < SHORTEST_NANOS ? 0 : nanos / 1e6;
  }
}
