// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.foreign.ForeignRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The report of ghz as JSON; its times are in ns. */
final class GhzReport {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private GhzReport() {}

  static Optional<ForeignRun> read(JsonNode tree) {
    if (!tree.has("statusCodeDistribution") || !tree.has("rps") || !tree.has("count")) {
      return Optional.empty();
    }
    Map<String, Double> times = new LinkedHashMap<>();
    put("mean", tree.path("average"), times);
    for (JsonNode each : tree.path("latencyDistribution")) {
      put("p" + each.path("percentage").asText(), each.path("latency"), times);
    }
    put("max", tree.path("slowest"), times);
    Long count = ForeignReports.whole(tree.path("count"));
    long ok = tree.path("statusCodeDistribution").path("OK").asLong();
    Double total = ForeignReports.number(tree.path("total"));
    return Optional.of(
        new ForeignRun(
            "ghz",
            total == null ? null : Double.valueOf(total / NANOS_PER_SECOND),
            asked(tree.path("options")),
            count,
            count == null ? null : Long.valueOf(count - ok),
            ForeignReports.number(tree.path("rps")),
            times,
            false,
            false,
            null,
            List.of()));
  }

  /** The constant rate that was asked for; 0 is no rate. */
  private static Double asked(JsonNode options) {
    Double rate = ForeignReports.number(options.path("rps"));
    return rate == null
            || rate == 0
            || !options.path("load-schedule").asText("const").equals("const")
        ? null
        : rate;
  }

  /** One that a result has, too. */
  private static void put(String name, JsonNode nanos, Map<String, Double> times) {
    Double value = ForeignReports.number(nanos);
    if (value != null && name.matches("mean|max|p50|p75|p90|p95|p99")) {
      times.put(name, value / NANOS_PER_MILLI);
    }
  }
}
