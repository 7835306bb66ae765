// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.figure.FigureKind.Better;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Gives figures their words, so that equal sides have a false word in at most {@value #ALL_FALSE}
 * of comparisons, however many figures there are. The figures that decide have most of that chance,
 * and the word <em>worse</em> has more of it than <em>better</em>: a regression that is not seen
 * costs more than an improvement that is not. Figures that are the same in all runs take no part.
 */
final class Significance {
  private static final double WORSE = 0.027;
  private static final double BETTER = 0.003;
  private static final double OTHERS_WORSE = 0.002;
  private static final double OTHERS_BETTER = 0.001;

  /** Part of these chances that single runs have: their noise is not known. */
  private static final double OF_ONE_RUN = 0.2;

  /** The chance of any false word. */
  static final double ALL_FALSE = WORSE + BETTER + OTHERS_WORSE + OTHERS_BETTER;

  private final Bound bound;
  private final double runs;
  private final Family deciding;
  private final Family others;

  private Significance(List<Row> rows, Bound bound, double runs) {
    double part = runs == 1 ? OF_ONE_RUN : 1;
    this.bound = bound;
    this.runs = runs;
    List<Row> judged = rows.stream().filter(row -> row.difference() != null).toList();
    this.deciding =
        Family.of(
            judged.stream().filter(row -> ComparedFigures.decides(row.figure())).toList(),
            part * WORSE,
            part * BETTER);
    this.others =
        Family.of(
            judged.stream().filter(row -> !ComparedFigures.decides(row.figure())).toList(),
            part * OTHERS_WORSE,
            part * OTHERS_BETTER);
  }

  /**
   * Returns the rows with their words.
   *
   * @param rows those to judge have a difference, all others stay as they are
   * @param runs the runs a side, of unequal sides the number of equal ones that say as much
   */
  static List<Row> of(List<Row> rows, Bound bound, double runs) {
    Significance significance = new Significance(rows, bound, runs);
    return rows.stream()
        .map(row -> row.difference() == null ? row : significance.judged(row))
        .toList();
  }

  private Row judged(Row row) {
    boolean decides = ComparedFigures.decides(row.figure());
    Family family = decides ? deciding : others;
    Difference difference = row.difference();
    double most = bound.of(row.figure(), row.a().median(), difference.relative());
    if (difference.within(most)) {
      return row.judged(Row.Word.ALIKE, 0);
    }
    if (worse(row) <= family.worse) {
      return row.judged(Row.Word.WORSE, 0);
    }
    if (better(row) <= family.better) {
      return row.judged(Row.Word.BETTER, 0);
    }
    return row.judged(
        Row.Word.NOT_ENOUGH_RUNS,
        decides ? difference.enough(most, runs, family.rate / family.size) : 0);
  }

  private static double worse(Row row) {
    return row.figure().better() == Better.HIGHER
        ? row.difference().lower()
        : row.difference().higher();
  }

  private static double better(Row row) {
    return row.figure().better() == Better.HIGHER
        ? row.difference().higher()
        : row.difference().lower();
  }

  /**
   * Figures that share a chance of false words.
   *
   * @param worse the largest chance of a figure that is worse
   * @param better likewise
   * @param rate the chance of a false <em>worse</em> of all of them
   * @param size their number
   */
  private record Family(double worse, double better, double rate, int size) {
    static Family of(List<Row> rows, double worse, double better) {
      return new Family(
          limit(rows, Significance::worse, worse),
          limit(rows, Significance::better, better),
          worse,
          rows.size());
    }

    private static double limit(List<Row> rows, ToDoubleFunction<Row> chance, double rate) {
      return FalseDiscoveryRate.limit(rows.stream().map(chance::applyAsDouble).toList(), rate);
    }
  }
}
