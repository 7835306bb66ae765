// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.results.book.Course;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.MeasuredSeconds;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.confidence.ShareConfidence;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigureKind.Trait;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.time.PerSecond;
import io.fleetload.results.verdict.DefaultThresholds;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Holds a profile's thresholds against a finished run. */
public final class ThresholdJudge {
  private static final String CLOCKS_UNKNOWN =
      "how far the clocks of devices and backend are apart is not known, because no command was"
          + " answered; add the flow commandQuery, or leave this threshold out";

  private static final String UNSURE =
      "its bound lies within the interval; measure for longer, or choose a bound further away";

  private static final String NO_INTERVAL =
      "how sure it is is not known; leave out surely for this figure";

  private final JsonNode figures;
  private final Map<String, Course> courses = new LinkedHashMap<>();
  private final MeasuredSeconds measured;
  private final Baseline baseline;

  /**
   * A judge.
   *
   * @param figures the result's
   * @param book the device side's half, with the courses
   * @param baseline what thresholds are compared with, or null
   */
  public ThresholdJudge(JsonNode figures, DeviceBook book, Baseline baseline) {
    this.figures = figures;
    this.measured = MeasuredSeconds.of(book);
    this.baseline = baseline;
    book.flows().forEach((name, flow) -> courses.put(name, flow.course()));
  }

  /** The outcomes of the default thresholds that are in force beside those of a profile. */
  List<ThresholdOutcome> defaultsBeside(List<Threshold> thresholds) {
    return new DefaultThresholds(thresholds)
        .in(figures).stream()
            .map(each -> whole(each.threshold(), each.figure()).ofDefault())
            .toList();
  }

  /** The outcomes of a profile's thresholds, in their order. */
  public List<ThresholdOutcome> judge(List<Threshold> thresholds) {
    Map<Integer, WindowJudge> byLength = new HashMap<>();
    for (WindowJudge each :
        WindowJudge.of(thresholds, baseline, measured.first(), measured.firstEpochMs())) {
      each.judge(courses, measured.count(), true);
      byLength.put(each.everySeconds(), each);
    }
    List<ThresholdOutcome> outcomes = new ArrayList<>();
    for (Threshold each : thresholds) {
      outcomes.addAll(
          each.windowed() ? byLength.get(each.everySeconds()).outcomes(each) : whole(each));
    }
    return outcomes;
  }

  private List<ThresholdOutcome> whole(Threshold threshold) {
    return threshold.figures().in(figures).stream().map(each -> whole(threshold, each)).toList();
  }

  private ThresholdOutcome whole(Threshold threshold, FigurePath.FoundFigure figure) {
    Double bound = Baseline.bound(threshold, figure.name(), baseline);
    String undecided =
        figure.value() == null || bound == null ? null : undecided(threshold, figure, bound);
    boolean held = undecided == null && threshold.holds(figure.value(), bound);
    ThresholdOutcome outcome = outcome(threshold, figure, bound, undecided, held);
    ConfidenceInterval interval = figure.value() == null ? null : interval(figure);
    if (interval == null || bound == null) {
      return threshold.surely() && figure.value() != null && !isCount(figure)
          ? outcome.within(null, false, NO_INTERVAL)
          : outcome;
    }
    return outcome.within(
        interval,
        threshold.ofBaseline() ? null : (Boolean) threshold.isSure(interval, bound),
        threshold.surely() ? UNSURE : null);
  }

  private ThresholdOutcome outcome(
      Threshold threshold,
      FigurePath.FoundFigure figure,
      Double bound,
      String undecided,
      boolean held) {
    return new ThresholdOutcome(
        threshold.text(),
        figure.name(),
        figure.value(),
        held,
        held || undecided != null || bound == null
            ? null
            : firstCrossed(threshold, figure.name(), bound),
        null,
        threshold.ofBaseline() && baseline != null ? baseline.of(figure.name(), bound) : null,
        undecided,
        null);
  }

  /** A count is what it is: the run has it, and no other one is meant. */
  private static boolean isCount(FigurePath.FoundFigure figure) {
    return FigureCatalogue.kindOf(figure.name())
        .filter(kind -> kind.unit() == Unit.COUNT)
        .isPresent();
  }

  /** The interval of a figure, widened by what clocks add; of a ratio of counts that of a share. */
  private ConfidenceInterval interval(FigurePath.FoundFigure figure) {
    FigurePath path = FigurePath.named(figure.name());
    if (path.divisor() != null) {
      return ofShare(path);
    }
    String distribution = figure.interval() == null ? null : betweenClocks(figure.name());
    JsonNode error =
        distribution == null
            ? MissingNode.getInstance()
            : figures.at("/" + distribution.replace('.', '/') + "/uncertaintyMs");
    return error.asDouble() == 0
        ? figure.interval()
        : figure.interval().widenedBy(error.asDouble());
  }

