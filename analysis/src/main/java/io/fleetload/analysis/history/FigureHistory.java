// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.ComparedFigures;
import io.fleetload.analysis.compare.Figure;
import io.fleetload.analysis.compare.Figure.Scale;
import io.fleetload.results.figure.FigureKind.Better;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The course of one figure over the runs of a history, as the search for changes sees it: the runs
 * that count and have the figure.
 */
final class FigureHistory {
  /** Noise of these grows with the value, as in a comparison. */
  private static final Set<Scale> OF_LOGARITHMS = EnumSet.of(Scale.MILLIS, Scale.COST);

  /** Parts of a number: most are 0, so that a median says nothing. */
  private static final Set<Scale> OF_PARTS =
      EnumSet.of(Scale.SHARE, Scale.PER_MILLION, Scale.SOME_PER_MILLION);

  /** A difference below this share of the level is of no use to anyone, however sure it is. */
  private static final double LEAST_SHARE = 0.01;

  private final Figure figure;
  private final int[] places;
  private final double[] values;

  private FigureHistory(Figure figure, int[] places, double[] values) {
    this.figure = figure;
    this.places = places;
    this.values = values;
  }

  /** Of the runs of a history. */
  static FigureHistory of(Figure figure, List<PastRun> history) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      if (history.get(i).counts() && history.get(i).figures().containsKey(figure)) {
        places.add(i);
      }
    }
    return new FigureHistory(
        figure,
        places.stream().mapToInt(Integer::intValue).toArray(),
        places.stream().mapToDouble(each -> history.get(each).figures().get(figure)).toArray());
  }

  Figure figure() {
    return figure;
  }

  /** Returns the place of a value's run in the history. */
  int place(int index) {
    return places[index];
  }

  /** Returns the number of runs that count and have it. */
  int size() {
    return values.length;
  }

  /** Returns whether a change of it is for better or worse. */
  boolean isJudged() {
    return figure.better() != Better.NEITHER;
  }

  /** Returns whether it is a part of the answer. */
  boolean decides() {
    return isJudged() && ComparedFigures.decides(figure);
  }

  /** Returns whether it has another value in any run. */
  boolean isVaried() {
    return Arrays.stream(values).anyMatch(each -> each != values[0]);
  }

  /** The values on the scale on which their noise is even. */
  double[] even() {
    boolean logarithms =
        OF_LOGARITHMS.contains(figure.scale()) && Arrays.stream(values).allMatch(each -> each > 0);
    return logarithms ? Arrays.stream(values).map(Math::log).toArray() : values;
  }

  /** The level between two places: the median; of parts of a number the mean. */
  double level(int from, int to) {
    double[] part = Arrays.copyOfRange(values, from, to);
    if (OF_PARTS.contains(figure.scale())) {
      return Arrays.stream(part).average().orElseThrow();
    }
    Arrays.sort(part);
    int half = part.length / 2;
    return part.length % 2 == 1 ? part[half] : (part[half - 1] + part[half]) / 2;
  }

  /** Returns whether the difference of two levels is large enough to be of use. */
  boolean matters(double before, double after) {
    double apart = Math.abs(after - before);
    double share = OF_PARTS.contains(figure.scale()) ? 0 : LEAST_SHARE * Math.abs(before);
    return apart > figure.scale().least() && apart >= share;
  }
}
