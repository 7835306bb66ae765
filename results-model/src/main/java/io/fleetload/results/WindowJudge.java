// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.book.Course;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds thresholds against every window of the measured phase, once it is over, in the order of
 * time; while the run goes on as well as after it, with the same outcome. A window is a number of
 * whole seconds, the first one begins with the first whole second of the measured phase, and each
 * with the end of the one before. What is left at the end is judged where it is half a window or
 * more.
 */
public final class WindowJudge {
  private final int everySeconds;
  private final List<Threshold> thresholds;
  private final Baseline baseline;
  private final int firstSecond;
  private final long firstEpochMs;
  private final Map<Threshold, Map<String, Tally>> tallies = new LinkedHashMap<>();
  private int judgedSeconds;

  /**
   * A judge.
   *
   * @param everySeconds length of a window, in s
   * @param thresholds those with windows of that length
   * @param baseline what they are compared with, or null
   * @param firstSecond the first whole second of the measured phase, in the courses of the flows
   * @param firstEpochMs when it began, ms since the epoch
   */
  WindowJudge(
      int everySeconds,
      List<Threshold> thresholds,
      Baseline baseline,
      int firstSecond,
      long firstEpochMs) {
    this.everySeconds = everySeconds;
    this.thresholds = List.copyOf(thresholds);
    this.baseline = baseline;
    this.firstSecond = firstSecond;
    this.firstEpochMs = firstEpochMs;
    thresholds.forEach(each -> tallies.put(each, new LinkedHashMap<>()));
  }

  /** The judges of all windows that the thresholds name, one for each length. */
  public static List<WindowJudge> of(
      List<Threshold> thresholds, Baseline baseline, int firstSecond, long firstEpochMs) {
    Map<Integer, List<Threshold>> byLength = new LinkedHashMap<>();
    for (Threshold each : thresholds) {
      if (each.windowed()) {
        byLength.computeIfAbsent(each.everySeconds(), length -> new ArrayList<>()).add(each);
      }
    }
    List<WindowJudge> judges = new ArrayList<>();
    byLength.forEach(
        (length, each) ->
            judges.add(new WindowJudge(length, each, baseline, firstSecond, firstEpochMs)));
    return judges;
  }

  /**
   * Judges the windows that are over and were not judged yet.
   *
   * @param flows what happened, by flow name
   * @param seconds how many whole seconds of the measured phase are over
   * @param last whether no more will come
   */
  public void judge(Map<String, Course> flows, int seconds, boolean last) {
    while (judgedSeconds + everySeconds <= seconds) {
      window(flows, judgedSeconds + everySeconds);
    }
    if (last && 2 * (seconds - judgedSeconds) >= everySeconds) {
      window(flows, seconds);
    }
  }

  private void window(Map<String, Course> flows, int end) {
    int begin = judgedSeconds;
    judgedSeconds = end;
    JsonNode figures = WindowFigures.of(flows, firstSecond + begin, firstSecond + end);
    for (Threshold threshold : thresholds) {
      for (FigurePath.FoundFigure figure : threshold.figures().presentIn(figures)) {
        tallies
            .get(threshold)
            .computeIfAbsent(figure.name(), name -> new Tally(threshold, name))
            .add(figure.value(), begin);
      }
    }
  }

  int everySeconds() {
    return everySeconds;
  }

  /** The outcomes of all thresholds on the windows judged so far. */
  public List<ThresholdOutcome> outcomes() {
    return thresholds.stream().flatMap(each -> outcomes(each).stream()).toList();
  }

  /** The outcomes of one threshold; one outcome without a figure where no window was judged. */
  List<ThresholdOutcome> outcomes(Threshold threshold) {
    Map<String, Tally> found = tallies.get(threshold);
    if (found == null || found.isEmpty()) {
      return List.of(
          new ThresholdOutcome(
              threshold.text(),
              threshold.path(),
              null,
              false,
              null,
              new ThresholdOutcome.Windows(everySeconds, 0, 0),
              null,
              null,
              null));
    }
    return found.values().stream().map(Tally::outcome).toList();
  }

  /** One figure over the windows. */
  private final class Tally {
    private final Threshold threshold;
    private final String figure;
    private final Double bound;
    private int judged;
    private int crossed;
    private Double worst;
    private ThresholdOutcome.Crossing first;

    Tally(Threshold threshold, String figure) {
      this.threshold = threshold;
      this.figure = figure;
      this.bound = Baseline.bound(threshold, figure, baseline);
    }

    void add(Double value, int begin) {
      judged++;
      if (value != null && (worst == null || worse(value))) {
        worst = value;
      }
      if (!threshold.holds(value, bound)) {
        crossed++;
        if (first == null) {
          first = new ThresholdOutcome.Crossing(begin, firstEpochMs + begin * 1_000L, value);
        }
      }
    }

    private boolean worse(double value) {
      double allowed = bound == null ? 0 : bound;
      return threshold.comparison().badness(value, allowed)
          > threshold.comparison().badness(worst, allowed);
    }

    ThresholdOutcome outcome() {
      return new ThresholdOutcome(
          threshold.text(),
          figure,
          worst,
          crossed == 0,
          first,
          new ThresholdOutcome.Windows(everySeconds, judged, crossed),
          threshold.ofBaseline() && baseline != null ? baseline.of(figure, bound) : null,
          null,
          null);
    }
  }
}