  private ConfidenceInterval ofShare(FigurePath ratio) {
    String[] part = ratio.path().split("\\.", 4);
    String[] whole = ratio.divisor().split("\\.", 4);
    boolean ofOneFlow =
        part[0].equals("flows") && part.length > 2 && whole.length > 2 && part[1].equals(whole[1]);
    List<Long> counts = ofOneFlow ? bySecond(part) : null;
    List<Long> alls = ofOneFlow ? bySecond(whole) : null;
    Double count = count(ratio.path());
    Double all = count(ratio.divisor());
    if (count == null || all == null) {
      return null;
    }
    return counts == null || alls == null
        ? ShareConfidence.of(count.longValue(), all.longValue())
        : ShareConfidence.of(
            count.longValue(), all.longValue(), measured.of(counts), measured.of(alls));
  }

  private Double count(String figure) {
    return FigureCatalogue.kindOf(figure).filter(kind -> kind.unit() == Unit.COUNT).isEmpty()
        ? null
        : new FigurePath(figure, null).in(figures).get(0).value();
  }

  /** The course of a count of a flow; null if it is not kept by the second. */
  private List<Long> bySecond(String[] keys) {
    Course course = courses.get(keys[1]);
    PerSecond perSecond = course == null ? null : course.perSecond();
    if (perSecond == null || (keys.length == 4) != keys[2].equals("failedBy")) {
      return null;
    }
    return switch (keys[2]) {
      case "scheduled" -> perSecond.scheduled();
      case "sent" -> perSecond.sent();
      case "ok" -> perSecond.ok();
      case "failed" -> perSecond.failed();
      case "failedBy" -> perSecond.failedBy() == null ? null : perSecond.failedBy().get(keys[3]);
      default -> null;
    };
  }

  /** Reason why a time between two clocks can be on either side of its bound; null if it cannot. */
  private String undecided(Threshold threshold, FigurePath.FoundFigure figure, double bound) {
    FigurePath path = FigurePath.named(figure.name());
    String distribution =
        Stream.of(path.path(), path.divisor() == null ? "" : path.divisor())
            .map(ThresholdJudge::betweenClocks)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (distribution == null) {
      return null;
    }
    JsonNode error = figures.at("/" + distribution.replace('.', '/') + "/uncertaintyMs");
    // Parts that one clock measured have no uncertainty.
    boolean part = distribution.contains(".parts.");
    String sides = part ? "devices and target" : "devices and backend";
    long belowZero = figures.at("/" + distribution.replace('.', '/') + "/belowZero").asLong();
    if (!error.isNumber() && belowZero > 0) {
      return String.format(
          Locale.ROOT,
          "%,d of these times were below zero: the clocks of %s are further apart"
              + " than is known; synchronise them, or let both run on one host",
          belowZero,
          sides);
    }
    if (!error.isNumber()) {
      return distribution.startsWith("flows.") && !part ? CLOCKS_UNKNOWN : null;
    }
    // Of a ratio nothing is worked out: it is judged where its times are exact.
    boolean decided =
        error.doubleValue() == 0
            || (path.divisor() == null
                && threshold.isDecided(figure.value(), error.doubleValue(), bound));
    return decided
        ? null
        : ("the clocks of %s are known to ± %s ms only; synchronise them better,"
                + " or choose a bound further away")
            .formatted(sides, ThresholdOutcome.plain(error.doubleValue()));
  }

  /** The distribution that a time between two clocks is of; null for any other figure. */
  private static String betweenClocks(String name) {
    return FigureCatalogue.kindOf(name)
        .filter(kind -> kind.is(Trait.BETWEEN_CLOCKS))
        .map(FigureKind::keys)
        .map(keys -> name.substring(0, name.length() - keys.get(keys.size() - 1).length() - 1))
        .orElse(null);
  }

  /**
   * The second in which a growing count passed its bound; null if the figure is not such a count.
   */
  private ThresholdOutcome.Crossing firstCrossed(Threshold threshold, String figure, double bound) {
    if (!threshold.comparison().isUpper()
        || FigureCatalogue.kindOf(figure).filter(kind -> kind.is(Trait.GROWING)).isEmpty()) {
      return null;
    }
    String[] keys = figure.split("\\.", 4);
    List<Long> counts = counts(courses.get(keys[1]), keys[2], keys.length == 4 ? keys[3] : null);
    double sum = 0;
    for (int second = measured.first(); second < counts.size(); second++) {
      sum += counts.get(second);
      if (sum >= bound && !threshold.holds(sum, bound)) {
        int after = second - measured.first();
        return new ThresholdOutcome.Crossing(after, measured.firstEpochMs() + after * 1_000L, sum);
      }
    }
    return null;
  }

  private static List<Long> counts(Course course, String count, String cause) {
    if (course == null) {
      return List.of();
    }
    PerSecond perSecond = course.perSecond();
    List<Long> counts =
        cause != null
            ? perSecond.failedBy() == null ? null : perSecond.failedBy().get(cause)
            : count.equals("failed") ? perSecond.failed() : perSecond.retransmitted();
    return counts == null ? List.of() : counts;
  }
}
