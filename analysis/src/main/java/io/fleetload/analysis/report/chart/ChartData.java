// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Data of the charts of a page, thinned to the points that a page can show; {@code report.js} reads
 * it.
 *
 * @param x the seconds of the points
 * @param seconds length of the run without its connect phase, in s
 * @param sessions the number of open sessions, or null if the result does not have it
 * @param course the course of the whole run, or null if the result does not have it
 * @param generator the series of the generator by their names, and the limits on them
 */
public record ChartData(
    List<Number> x,
    int seconds,
    SessionCourse sessions,
    RunCourse course,
    List<PhaseSpan> phases,
    List<FlowSeries> flows,
    List<LegTimes> legs,
    Errors errors,
    Map<String, Object> generator) {

  private static final List<String> GENERATOR =
      List.of("lagP99Ms", "lagMaxMs", "loopDelayMaxMs", "cpu", "threadCpu", "stolen");
  private static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "max");

  /** A phase may end so much before its second is over. */
  private static final long LATE_MILLIS = 50;

  /** Begins the name of a disturbance among the phases. */
  private static final String DISTURBED = "disturb ";

  /** A phase, or a disturbance in one, in seconds of the courses. */
  record PhaseSpan(String name, double from, double to) {}

  /** One flow; without its courses where the result has none. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FlowSeries(
      String name,
      List<Number> due,
      List<Number> sent,
      Map<String, List<Number>> response,
      Curve curve) {}

  /** Points of 1 / (1 - p) and ms. */
  record Curve(List<List<Number>> response, List<List<Number>> service) {}

  /** A leg of a command, in ms. */
  record LegTimes(String name, JsonNode mean, JsonNode p99) {}

  /** Failures over time, in stretches of {@code width} seconds. */
  public record Errors(int width, List<FailureSeries> causes) {}

  /** Number of messages that failed of one cause in each stretch. */
  public record FailureSeries(String name, List<Number> counts) {}

  /**
   * The data of a result.
   *
   * @param book the device side's book with the whole distributions, or null
   */
  public static ChartData of(ResultNode result, DeviceBook book) {
    CourseSampler thinning = thinning(result);
    return new ChartData(
        rounded(thinning.at()),
        thinning.seconds(),
        SessionCourse.of(result),
        RunCourse.of(result, thinning),
        phases(result, thinning.seconds()),
        result.at("flows").each().stream()
            .map(each -> flow(each, wholeSeconds(result), thinning, book))
            .toList(),
        legs(result),
        new Errors(thinning.width(), failures(result, thinning)),
        generator(result, thinning));
  }

  /** Returns the thinning for the courses of a result. */
  public static CourseSampler thinning(ResultNode result) {
    int longest = 0;
    for (ResultNode flow : result.at("flows").each()) {
      for (JsonNode course : flow.at("perSecond").json()) {
        longest = Math.max(longest, course.isArray() ? course.size() : 0);
      }
      for (JsonNode course : flow.json().at("/perSecond/responseMs")) {
        longest = Math.max(longest, course.size());
      }
    }
    return CourseSampler.of(longest);
  }

  /** The phases. Connecting is before the first second of the courses. */
  private static List<PhaseSpan> phases(ResultNode result, int seconds) {
    List<PhaseSpan> phases = new ArrayList<>();
    long origin = origin(result);
    for (JsonNode phase : result.at("phases").json()) {
      long end = phase.path("endEpochMs").asLong();
      String name = phase.path("name").asText();
      if (!name.equals("connect") && origin > 0) {
        phases.add(
            new PhaseSpan(
                name,
                (phase.path("startEpochMs").asLong() - origin) / 1e3,
                end > 0 ? (end - origin) / 1e3 : seconds));
      }
    }
    phases.addAll(disturbances(result, origin));
    return phases;
  }

  /**
   * The disturbances of the target that were done, each until all was as before, or at least until
   * it was done.
   *
   * @param origin the time of the first second, ms since the epoch
   */
  static List<PhaseSpan> disturbances(ResultNode result, long origin) {
    List<PhaseSpan> spans = new ArrayList<>();
    for (ResultNode each : result.at("disturb").each()) {
      long began = each.json().path("beganEpochMs").asLong();
      if (each.json().path("worked").asBoolean()) {
        double end =
            Math.max(
                each.json().path("endedEpochMs").asLong(),
                began + each.json().path("recovered").asDouble());
        spans.add(
            new PhaseSpan(DISTURBED + each.key(), (began - origin) / 1e3, (end - origin) / 1e3));
      }
    }
    return spans;
  }

  /**
   * Returns the time at which the first message was due, in ms since the epoch; 0 if it is not
   * known.
   */
  static long origin(ResultNode result) {
    JsonNode firstMeasured = result.at("firstMeasuredSecond").json();
    long first = 0;
    for (JsonNode phase : result.at("phases").json()) {
      long start = phase.path("startEpochMs").asLong();
      String name = phase.path("name").asText();
      if (name.equals("measure") && firstMeasured.isNumber()) {
        return start - firstMeasured.asLong() * 1_000;
      }
      first = first == 0 && !name.equals("connect") ? start : first;
    }
    return first;
  }

  /**
   * Returns how many whole seconds the flows of a run had a rate. Nothing is due in the drain, and
   * a second of which only a part was before it would look like a rate that fell.
   */
  static int wholeSeconds(ResultNode result) {
    long end = 0;
    for (JsonNode phase : result.at("phases").json()) {
      end = phase.path("name").asText().equals("drain") ? end : phase.path("endEpochMs").asLong();
    }
    long origin = origin(result);
    return origin > 0 && end > origin
        ? (int) ((end - origin + LATE_MILLIS) / 1_000)
        : Integer.MAX_VALUE;
  }

  /** A course without what comes after so many seconds. */
  static JsonNode first(int seconds, JsonNode course) {
    if (course.size() <= seconds) {
      return course;
    }
    ArrayNode first = JsonNodeFactory.instance.arrayNode(seconds);
    for (int i = 0; i < seconds; i++) {
      first.add(course.path(i));
    }
    return first;
  }

  private static FlowSeries flow(
      ResultNode flow, int seconds, CourseSampler thinning, DeviceBook book) {
    ResultNode perSecond = flow.at("perSecond");
    boolean counted = perSecond.at("scheduled").isPresent();
    Map<String, List<Number>> bands = new LinkedHashMap<>();
    if (perSecond.at("responseMs").isPresent()) {
      PERCENTILES.forEach(
          each -> bands.put(each, extremes(perSecond.at("responseMs").at(each), thinning)));
    }
    DeviceBook.DeviceFlow whole = book == null ? null : book.flows().get(flow.key());
    return new FlowSeries(
        flow.key(),
        counted ? rates(perSecond.at("scheduled"), seconds, thinning) : null,
        counted ? rates(perSecond.at("sent"), seconds, thinning) : null,
        bands.isEmpty() ? null : bands,
        whole == null
            ? new Curve(curve(flow.at("response").json()), curve(flow.at("service").json()))
            : new Curve(curve(whole.totals().response()), curve(whole.totals().service())));
  }

  /** The largest value is where the whole has one in its count. */
  private static List<List<Number>> curve(LatencyHistogram histogram) {
    double last = histogram.count();
    return histogram.curve().stream()
        .map(each -> point(Math.min(last, 100 / (100 - each.percentile())), each.millis()))
        .toList();
  }

  /** The same from the few percentiles of a result, where there is no book. */
  private static List<List<Number>> curve(JsonNode summary) {
    List<List<Number>> points = new ArrayList<>();
    double count = summary.path("count").asDouble();
    for (Map.Entry<String, JsonNode> each : summary.properties()) {
      if (each.getKey().matches("p\\d+(\\.\\d+)?") && each.getValue().isNumber()) {
        double x = 100 / (100 - Double.parseDouble(each.getKey().substring(1)));
        if (x < count) {
          points.add(point(x, each.getValue().doubleValue()));
        }
      }
    }
    if (summary.path("max").isNumber()) {
      points.add(point(count, summary.path("max").doubleValue()));
    }
    return points;
  }

  private static List<Number> point(double x, double millis) {
    return List.of(rounded(x), rounded(millis));
  }

  private static List<LegTimes> legs(ResultNode result) {
    return result.at("commands").at("legs").each().stream()
        .filter(each -> each.at("mean").json().isNumber())
        .map(each -> new LegTimes(each.key(), each.at("mean").json(), each.at("p99").json()))
        .toList();
  }

  /** The causes of failures over time, the flows together. */
  private static List<FailureSeries> failures(ResultNode result, CourseSampler thinning) {
    Map<String, List<Double>> byCause = new LinkedHashMap<>();
    for (ResultNode flow : result.at("flows").each()) {
      ResultNode perSecond = flow.at("perSecond");
      if (perSecond.at("failedBy").json().isObject()) {
        for (ResultNode cause : perSecond.at("failedBy").each()) {
          byCause.merge(cause.key(), thinning.sums(cause.json()), ChartData::sum);
        }
      } else {
        byCause.merge("any cause", thinning.sums(perSecond.at("failed").json()), ChartData::sum);
      }
    }
    return byCause.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(count -> count != 0))
        .map(each -> new FailureSeries(each.getKey(), rounded(each.getValue())))
        .toList();
  }

  private static List<Double> sum(List<Double> one, List<Double> other) {
    List<Double> sum = new ArrayList<>(one);
    for (int i = 0; i < sum.size(); i++) {
      sum.set(i, sum.get(i) + other.get(i));
    }
    return sum;
  }

  private static Map<String, Object> generator(ResultNode result, CourseSampler thinning) {
    Map<String, Object> series = new LinkedHashMap<>();
    series.put("limits", GeneratorBounds.of(result));
    for (String each : GENERATOR) {
      ResultNode course = result.at("generator").at("perSecond").at(each);
      if (course.isPresent()) {
        series.put(each, extremes(course, thinning));
      }
    }
    return series;
  }

  private static List<Number> rates(ResultNode course, int seconds, CourseSampler thinning) {
    return rounded(thinning.extremes(first(seconds, course.json())));
  }

  private static List<Number> extremes(ResultNode course, CourseSampler thinning) {
    return rounded(thinning.extremes(course.json()));
  }

  static List<Number> rounded(List<Double> values) {
    List<Number> rounded = new ArrayList<>(values.size());
    values.forEach(each -> rounded.add(each == null ? null : rounded(each)));
    return rounded;
  }

  /** Whole numbers without a decimal point and others with three decimals: a third of the bytes. */
  private static Number rounded(double value) {
    double thousandths = Math.round(value * 1_000) / 1_000.0;
    if (thousandths == Math.rint(thousandths)) {
      return (long) thousandths;
    }
    return thousandths;
  }
}
