// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.analysis.limit.model.Estimate;
import io.fleetload.analysis.limit.model.ResponseCurve;
import io.fleetload.analysis.limit.model.ResponseFit;
import io.fleetload.analysis.limit.model.Scalability;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The models of the probes. They never contradict the probes: the limit stays between the loads
 * that held and crossed, and a model adds where between them it is, and what bends it. They say
 * nothing beyond twice the largest probe.
 *
 * @param scalability the throughput; absent where the probes do not determine it
 * @param response the time that is nearest to its bound, over that bound; absent likewise
 * @param threshold the threshold that {@code response} is of; absent likewise
 * @param limit the load at which that threshold is crossed; absent where no model says it
 * @param cause {@code contention}, {@code coherency} or {@code neither}; absent without {@code
 *     scalability}
 * @param says what follows, in a sentence
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LimitModel(
    Scalability scalability,
    ResponseCurve response,
    String threshold,
    Estimate limit,
    String cause,
    String says) {

  /** Larger residuals than this are no curve. */
  private static final double MOST_RESIDUAL = 0.5;

  /** A time below this share of its bound is far from it. */
  private static final double FAR = 0.5;

  /**
   * Fits the models.
   *
   * @param probes the probes of one state of the target
   */
  static LimitModel of(List<Probe> probes, Limit.Search search, LimitSearch.Bracket bracket) {
    List<Probe> judged =
        probes.stream()
            .filter(each -> each.judged() && !Boolean.TRUE.equals(each.gettingFaster()))
            .toList();
    Scalability scalability = scalability(judged);
    Scalability.Bend cause = scalability == null ? null : scalability.bend(mostMessages(judged));
    String threshold = threshold(judged);
    ResponseFit fit = threshold == null ? null : response(judged, threshold);
    ResponseCurve response = fit == null ? null : fit.curve();
    Estimate limit =
        response == null || response.residual() > MOST_RESIDUAL || isCliff(judged, threshold)
            ? null
            : limit(fit.crossing(1), judged, bracket);
    String says =
        limit == null
            ? without(judged, threshold, response, bracket, search)
            : says(limit, cause, scalability, bracket, search);
    return new LimitModel(
        scalability,
        response,
        response == null ? null : threshold,
        limit,
        cause == null ? null : cause.name().toLowerCase(Locale.ROOT),
        says);
  }

  /**
   * The curve of the 99th percentile of all messages, in ms by load, of the probes since the last
   * change of the target; null if they are too few.
   */
  public static ResponseFit p99Of(Limit limit) {
    return curveOf(CapacityChange.since(limit.change(), limit.probes()), Probe::p99);
  }

  private static ResponseFit curveOf(List<Probe> probes, Function<Probe, Double> time) {
    return ResponseFit.of(
        keptUp(probes).stream()
            .filter(each -> time.apply(each) != null && time.apply(each) > 0)
            .map(each -> new ResponseFit.LoadTime(each.load(), time.apply(each)))
            .toList());
  }

  private static List<Probe> keptUp(List<Probe> probes) {
    return probes.stream()
        .filter(Probe::judged)
        .filter(each -> LoadEvidence.of(each).throughput() == null)
        .toList();
  }

  private static Scalability scalability(List<Probe> judged) {
    List<Probe> known =
        judged.stream()
            .filter(each -> each.completed() != null && each.completed() > 0)
            .filter(each -> each.times().mean() != null && each.times().mean() > 0)
            .toList();
    long loads = known.stream().mapToDouble(Probe::load).distinct().count();
    return loads < Scalability.LEAST_LOADS
        ? null
        : Scalability.of(
            known.stream()
                .map(
                    each ->
                        new Scalability.OperatingPoint(
                            each.completed(), each.times().mean() / 1_000))
                .toList());
  }

  private static double mostMessages(List<Probe> judged) {
    return judged.stream()
        .filter(each -> each.completed() != null && each.times().mean() != null)
        .mapToDouble(each -> each.completed() * each.times().mean() / 1_000)
        .max()
        .orElse(0);
  }

  /** The threshold that is nearest to its bound where the load is highest; null without one. */
  private static String threshold(List<Probe> judged) {
    return keptUp(judged).stream()
        .filter(each -> each.times().ofBound() != null)
        .max((a, b) -> Double.compare(a.load(), b.load()))
        .flatMap(
            each -> each.times().ofBound().entrySet().stream().max(Map.Entry.comparingByValue()))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  private static ResponseFit response(List<Probe> judged, String threshold) {
    return curveOf(
        judged,
        each -> each.times().ofBound() == null ? null : each.times().ofBound().get(threshold));
  }

  private static double largest(List<Probe> judged) {
    return judged.stream().mapToDouble(Probe::load).max().orElse(0);
  }

  private static Estimate limit(
      Estimate crossing, List<Probe> judged, LimitSearch.Bracket bracket) {
    if (crossing == null || bracket.held() == null) {
      return null;
    }
    boolean noisy = bracket.noisyFrom() != null;
    double low = noisy ? Math.min(bracket.held(), bracket.noisyFrom()) : bracket.held();
    if (bracket.crossed() == null) {
      double farthest = Scalability.FARTHEST * largest(judged);
      return crossing.value() > farthest || crossing.value() < low
          ? null
          : Estimate.of(
              crossing.value(),
              Math.max(low, crossing.low()),
              crossing.high() == null || crossing.high() > farthest ? Double.NaN : crossing.high());
    }
    double high = noisy ? Math.max(bracket.crossed(), bracket.noisyTo()) : bracket.crossed();
    double upper = crossing.high() == null ? high : crossing.high();
    if (crossing.low() > high || upper < low) {
      return null;
    }
    double value = Math.max(bracket.held(), Math.min(bracket.crossed(), crossing.value()));
    return Estimate.of(value, crossing.low(), upper);
  }

  /**
   * Returns whether all times stay far from their bounds in every probe that held. Such a cliff is
   * between two probes, and the curve does not show where.
   */
  private static boolean isCliff(List<Probe> judged, String threshold) {
    return keptUp(judged).stream()
        .filter(Probe::held)
        .map(each -> each.times().ofBound())
        .filter(each -> each != null && each.containsKey(threshold))
        .allMatch(each -> each.get(threshold) < FAR);
  }

  private static String says(
      Estimate limit,
      Scalability.Bend cause,
      Scalability scalability,
      LimitSearch.Bracket bracket,
      Limit.Search search) {
    String between =
        limit.high() == null
            ? "at least %s".formatted(search.text(limit.low()))
            : "between %s and %s".formatted(search.text(limit.low()), search.text(limit.high()));
    String model =
        "%s %s, %s (95 %%)"
            .formatted(
                bracket.crossed() == null
                    ? "no probe crossed a threshold; the model expects the limit at"
                    : "the limit is",
                search.text(limit.value()),
                between);
    return model + why(cause, scalability);
  }

  private static String why(Scalability.Bend cause, Scalability scalability) {
    if (cause == null) {
      return "; the probes do not say what bends it";
    }
    return switch (cause) {
      case CONTENTION -> ", bent by contention (σ %s)".formatted(figure(scalability.sigma()));
      case COHERENCY -> ", bent by coherency (κ %s)".formatted(figure(scalability.kappa()));
      case NEITHER -> "; neither contention nor coherency bends it so far";
    };
  }

  private static String figure(Estimate estimate) {
    return String.format(Locale.ROOT, "%.2g", estimate.value());
  }

  private static String without(
      List<Probe> judged,
      String threshold,
      ResponseCurve response,
      LimitSearch.Bracket bracket,
      Limit.Search search) {
    boolean bounded = judged.stream().anyMatch(each -> each.times().ofBound() != null);
    if (!bounded && !judged.isEmpty()) {
      return "no model says where between its probes the limit is: no threshold bounds a time";
    }
    long loads = keptUp(judged).stream().mapToDouble(Probe::load).distinct().count();
    if (response == null) {
      return "no model: it takes %s loads that the target kept up with, and there are %s"
          .formatted(ResponseFit.LEAST_LOADS, loads);
    }
    if (bracket.held() != null && bracket.crossed() != null && isCliff(judged, threshold)) {
      return "no model says where between its probes the limit is: the target gives way at once, with times far from their bounds before";
    }
    if (response.residual() > MOST_RESIDUAL) {
      return String.format(
          Locale.ROOT,
          "no model: the times are no curve, with residuals of %.0f %%",
          100 * response.residual());
    }
    if (bracket.held() != null && bracket.crossed() == null) {
      return "no model says where the limit is: it is beyond %s, twice the largest probe"
          .formatted(search.text(Scalability.FARTHEST * largest(judged)));
    }
    return "the model contradicts the probes, so they alone say where the limit is";
  }
}
