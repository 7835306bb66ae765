// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.Result;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Response times of a probe over all messages of its flows, and how near they came to the bounds on
 * them.
 *
 * @param mean the mean, in ms; absent of no message
 * @param p50 the median, in ms; likewise
 * @param p99 the 99th percentile, in ms; likewise
 * @param ofBound by threshold with an upper bound on a time, as written: the figure over its bound,
 *     of several figures the largest; absent without such a threshold
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProbeTimes(Double mean, Double p50, Double p99, Map<String, Double> ofBound) {

  static ProbeTimes of(LatencyHistogram all, Result result) {
    Map<String, Double> ofBound = new LinkedHashMap<>();
    for (ThresholdOutcome each : result.thresholds()) {
      Double share = share(each);
      if (share != null) {
        ofBound.merge(each.threshold(), share, Math::max);
      }
    }
    return new ProbeTimes(
        all.summary().times().mean(),
        all.summary().times().p50(),
        all.summary().times().p99(),
        ofBound.isEmpty() ? null : ofBound);
  }

  /** The largest of the figures over their bounds; 1 is a bound; null without one. */
  @JsonIgnore
  public Double nearest() {
    return ofBound == null ? null : ofBound.values().stream().max(Double::compare).orElse(null);
  }

  private static Double share(ThresholdOutcome outcome) {
    if (outcome.found() == null || !isTime(outcome.figure())) {
      return null;
    }
    Threshold threshold = Threshold.parse(outcome.threshold());
    boolean upper =
        threshold.comparison() == Threshold.Relation.LESS
            || threshold.comparison() == Threshold.Relation.AT_MOST;
    Double bound =
        outcome.baseline() == null ? Double.valueOf(threshold.bound()) : outcome.baseline().bound();
    return upper && bound != null && bound > 0
        ? Math.round(outcome.found() / bound * 1e6) / 1e6
        : null;
  }

  private static boolean isTime(String figure) {
    return FigureCatalogue.kindOf(figure).filter(kind -> kind.unit() == Unit.MILLIS).isPresent();
  }
}
