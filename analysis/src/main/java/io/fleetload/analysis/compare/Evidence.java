// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The difference that the runs of two sides have in one figure. Several runs show their own noise.
 * One run a side does not; then the noise is that of blocks of time within the runs.
 *
 * @param a the runs of side A that count
 * @param b the runs of side B that count
 * @param bound how far apart sides are that are alike; two single runs may be so far apart by
 *     chance
 */
record Evidence(List<ComparedRun> a, List<ComparedRun> b, Bound bound) {
  /** The fewest runs of a side that show their own noise. */
  static final int LEAST_RUNS = 2;

  /** Returns whether blocks of time have to take the place of runs. */
  boolean ofOneRunEach() {
    return a.size() == 1 && b.size() == 1;
  }

  /** The number of runs a side of two equal sides that would say as much as these do. */
  double runs() {
    return 2 / (1.0 / a.size() + 1.0 / b.size());
  }

  /** Returns whether all runs that have the figure have the same value. */
  boolean isSame(Figure figure) {
    return Stream.of(a, b)
            .flatMap(List::stream)
            .map(run -> run.figures().get(figure))
            .filter(Objects::nonNull)
            .distinct()
            .count()
        == 1;
  }

  /** The difference; null if these runs cannot say how large their noise is. */
  Difference of(Figure figure) {
    Difference counted = counted(figure);
    Difference measured = measured(figure, counted != null);
    return counted == null || measured == null
        ? (counted == null ? measured : counted)
        : both(counted, measured);
  }

  /** Both kinds of noise have to be exceeded: that of single messages and that of runs. */
  private static Difference both(Difference counted, Difference measured) {
    return new Difference(
        false,
        counted.estimate(),
        Math.min(counted.low(), measured.low()),
        Math.max(counted.high(), measured.high()),
        measured.freedom(),
        Math.max(counted.higher(), measured.higher()),
        Math.max(counted.lower(), measured.lower()));
  }

  private Difference counted(Figure figure) {
    ComparedRun.Count left = sum(a, figure);
    ComparedRun.Count right = sum(b, figure);
    return left == null || right == null
        ? null
        : new CountTest(left.count(), left.of(), right.count(), right.of())
            .difference()
            .times(figure.scale().ofWhole());
  }

  private static ComparedRun.Count sum(List<ComparedRun> side, Figure figure) {
    return side.stream()
        .map(run -> run.counts().get(figure))
        .filter(Objects::nonNull)
        .reduce(
            (one, other) ->
                new ComparedRun.Count(one.count() + other.count(), one.of() + other.of()))
        .orElse(null);
  }

  private Difference measured(Figure figure, boolean isCount) {
    List<Double> left = values(a, figure);
    List<Double> right = values(b, figure);
    if (left.isEmpty() || right.isEmpty() || (isCount && isConstant(left) && isConstant(right))) {
      return null;
    }
    boolean shares =
        !isCount && Stream.of(left, right).flatMap(List::stream).allMatch(each -> each > 0);
    MeanTest test = shares ? MeanTest.ofShares(left, right) : MeanTest.ofValues(left, right);
    return ofOneRunEach()
        ? test.ofBlocks(bound.of(figure, a.get(0).figures().getOrDefault(figure, 0.0), shares))
        : test.ofRuns();
  }

  /** Returns whether the runs have no noise of their own, beside that of single messages. */
  private static boolean isConstant(List<Double> values) {
    return values.stream().distinct().count() == 1;
  }

  private List<Double> values(List<ComparedRun> side, Figure figure) {
    return ofOneRunEach()
        ? side.get(0).blocks().getOrDefault(figure, List.of())
        : side.stream().map(run -> run.figures().get(figure)).filter(Objects::nonNull).toList();
  }
}
