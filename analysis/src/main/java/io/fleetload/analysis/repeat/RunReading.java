// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a run of a series off its result. */
final class RunReading {
  private RunReading() {}

  /**
   * Reads it.
   *
   * @param variation the values of the series, or null if its runs are the same
   * @param place which run it is, from 0 on
   * @param directory where its results lie
   * @param result the tree of its {@code result.json}
   * @param leftOut why it does not count, or null
   */
  static Repeat.RunOfSeries of(
      Variation variation, int place, String directory, JsonNode result, String leftOut) {
    List<String> crossed = new ArrayList<>();
    List<ThresholdOutcome> ofProfile = new ArrayList<>();
    for (JsonNode each : result.path("thresholds")) {
      ThresholdOutcome outcome = ResultFiles.part(each, ThresholdOutcome.class);
      if (!outcome.held()) {
        crossed.add(outcome.threshold());
      }
      if (outcome.ofProfile()) {
        ofProfile.add(outcome);
      }
    }
    return new Repeat.RunOfSeries(
        variation == null ? null : variation.values().get(place),
        variation == null ? null : variation.number(place),
        directory,
        result.path("runId").asText(),
        result.at("/verdict/status").asText(),
        result.at("/verdict/exitCode").asInt(),
        crossed.stream().distinct().toList(),
        leftOut,
        flows(result.path("flows")),
        List.copyOf(ofProfile));
  }

  private static Map<String, Repeat.FlowOfRun> flows(JsonNode flows) {
    Map<String, Repeat.FlowOfRun> read = new LinkedHashMap<>();
    flows
        .properties()
        .forEach(
            each -> {
              JsonNode flow = each.getValue();
              read.put(
                  each.getKey(),
                  new Repeat.FlowOfRun(
                      decimal(flow.path("asked")),
                      decimal(flow.path("reached")),
                      decimal(flow.at("/response/p50")),
                      decimal(flow.at("/response/p99")),
                      count(flow.path("failed")),
                      count(flow.at("/ledger/lost"))));
            });
    return read;
  }

  private static Double decimal(JsonNode value) {
    return value.isNumber() ? value.doubleValue() : null;
  }

  private static Long count(JsonNode value) {
    return value.isNumber() ? value.longValue() : null;
  }
}
