// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.analysis.compare.FalseDiscoveryRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Change points of several series that are judged together: E-divisive means, with a permutation
 * test ({@link SeriesSplit}).
 *
 * <p>Each series is split at its best split if that is no chance, then its parts are, and so on. In
 * each round Benjamini and Hochberg's rule holds all series together; a later round counts the
 * series without a split as well. So of series that do not change, the chance that any has a change
 * point is at most the rate, whatever their number.
 *
 * <p>The first splits are made while later ones are not known yet, which may move them. At the end
 * each is sought again between its neighbours, and goes if it has become weak, as Hunter does.
 */
final class ChangePoints {
  private static final long SEED = 0x5eed0f1ea7L;

  private final List<double[]> series;
  private final double rate;
  private final List<TreeSet<Integer>> points = new ArrayList<>();

  private ChangePoints(List<double[]> series, double rate) {
    this.series = series;
    this.rate = rate;
    series.forEach(each -> points.add(new TreeSet<>()));
  }

  /**
   * Finds them.
   *
   * @param series values in the order of time
   * @param rate the largest chance of any false change
   * @return for each series the indexes of the first values after its change points, in order
   */
  static List<List<Integer>> in(List<double[]> series, double rate) {
    ChangePoints found = new ChangePoints(series, rate);
    found.split();
    return found.placedAgain();
  }

  /** A part of a series: from an index up to, and without, another. */
  private record Part(int of, int from, int to) {
    boolean canBeSplit() {
      return to - from >= 2 * EnergyStatistic.LEAST;
    }
  }

  private double[] values(Part part) {
    return Arrays.copyOfRange(series.get(part.of), part.from, part.to);
  }

  private static long seed(Part part) {
    return SEED + 31L * part.from + part.to;
  }

  private void split() {
    List<Part> open =
        IntStream.range(0, series.size())
            .mapToObj(each -> new Part(each, 0, series.get(each).length))
            .filter(Part::canBeSplit)
            .filter(each -> isVaried(series.get(each.of)))
            .toList();
    int together = open.size();
    while (!open.isEmpty()) {
      List<SeriesSplit> splits =
          open.parallelStream().map(each -> SeriesSplit.best(values(each), seed(each))).toList();
      List<Double> chances =
          Stream.concat(
                  splits.stream().map(SeriesSplit::chance),
                  Collections.nCopies(Math.max(0, together - open.size()), 1.0).stream())
              .toList();
      double limit = FalseDiscoveryRate.limit(chances, rate);
      List<Part> next = new ArrayList<>();
      for (int i = 0; i < open.size(); i++) {
        Part part = open.get(i);
        if (splits.get(i).chance() <= limit) {
          int from = part.from;
          for (int index : splits.get(i).points()) {
            points.get(part.of).add(part.from + index);
            next.add(new Part(part.of, from, part.from + index));
            from = part.from + index;
          }
          next.add(new Part(part.of, from, part.to));
        }
      }
      open = next.stream().filter(Part::canBeSplit).toList();
    }
  }

  private static boolean isVaried(double[] values) {
    return Arrays.stream(values).anyMatch(each -> each != values[0]);
  }

  private List<List<Integer>> placedAgain() {
    return IntStream.range(0, series.size())
        .parallel()
        .mapToObj(this::placedAgain)
        .collect(Collectors.toList());
  }

  private List<Integer> placedAgain(int of) {
    TreeSet<Integer> all = points.get(of);
    if (all.size() < 2) {
      return List.copyOf(all);
    }
    for (int point : List.copyOf(all)) {
      Integer before = all.lower(point);
      Integer after = all.higher(point);
      int from = before == null ? 0 : before;
      Part around = new Part(of, from, after == null ? series.get(of).length : after);
      SeriesSplit again = SeriesSplit.lasting(values(around), seed(around));
      all.remove(point);
      if (again.chance() <= rate) {
        all.add(from + again.points().get(0));
      }
    }
    return List.copyOf(all);
  }
}
