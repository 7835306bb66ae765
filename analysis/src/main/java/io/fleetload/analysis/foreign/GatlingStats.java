// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.foreign.ForeignRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of all requests of a run of Gatling: {@code js/global_stats.json} or {@code
 * js/stats.json} of its report.
 */
final class GatlingStats {
  private static final Map<String, String> TIMES =
      Map.of(
          "meanResponseTime", "mean",
          "percentiles1", "p50",
          "percentiles2", "p75",
          "percentiles3", "p95",
          "percentiles4", "p99",
          "maxResponseTime", "max");

  private GatlingStats() {}

  static Optional<ForeignRun> read(JsonNode tree) {
    JsonNode all = tree.path("type").asText().equals("GROUP") ? tree.path("stats") : tree;
    JsonNode count = all.path("numberOfRequests");
    if (!count.has("total") || !all.has("meanNumberOfRequestsPerSecond")) {
      return Optional.empty();
    }
    Long total = ForeignReports.whole(count.path("total"));
    Double rate = ForeignReports.number(all.path("meanNumberOfRequestsPerSecond").path("total"));
    Map<String, Double> times = new LinkedHashMap<>();
    TIMES.forEach(
        (key, name) -> {
          Double value = ForeignReports.number(all.path(key).path("total"));
          if (value != null) {
            times.put(name, value);
          }
        });
    List<String> notes = new ArrayList<>();
    notes.add(
        "its four percentiles are taken as 50, 75, 95 and 99; its file does not say them, and"
            + " gatling.conf may set others");
    int parts = tree.path("contents").size();
    if (parts > 1) {
      notes.add("its figures of each of its %s requests are not compared".formatted(parts));
    }
    return Optional.of(
        new ForeignRun(
            "Gatling",
            rate == null || rate == 0 || total == null ? null : Double.valueOf(total / rate),
            null,
            total,
            ForeignReports.whole(count.path("ko")),
            rate,
            times,
            false,
            false,
            null,
            List.copyOf(notes)));
  }
}
