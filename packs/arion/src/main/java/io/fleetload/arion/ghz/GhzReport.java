// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.ghz;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.profile.key.Kinds;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A flow in the JSON of ghz (runner/reporter.go), without the list of all its calls.
 *
 * @param name the run and its flow
 * @param count calls with an outcome
 * @param times when and how fast
 * @param errorDistribution calls that failed, by the cause as the books have it
 * @param statusCodeDistribution calls by the name of their status
 * @param latencyDistribution percentiles
 * @param histogram eleven marks from the fastest to the slowest, each with the calls up to it
 * @param hidden what ghz does not say
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GhzReport(
    String name,
    long count,
    @JsonUnwrapped Times times,
    Map<String, Long> errorDistribution,
    Map<String, Long> statusCodeDistribution,
    List<Percentile> latencyDistribution,
    List<Mark> histogram,
    Hidden hidden) {
  private static final int[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99};
  private static final int STEPS = 10;

  /**
   * Times in ns, as ghz writes them. Absent where no call went well.
   *
   * @param total from the first call to the last outcome; of a flow that was not asked for a number
   *     of calls, the measured phase
   * @param average of the calls that went well
   * @param fastest as it was measured
   * @param slowest as it was measured
   * @param rps calls a second
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Times(long total, Long average, Long fastest, Long slowest, double rps) {}

  /**
   * A percentile.
   *
   * @param percentage of 100
   * @param latency in ns, to 3 digits
   */
  record Percentile(int percentage, long latency) {}

  /**
   * A row of the histogram.
   *
   * @param mark in s
   * @param count calls up to this mark and above the one before; which side of a mark a call is on
   *     is known to 3 digits
   * @param frequency the same as a share
   */
  record Mark(double mark, long count, double frequency) {}

  /**
   * Figures that ghz does not have.
   *
   * @param responses of streams; absent of calls that have one response each
   * @param failedWithStatusOk calls that ghz counts as good, by what they lack
   * @param notSent calls that were due and never made
   * @param unsettled calls without an outcome at the end; in the percentiles as long as they waited
   * @param late calls made after the measured phase had ended
   * @param closed whether a client waits for an outcome before its next call, as it does with ghz
   * @param fromIntended latency from when the call was due, in ms
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Hidden(
      Responses responses,
      Map<String, Long> failedWithStatusOk,
      long notSent,
      long unsettled,
      long late,
      boolean closed,
      LatencySummary fromIntended) {}

  /**
   * Responses in the streams of a flow.
   *
   * @param ofStream how many each stream was to have
   * @param whole streams that had all of them
   * @param asked how many all streams together were to have
   * @param got how many came
   * @param lost how many did not, whatever the status of their streams
   */
  record Responses(long ofStream, long whole, long asked, long got, long lost) {}

  static GhzReport of(Result result, String name, FlowTotals totals) {
    FlowResult flow = result.figures().flows().get(name);
    LatencyHistogram latencies = totals.service();
    boolean any = latencies.count() > 0;
    long count = flow.counts().ok() + flow.counts().failed();
    double seconds =
        flow.load().closed() == null || flow.load().closed().doneAfterSeconds() == null
            ? result.figures().measuredSeconds()
            : flow.load().closed().doneAfterSeconds();
    Map<String, Long> statuses = new TreeMap<>();
    Map<String, Long> lacking = new TreeMap<>();
    statuses.merge(GhzStatus.OK, flow.counts().ok(), Long::sum);
    flow.counts()
        .failedBy()
        .forEach(
            (cause, failed) -> {
              statuses.merge(GhzStatus.of(cause), failed, Long::sum);
              if (GhzStatus.of(cause).equals(GhzStatus.OK)) {
                lacking.put(cause, failed);
              }
            });
    statuses.values().removeIf(each -> each == 0);
    return new GhzReport(
        result.identity().run() + " " + name,
        count,
        new Times(
            Math.round(seconds * 1e9),
            any ? (Long) Math.round(latencies.mean()) : null,
            any ? (Long) latencies.min() : null,
            any ? (Long) latencies.max() : null,
            seconds == 0 ? 0 : count / seconds),
        new TreeMap<>(flow.counts().failedBy()),
        statuses,
        any ? percentiles(latencies) : List.of(),
        any ? histogram(latencies) : List.of(),
        new Hidden(
            responses(result.about().profile(), name, flow),
            lacking,
            flow.counts().notSent(),
            flow.counts().unsettled(),
            totals.measured().sent() - totals.measured().sentInPeriod(),
            flow.load().closed() != null,
            flow.times().response()));
  }

  private static List<Percentile> percentiles(LatencyHistogram latencies) {
    List<Percentile> all = new ArrayList<>();
    for (int each : PERCENTILES) {
      all.add(new Percentile(each, latencies.percentile(each)));
    }
    return all;
  }

  private static List<Mark> histogram(LatencyHistogram latencies) {
    double fastest = latencies.min();
    double step = (latencies.max() - fastest) / STEPS;
    List<Mark> marks = new ArrayList<>();
    long before = 0;
    for (int i = 0; i <= STEPS; i++) {
      double mark = i == STEPS ? latencies.max() : fastest + i * step;
      long upTo = latencies.countUpTo((long) mark);
      long here = upTo - before;
      marks.add(new Mark(mark / 1e9, here, here / (double) latencies.count()));
      before = upTo;
    }
    return marks;
  }

  /**
   * The responses of a flow. The books count those that came; the number expected is in the
   * profile.
   */
  private static Responses responses(JsonNode profile, String name, FlowResult flow) {
    long ofStream = profile == null ? 0 : ofStream(profile, name);
    if (ofStream == 0) {
      return null;
    }
    long asked = ofStream * flow.counts().sent();
    long got = flow.responses() == null ? 0 : flow.responses();
    return new Responses(ofStream, flow.counts().ok(), asked, got, Math.max(0, asked - got));
  }

  private static long ofStream(JsonNode profile, String name) {
    JsonNode flow = profile.path("flows").path(name);
    String kind = flow.path(Kinds.KEY).asText(name);
    if (kind.equals(Kinds.name(ArionFlow.Stream.class))) {
      return flow.path("requests").asLong();
    }
    return kind.equals(Kinds.name(ArionFlow.Watch.class))
            || kind.equals(Kinds.name(ArionFlow.HazelcastWatch.class))
        ? profile.at("/rules/count").asLong() / Math.max(1, profile.at("/rules/groups").asLong(1))
        : 0;
  }
}
