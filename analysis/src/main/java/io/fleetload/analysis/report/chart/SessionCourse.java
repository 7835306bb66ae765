// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of a fleet from its first attempt on: how many were open in each second, and which
 * attempts failed.
 *
 * @param x the seconds of the points
 * @param seconds from the first attempt to the end of the run, in s
 * @param phases the phases, connecting among them, in seconds from the first attempt
 * @param asked sessions that the profile asks for
 * @param open sessions open at that time
 * @param width seconds that the failed attempts are summed over
 * @param failed the failed attempts by cause
 */
record SessionCourse(
    List<Number> x,
    int seconds,
    List<ChartData.PhaseSpan> phases,
    long asked,
    List<Number> open,
    int width,
    List<ChartData.FailureSeries> failed) {

  /** Returns the course of a result, or null if its book has no course. */
  static SessionCourse of(ResultNode result) {
    JsonNode devices = result.json().path("devices");
    JsonNode perSecond = devices.at("/handshakes/perSecond");
    if (!perSecond.path("ended").isArray() || perSecond.path("ended").isEmpty()) {
      return null;
    }
    int seconds = Math.max(perSecond.path("ended").size(), secondsOfTheRun(result));
    CourseSampler thinning = CourseSampler.of(seconds);
    CourseSampler moments = CourseSampler.of(seconds + 1);
    return new SessionCourse(
        ChartData.rounded(moments.at()),
        seconds,
        phases(result, seconds),
        devices.path("asked").asLong(),
        ChartData.rounded(moments.extremes(open(perSecond, seconds))),
        thinning.width(),
        failed(perSecond.path("failedBy"), thinning));
  }

  /** From none before the first second to those after the last one with an event, and so on. */
  private static ArrayNode open(JsonNode perSecond, int seconds) {
    ArrayNode open = JsonNodeFactory.instance.arrayNode();
    long now = 0;
    open.add(now);
    for (int second = 0; second < seconds; second++) {
      now += perSecond.path("succeeded").path(second).asLong();
      now -= perSecond.path("ended").path(second).asLong();
      open.add(now);
    }
    return open;
  }

  private static List<ChartData.FailureSeries> failed(JsonNode byCause, CourseSampler thinning) {
    List<ChartData.FailureSeries> failed = new ArrayList<>();
    byCause
        .properties()
        .forEach(
            each ->
                failed.add(
                    new ChartData.FailureSeries(
                        each.getKey(), ChartData.rounded(thinning.sums(each.getValue())))));
    return failed;
  }

  private static long began(ResultNode result) {
    return result.json().at("/phases/0/startEpochMs").asLong();
  }

  /** To the end of the last phase, or of what the flows know of it while it goes on. */
  private static int secondsOfTheRun(ResultNode result) {
    double last = 0;
    for (JsonNode phase : result.json().path("phases")) {
      long end = phase.path("endEpochMs").asLong();
      last =
          Math.max(
              last,
              end > 0
                  ? (end - began(result)) / 1e3
                  : (phase.path("startEpochMs").asLong() - began(result)) / 1e3);
    }
    long flowsBegan = ChartData.origin(result);
    return (int)
        Math.ceil(
            flowsBegan == 0
                ? last
                : Math.max(
                    last,
                    (flowsBegan - began(result)) / 1e3 + ChartData.thinning(result).seconds()));
  }

  private static List<ChartData.PhaseSpan> phases(ResultNode result, int seconds) {
    List<ChartData.PhaseSpan> phases = new ArrayList<>();
    for (JsonNode phase : result.json().path("phases")) {
      long end = phase.path("endEpochMs").asLong();
      phases.add(
          new ChartData.PhaseSpan(
              phase.path("name").asText(),
              (phase.path("startEpochMs").asLong() - began(result)) / 1e3,
              end > 0 ? (end - began(result)) / 1e3 : seconds));
    }
    phases.addAll(ChartData.disturbances(result, began(result)));
    return phases;
  }
}
