// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The course of a whole run, for the one chart that a reader sees first: all flows together, and
 * the response times of the worst of them.
 *
 * @param asked messages due in each second, of all flows
 * @param reached messages sent in each second, of all flows
 * @param flow name of the flow of the response times; null without any
 * @param place its place among the flows
 * @param p99 the 99th percentile of its response times, in ms
 * @param bound the bound on it, in ms; null without one
 * @param threshold the threshold with that bound, as the profile has it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunCourse(
    List<Number> asked,
    List<Number> reached,
    String flow,
    Integer place,
    List<Number> p99,
    Double bound,
    String threshold) {

  /** The course of a result; null if its flows have none. */
  static RunCourse of(ResultNode result, CourseSampler thinning) {
    ResultNode flows = result.at("flows");
    if (!flows.anyAt("/perSecond/scheduled")) {
      return null;
    }
    Optional<WorstResponse> worst =
        WorstResponse.of(result)
            .filter(each -> each.flow().json().at("/perSecond/responseMs/p99").isArray());
    Optional<WorstResponse.PercentileBound> bound = worst.map(WorstResponse::bound);
    return new RunCourse(
        sum(result, "/perSecond/scheduled", thinning),
        sum(result, "/perSecond/sent", thinning),
        worst.map(each -> each.flow().key()).orElse(null),
        worst.map(each -> each.flow().place()).orElse(null),
        worst
            .map(each -> each.flow().json().at("/perSecond/responseMs/p99"))
            .map(each -> ChartData.rounded(thinning.extremes(each)))
            .orElse(null),
        bound.map(WorstResponse.PercentileBound::millis).orElse(null),
        bound.map(WorstResponse.PercentileBound::threshold).orElse(null));
  }

  private static List<Number> sum(ResultNode result, String course, CourseSampler thinning) {
    double[] sums = {};
    for (ResultNode flow : result.at("flows").each()) {
      JsonNode values = flow.json().at(course);
      if (values.size() > sums.length) {
        sums = Arrays.copyOf(sums, values.size());
      }
      for (int i = 0; i < values.size(); i++) {
        sums[i] += values.path(i).asDouble();
      }
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode(sums.length);
    for (double each : sums) {
      all.add(each);
    }
    return ChartData.rounded(
        thinning.extremes(ChartData.first(ChartData.wholeSeconds(result), all)));
  }
}
