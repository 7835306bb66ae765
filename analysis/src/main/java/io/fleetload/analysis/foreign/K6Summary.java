// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.results.foreign.ForeignRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The summary of a run of k6 in its three forms: that of {@code --summary-export}, that which a
 * script's {@code handleSummary} gets, and the machine-readable one of the newer versions.
 */
final class K6Summary {
  private static final String DURATION = "_req_duration";
  private static final Map<String, String> TIMES =
      Map.of(
          "avg", "mean",
          "med", "p50",
          "p(75)", "p75",
          "p(90)", "p90",
          "p(95)", "p95",
          "p(99)", "p99",
          "p(99.9)", "p999",
          "p(99.99)", "p9999",
          "max", "max");

  private final Map<String, JsonNode> metrics;
  private final Double seconds;
  private final List<String> notes = new ArrayList<>();

  private K6Summary(Map<String, JsonNode> metrics, Double seconds) {
    this.metrics = metrics;
    this.seconds = seconds;
  }

  static Optional<ForeignRun> read(JsonNode tree) {
    Map<String, JsonNode> metrics = new LinkedHashMap<>();
    Double seconds;
    if (tree.path("results").path("metrics").isArray()) {
      tree.path("results")
          .path("metrics")
          .forEach(each -> metrics.put(each.path("name").asText(), each.path("values")));
      seconds = ForeignReports.number(tree.path("config").path("duration"));
    } else {
      tree.path("metrics")
          .properties()
          .forEach(
              each ->
                  metrics.put(
                      each.getKey(),
                      each.getValue().has("values")
                          ? each.getValue().path("values")
                          : each.getValue()));
      Double millis = ForeignReports.number(tree.path("state").path("testRunDurationMs"));
      seconds = millis == null ? null : Double.valueOf(millis / 1e3);
    }
    return metrics.containsKey("iterations") || metrics.containsKey("iteration_duration")
        ? Optional.of(new K6Summary(metrics, seconds).run())
        : Optional.empty();
  }

  private ForeignRun run() {
    JsonNode requests = first("_reqs");
    boolean ofIterations = requests == null;
    JsonNode counted = ofIterations ? metric("iterations") : requests;
    if (ofIterations) {
      notes.add("it counts no requests, so its count and rate are those of iterations");
    }
    Long count = ForeignReports.whole(counted.path("count"));
    Double rate = ForeignReports.number(counted.path("rate"));
    Double length =
        seconds != null || rate == null || rate == 0 || count == null
            ? seconds
            : Double.valueOf(count / rate);
    if (rate == null && count != null && length != null && length > 0) {
      rate = count / length;
    }
    Long dropped = ForeignReports.whole(metric("dropped_iterations").path("count"));
    if (dropped != null && dropped > 0) {
      notes.add(
          "%s iterations were dropped as no user was free: they are in no count and in no time"
              .formatted(dropped));
    }
    for (String name : metrics.keySet()) {
      if (name.contains("{") && name.startsWith("http_req_duration") && !isExpected(name)) {
        notes.add("its figures of %s alone are not compared".formatted(name));
      }
    }
    return new ForeignRun(
        "k6",
        length,
        null,
        count,
        failed(count),
        rate,
        times(),
        false,
        false,
        null,
        List.copyOf(notes));
  }

  private static boolean isExpected(String name) {
    return name.contains("expected_response");
  }

  private JsonNode metric(String name) {
    return metrics.getOrDefault(name, MissingNode.getInstance());
  }

  private JsonNode first(String end) {
    return metrics.entrySet().stream()
        .filter(each -> each.getKey().endsWith(end))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** A rate metric: how often it was true, which here is a failure. */
  private Long failed(Long requests) {
    JsonNode metric = first("_req_failed");
    if (metric == null) {
      return null;
    }
    for (String key : List.of("matches", "passes")) {
      Long matches = ForeignReports.whole(metric.path(key));
      if (matches != null) {
        return matches;
      }
    }
    Double share = ForeignReports.number(metric.path("rate"));
    return share == null || requests == null ? null : Long.valueOf(Math.round(share * requests));
  }

  private Map<String, Double> times() {
    Map<String, Double> times = new LinkedHashMap<>();
    JsonNode trend = first(DURATION);
    if (trend == null) {
      return times;
    }
    for (Map.Entry<String, JsonNode> each : trend.properties()) {
      String name = each.getKey().replaceFirst("^p([0-9.]+)$", "p($1)");
      Double value = ForeignReports.number(each.getValue());
      if (TIMES.containsKey(name) && value != null) {
        times.put(TIMES.get(name), value);
      }
    }
    return times;
  }
}
