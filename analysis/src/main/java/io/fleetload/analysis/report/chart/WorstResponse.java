// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.verdict.Threshold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The flow with the response times that a reader should see first: the one furthest over its bound
 * or, where none is over, the one with the largest 99th percentile.
 *
 * @param flow the flow
 * @param bound the smallest upper bound on its 99th percentile; null without one
 */
record WorstResponse(ResultNode flow, PercentileBound bound) {
  private static final String OF_ALL = "flows.*.response.p99";

  /**
   * A bound on the 99th percentile of a flow.
   *
   * @param threshold as the profile has it
   * @param millis its value, in ms
   */
  record PercentileBound(String threshold, double millis) {}

  /** Finds it among the flows of a result; empty where no flow has a response time yet. */
  static Optional<WorstResponse> of(ResultNode result) {
    return result.at("flows").each().stream()
        .filter(each -> each.json().at("/response/p99").isNumber())
        .map(each -> new WorstResponse(each, bound(result.json(), each.key())))
        .max(
            Comparator.comparingDouble((WorstResponse each) -> Math.max(1, each.overBound()))
                .thenComparingDouble(WorstResponse::p99));
  }

  double p99() {
    return flow.json().at("/response/p99").doubleValue();
  }

  private double overBound() {
    return bound == null ? 0 : p99() / bound.millis();
  }

  private static PercentileBound bound(JsonNode result, String flow) {
    String figure = "flows." + flow + ".response.p99";
    List<PercentileBound> bounds = new ArrayList<>();
    for (JsonNode each : result.path("thresholds")) {
      if (each.path("figure").asText().equals(figure)) {
        bound(each, bounds);
      }
    }
    if (!result.has("thresholds")) {
      result.at("/profile/thresholds").forEach(each -> boundOfProfile(each, figure, bounds));
    }
    return bounds.stream().min(Comparator.comparingDouble(PercentileBound::millis)).orElse(null);
  }

  private static void bound(JsonNode outcome, List<PercentileBound> bounds) {
    Double bound = FigureFormat.boundOf(outcome);
    String text = outcome.path("threshold").asText();
    if (bound != null && bound > 0 && text.matches(".*(<|==).*")) {
      bounds.add(new PercentileBound(text, bound));
    }
  }

  /** Thresholds are judged at the end of a run; until then the profile says what they will be. */
  private static void boundOfProfile(
      JsonNode threshold, String figure, List<PercentileBound> bounds) {
    String text = threshold.asText();
    try {
      Threshold asked = Threshold.parse(text);
      if (asked.divisor() == null
          && !asked.ofBaseline()
          && asked.comparison().isUpper()
          && asked.bound() > 0
          && (asked.path().equals(OF_ALL) || asked.path().equals(figure))) {
        bounds.add(new PercentileBound(text, asked.bound()));
      }
    } catch (IllegalArgumentException e) {
      // A profile of another version may have what this one does not read.
    }
  }
}
