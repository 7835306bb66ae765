// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.book.Exchanges;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.time.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run as k6 gives it to {@code handleSummary}: the metrics of an HTTP test that a run has.
 * Programs that make reports of such JSON can read it.
 *
 * @param rootGroup the checks: of each request, whether its answer was as expected
 * @param options how k6 was to print
 * @param metrics by their names; those of one request as k6 names them where it has a tag
 * @param state how long users were at work
 * @param hidden what k6 does not say
 */
record K6Summary(
    @JsonProperty("root_group") Group rootGroup,
    Options options,
    Map<String, K6Metric> metrics,
    State state,
    OutsideFigures hidden) {
  /** The group that all checks are in; it has no name. */
  record Group(String name, String path, String id, List<Group> groups, List<Check> checks) {}

  /** Number of answers that were so, and of those that were not. */
  record Check(String name, String path, String id, long passes, long fails) {
    private static Check of(String request, FlowTotals totals) {
      String name = request + " is answered as expected";
      return new Check(
          name, "::" + name, request, totals.measured().ok(), totals.measured().failedTotal());
    }
  }

  /** The values of a trend, in their order. */
  record Options(List<String> summaryTrendStats) {}

  /** In ms. */
  record State(
      @JsonProperty("testRunDurationMs") double testRunMillis,
      @JsonProperty("isStdOutTTY") boolean isTerminal) {}

  /** The parts of a request's time, by the name that they have here. */
  private static final Map<String, String> PARTS =
      Map.of(
          "waitingForConnection", "http_req_blocked",
          "connecting", "http_req_connecting",
          "sending", "http_req_sending",
          "waiting", "http_req_waiting",
          "receiving", "http_req_receiving");

  /**
   * The summary of a run.
   *
   * @param totals of each request, by its name
   */
  static K6Summary of(Result result, Map<String, FlowTotals> totals) {
    double seconds = RunLength.seconds(result);
    Map<String, K6Metric> metrics = new TreeMap<>();
    FlowTotals all = FlowTotals.none();
    List<Check> checks = new ArrayList<>();
    for (Map.Entry<String, FlowTotals> each : totals.entrySet()) {
      all = all.plus(each.getValue());
      checks.add(Check.of(each.getKey(), each.getValue()));
      String tag = "{name:" + each.getKey() + "}";
      metrics.put("http_reqs" + tag, K6Metric.counter(outcomes(each.getValue()), seconds));
      metrics.put(
          "http_req_failed" + tag,
          K6Metric.rate(each.getValue().measured().failedTotal(), each.getValue().measured().ok()));
      times("http_req_duration" + tag, each.getValue().service(), metrics);
    }
    long ok = all.measured().ok();
    long failed = all.measured().failedTotal();
    metrics.put("checks", K6Metric.rate(ok, failed));
    metrics.put("http_reqs", K6Metric.counter(ok + failed, seconds));
    metrics.put("http_req_failed", K6Metric.rate(failed, ok));
    times("http_req_duration", all.service(), metrics);
    if (all.exchanges() != null) {
      exchanges(all.exchanges(), seconds, metrics);
    }
    users(result, totals, seconds, metrics);
    return new K6Summary(
        new Group("", "", "root", List.of(), checks),
        new Options(K6Metric.TREND),
        metrics,
        new State(seconds * 1e3, false),
        OutsideFigures.of(result));
  }

  private static long outcomes(FlowTotals totals) {
    return totals.measured().ok() + totals.measured().failedTotal();
  }

  private static void times(String name, LatencyHistogram times, Map<String, K6Metric> metrics) {
    if (times.count() > 0) {
      metrics.put(name, K6Metric.trend(times));
    }
  }

  private static void exchanges(Exchanges told, double seconds, Map<String, K6Metric> metrics) {
    PARTS.forEach(
        (part, name) ->
            times(name, told.parts().getOrDefault(part, new LatencyHistogram()), metrics));
    if (told.bytes() != null) {
      metrics.put("data_sent", K6Metric.bytes(told.bytes().sent(), seconds));
      metrics.put("data_received", K6Metric.bytes(told.bytes().received(), seconds));
    }
  }

  /** An iteration begins with a request that is no step of another. */
  private static void users(
      Result result,
      Map<String, FlowTotals> totals,
      double seconds,
      Map<String, K6Metric> metrics) {
    long iterations = 0;
    long users = 0;
    for (Map.Entry<String, FlowResult> each : result.figures().flows().entrySet()) {
      if (Steps.before(result, each.getKey()) == null && totals.containsKey(each.getKey())) {
        iterations += outcomes(totals.get(each.getKey()));
        users +=
            each.getValue().load().closed() == null ? 0 : each.getValue().load().closed().users();
      }
    }
    metrics.put("iterations", K6Metric.counter(iterations, seconds));
    if (users > 0) {
      metrics.put("vus", K6Metric.gauge(users));
    }
  }
}
