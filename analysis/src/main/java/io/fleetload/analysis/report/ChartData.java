package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.LatencyHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the charts of a page draw, thinned to what a page can show. */
final class ChartData {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String[] GENERATOR = {
    "lagMaxMs", "loopDelayMaxMs", "cpu", "threadCpu", "stolen"
  };
  private static final String[] PERCENTILES = {"p50", "p90", "p99", "max"};

  private final JsonNode result;
  private final Flows flows;
  private final DeviceBook book;
  private final Thinning thinning;

  /**
   * The data of a result.
   *
   * @param result the result
   * @param book the device side's book with the whole distributions, or null
   */
  ChartData(JsonNode result, DeviceBook book) {
    this.result = result;
    this.flows = Flows.of(result);
    this.book = book;
    this.thinning = Thinning.of(seconds());
  }

  /** How the courses were thinned. */
  Thinning thinning() {
    return thinning;
  }

  ObjectNode tree() {
    ObjectNode data = JSON.objectNode();
    data.set("x", doubles(thinning.at()));
    data.put("seconds", thinning.seconds());
    data.set("phases", phases());
    ArrayNode each = data.putArray("flows");
    flows.each((name, flow) -> each.add(flow(name, flow)));
    data.set("legs", legs());
    data.set("errors", errors());
    data.set("generator", generator());
    return data;
  }

  /** The causes of failures over time with the sum of each; empty where none is recorded. */
  Map<String, List<Double>> failures() {
    Map<String, List<Double>> byCause = new LinkedHashMap<>();
    flows.each(
        (name, flow) -> {
          JsonNode perSecond = flow.path("perSecond");
          JsonNode failedBy = perSecond.path("failedBy");
          if (failedBy.isObject()) {
            failedBy
                .properties()
                .forEach(each -> add(byCause, each.getKey(), thinning.sums(each.getValue())));
          } else {
            add(byCause, "any cause", thinning.sums(perSecond.path("failed")));
          }
        });
    byCause.values().removeIf(course -> course.stream().allMatch(value -> value == 0));
    return byCause;
  }

  private static void add(Map<String, List<Double>> byCause, String cause, List<Double> more) {
    byCause.merge(
        cause,
        more,
        (one, other) -> {
          List<Double> sum = new ArrayList<>(one);
          for (int i = 0; i < sum.size(); i++) {
            sum.set(i, sum.get(i) + other.get(i));
          }
          return sum;
        });
  }

  private int seconds() {
    int[] longest = {0};
    flows.each(
        (name, flow) ->
            flow.path("perSecond")
                .forEach(course -> longest[0] = Math.max(longest[0], course.size())));
    flows.each(
        (name, flow) ->
            flow.at("/perSecond/responseMs")
                .forEach(course -> longest[0] = Math.max(longest[0], course.size())));
    return longest[0];
  }

  /** The phases in seconds of the courses. Connecting is before the first of these. */
  private ArrayNode phases() {
    ArrayNode phases = JSON.arrayNode();
    long origin = origin();
    for (JsonNode phase : result.path("phases")) {
      long start = phase.path("startEpochMs").asLong();
      long end = phase.path("endEpochMs").asLong();
      if (!phase.path("name").asText().equals("connect") && origin > 0) {
        ObjectNode one = phases.addObject();
        one.put("name", phase.path("name").asText());
        one.put("from", (start - origin) / 1e3);
        one.put("to", end > 0 ? (end - origin) / 1e3 : thinning.seconds());
      }
    }
    return phases;
  }

  private long origin() {
    long first = 0;
    for (JsonNode phase : result.path("phases")) {
      long start = phase.path("startEpochMs").asLong();
      String name = phase.path("name").asText();
      if (name.equals("measure") && result.path("firstMeasuredSecond").isNumber()) {
        return start - result.path("firstMeasuredSecond").asLong() * 1_000;
      }
      first = first == 0 && !name.equals("connect") ? start : first;
    }
    return first;
  }

