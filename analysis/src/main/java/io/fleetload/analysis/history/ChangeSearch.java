// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.Figure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Search for changes in all figures of a history. The figures that decide are judged together, and
 * so are those that explain them. Of runs that are all alike, one history of twenty at most has any
 * false change: 3.5 of 100 in a figure that decides, 1 in another one. The few figures that decide
 * would drown among the many others if all were judged as one.
 */
final class ChangeSearch {
  private static final double RATE_OF_DECIDING = 0.035;
  private static final double RATE_OF_OTHERS = 0.01;

  /** A change cannot be surer than one of this many orders of the runs. */
  private static final int MOST_NEEDED = 24;

  private final List<PastRun> runs;
  private final List<FigureHistory> figures;

  /** Over runs in the order of time. */
  ChangeSearch(List<PastRun> runs) {
    this.runs = runs;
    Set<Figure> all = new LinkedHashSet<>();
    runs.forEach(each -> all.addAll(each.figures().keySet()));
    this.figures = all.stream().map(each -> FigureHistory.of(each, runs)).toList();
  }

  /** All figures, those that decide first. */
  List<FigureHistory> figures() {
    return figures.stream().sorted(Comparator.comparing(each -> each.decides() ? 0 : 1)).toList();
  }

  /** The changes, the newest first. */
  List<LevelChange> changes() {
    List<LevelChange> changes = new ArrayList<>();
    changes.addAll(changes(deciding(), RATE_OF_DECIDING));
    changes.addAll(
        changes(
            figures.stream().filter(each -> each.isJudged() && !each.decides()).toList(),
            RATE_OF_OTHERS));
    changes.sort(
        Comparator.comparing(LevelChange::first)
            .reversed()
            .thenComparing(each -> each.decides() ? 0 : 1));
    return changes;
  }

  private List<FigureHistory> deciding() {
    return figures.stream().filter(FigureHistory::decides).toList();
  }

  private static List<LevelChange> changes(Collection<FigureHistory> of, double rate) {
    List<FigureHistory> searched = of.stream().filter(FigureHistory::isVaried).toList();
    List<List<Integer>> points =
        ChangePoints.in(searched.stream().map(FigureHistory::even).toList(), rate);
    List<LevelChange> changes = new ArrayList<>();
    for (int i = 0; i < searched.size(); i++) {
      changes.addAll(changes(searched.get(i), points.get(i)));
    }
    return changes;
  }

  private static List<LevelChange> changes(FigureHistory figure, List<Integer> points) {
    List<Integer> kept = new ArrayList<>(points);
    kept.removeIf(point -> !matters(figure, point, points));
    List<LevelChange> changes = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      int from = i == 0 ? 0 : kept.get(i - 1);
      int at = kept.get(i);
      boolean newest = i == kept.size() - 1;
      int to = newest ? figure.size() : kept.get(i + 1);
      changes.add(
          new LevelChange(
              figure.figure(),
              figure.decides(),
              figure.place(at - 1),
              figure.place(at),
              newest ? Integer.MAX_VALUE : figure.place(to),
              figure.level(from, at),
              figure.level(at, to),
              newest));
    }
    return changes;
  }

  private static boolean matters(FigureHistory figure, int point, List<Integer> points) {
    int place = points.indexOf(point);
    int from = place == 0 ? 0 : points.get(place - 1);
    int to = place == points.size() - 1 ? figure.size() : points.get(place + 1);
    return figure.matters(figure.level(from, point), figure.level(point, to));
  }

  /** The number of runs that count. */
  int counted() {
    return (int) runs.stream().filter(PastRun::counts).count();
  }

  /**
   * Returns how many runs show a clear change in one of the figures that decide: half of them
   * before it and half after it. A permutation test gives no smaller chance than two in the number
   * of ways to halve the runs.
   */
  int enough() {
    long together = Math.max(1, deciding().stream().filter(FigureHistory::isVaried).count());
    double ways = 1;
    for (int half = 1; 2 * half < MOST_NEEDED; half++) {
      ways = ways * (2 * half) * (2 * half - 1) / half / half;
      if (half >= EnergyStatistic.LEAST
          && 2 / ways <= RATE_OF_DECIDING * SeriesSplit.PART_OF_LASTING / together) {
        return 2 * half;
      }
    }
    return MOST_NEEDED;
  }
}
