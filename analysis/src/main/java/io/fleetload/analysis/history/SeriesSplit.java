// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.util.List;

/**
 * The best way to split a series: at one place, or at both ends of a stretch that differs.
 *
 * @param points indexes of the first values after each place
 * @param chance that a series without any change has as good a split, from 0 to 1
 */
record SeriesSplit(List<Integer> points, double chance) {
  /**
   * Two tests share the chance of a false split. A lasting change is sought first, and has the
   * larger part.
   */
  static final double PART_OF_LASTING = 0.8;

  private static final double PART_OF_PASSING = 0.2;

  /** Below it there is no need for the other test. */
  private static final double SURE = 0.001;

  /** Returns the better of both. */
  static SeriesSplit best(double[] values, long seed) {
    SeriesSplit lasting = lasting(values, seed);
    double ofLasting = Math.min(1, lasting.chance / PART_OF_LASTING);
    if (values.length < 3 * EnergyStatistic.LEAST || lasting.chance <= SURE) {
      return new SeriesSplit(lasting.points, ofLasting);
    }
    EnergyStatistic statistic = new EnergyStatistic(values);
    PassingChange passing = new PassingChange(statistic.byRank());
    double chance = PermutationTest.chance(passing::largest, statistic.ranks(), seed + 1);
    if (chance / PART_OF_PASSING >= ofLasting) {
      return new SeriesSplit(lasting.points, ofLasting);
    }
    passing.largest(statistic.ranks());
    return new SeriesSplit(List.of(passing.from(), passing.to()), chance / PART_OF_PASSING);
  }

  /** Returns the best split at one place. */
  static SeriesSplit lasting(double[] values, long seed) {
    EnergyStatistic statistic = new EnergyStatistic(values);
    if (statistic.isConstant()) {
      return new SeriesSplit(List.of(values.length / 2), 1);
    }
    int[] order = statistic.ranks();
    int index = statistic.largest(order).index();
    double chance =
        PermutationTest.chance(mixed -> statistic.largest(mixed).distance(), order, seed);
    return new SeriesSplit(List.of(index), chance);
  }
}