  private ObjectNode flow(String name, JsonNode flow) {
    ObjectNode one = JSON.objectNode();
    one.put("name", name);
    JsonNode perSecond = flow.path("perSecond");
    if (Flows.present(perSecond.path("scheduled"))) {
      one.set("due", doubles(thinning.extremes(perSecond.path("scheduled"))));
      one.set("sent", doubles(thinning.extremes(perSecond.path("sent"))));
    }
    JsonNode response = perSecond.path("responseMs");
    if (Flows.present(response)) {
      ObjectNode bands = one.putObject("response");
      for (String each : PERCENTILES) {
        bands.set(each, doubles(thinning.extremes(response.path(each))));
      }
    }
    DeviceBook.Flow whole = book == null ? null : book.flows().get(name);
    ObjectNode curve = one.putObject("curve");
    curve.set("response", whole == null ? curve(flow.path("response")) : curve(whole.response()));
    curve.set("service", whole == null ? curve(flow.path("service")) : curve(whole.service()));
    return one;
  }

  /**
   * Points of 1 / (1 - p) and ms. The largest value stands where the whole has one in its count.
   */
  private static ArrayNode curve(LatencyHistogram histogram) {
    ArrayNode points = JSON.arrayNode();
    double last = histogram.count();
    histogram
        .curve()
        .forEach(
            each -> point(points, Math.min(last, 100 / (100 - each.percentile())), each.millis()));
    return points;
  }

  /** The same from the few percentiles of a result, where there is no book. */
  private static ArrayNode curve(JsonNode summary) {
    ArrayNode points = JSON.arrayNode();
    double count = summary.path("count").asDouble();
    summary
        .properties()
        .forEach(
            each -> {
              if (each.getKey().matches("p\\d+(\\.\\d+)?") && each.getValue().isNumber()) {
                double x = 100 / (100 - Double.parseDouble(each.getKey().substring(1)));
                if (x < count) {
                  point(points, x, each.getValue().doubleValue());
                }
              }
            });
    if (summary.path("max").isNumber()) {
      point(points, count, summary.path("max").doubleValue());
    }
    return points;
  }

  private static void point(ArrayNode points, double x, double millis) {
    points.addArray().add(rounded(x)).add(rounded(millis));
  }

  private ArrayNode legs() {
    ArrayNode legs = JSON.arrayNode();
    result
        .at("/commands/legs")
        .properties()
        .forEach(
            each -> {
              if (each.getValue().path("mean").isNumber()) {
                ObjectNode leg = legs.addObject();
                leg.put("name", each.getKey());
                leg.set("mean", each.getValue().path("mean"));
                leg.set("p99", each.getValue().path("p99"));
              }
            });
    return legs;
  }

  private ObjectNode errors() {
    ObjectNode errors = JSON.objectNode();
    errors.put("width", thinning.width());
    ArrayNode causes = errors.putArray("causes");
    failures()
        .forEach(
            (cause, course) -> {
              ObjectNode one = causes.addObject();
              one.put("name", cause);
              one.set("counts", doubles(course));
            });
    return errors;
  }

  private ObjectNode generator() {
    ObjectNode generator = JSON.objectNode();
    JsonNode perSecond = result.at("/generator/perSecond");
    generator.set("lagLimitMs", result.at("/generator/lagLimitMs"));
    for (String each : GENERATOR) {
      if (Flows.present(perSecond.path(each))) {
        generator.set(each, doubles(thinning.extremes(perSecond.path(each))));
      }
    }
    return generator;
  }

  private static ArrayNode doubles(List<Double> values) {
    ArrayNode array = JSON.arrayNode();
    for (Double each : values) {
      if (each == null) {
        array.addNull();
      } else {
        array.add(rounded(each));
      }
    }
    return array;
  }

  /** Whole numbers without a decimal point and others with three decimals: a third of the bytes. */
  private static JsonNode rounded(double value) {
    double thousandths = Math.round(value * 1_000) / 1_000.0;
    return thousandths == Math.rint(thousandths)
        ? JSON.numberNode((long) thousandths)
        : JSON.numberNode(thousandths);
  }
}
