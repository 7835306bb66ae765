// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.util.Arrays;

/**
 * Distance between what is before and what is after a place in a series, for every place.
 *
 * <p>Source: Matteson and James, A Nonparametric Approach for Multiple Change Point Analysis of
 * Multivariate Data, Journal of the American Statistical Association 109:505, 2014, equations (4)
 * to (6) with an exponent of 1: the mean distance across the place less the mean distances on its
 * two sides, weighted by {@code m n / (m + n)}. Daly et al. (ICPE 2020) and Apache Otava (Fleming
 * et al., ICPE 2023) use it for the results of load tests.
 *
 * <p>The distances of each value to those before it come from two sums over ranks (Fenwick trees),
 * so a series of n values takes {@code n log n} steps.
 */
final class EnergyStatistic {
  /** Values on each side of a place, at least: of fewer, one odd run would be a change. */
  static final int LEAST = 3;

  private final double[] byRank;
  private final int[] ranks;

  /** Of each rank, the distances of that value to all. */
  private final double[] whole;

  private final double allPairs;
  private final double[] counts;
  private final double[] sums;

  /** Of the values of a series, in any order. */
  EnergyStatistic(double[] values) {
    int size = values.length;
    byRank = values.clone();
    Arrays.sort(byRank);
    ranks = new int[size];
    int[] seen = new int[size];
    for (int i = 0; i < size; i++) {
      int first = first(values[i]);
      ranks[i] = first + seen[first]++;
    }
    whole = new double[size];
    double total = 0;
    for (double each : byRank) {
      total += each - byRank[0];
    }
    double below = 0;
    double pairs = 0;
    for (int rank = 0; rank < size; rank++) {
      double value = byRank[rank] - byRank[0];
      double above = total - below - value;
      whole[rank] = value * rank - below + above - value * (size - 1 - rank);
      pairs += whole[rank];
      below += value;
    }
    allPairs = pairs / 2;
    counts = new double[size + 1];
    sums = new double[size + 1];
  }

  private int first(double value) {
    int low = 0;
    int high = byRank.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (byRank[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The ranks of the values in the order of the series. */
  int[] ranks() {
    return ranks.clone();
  }

  /** The values in ascending order. */
  double[] byRank() {
    return byRank.clone();
  }

  /** Returns whether all values are the same. */
  boolean isConstant() {
    return byRank[0] == byRank[byRank.length - 1];
  }

  /**
   * The place with the largest distance.
   *
   * @param index of the first value after it
   * @param distance the weighted distance there
   */
  record WidestSplit(int index, double distance) {}

  /** Returns the place with the largest distance of the series, with its values in that order. */
  WidestSplit largest(int[] order) {
    int size = order.length;
    Arrays.fill(counts, 0);
    Arrays.fill(sums, 0);
    double before = 0;
    double reached = 0;
    double sum = 0;
    int place = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int left = 1; left <= size - LEAST; left++) {
      int rank = order[left - 1];
      double value = byRank[rank] - byRank[0];
      double smaller = 0;
      double ofSmaller = 0;
      for (int node = rank + 1; node > 0; node &= node - 1) {
        smaller += counts[node];
        ofSmaller += sums[node];
      }
      // Distances to the values before: smaller ones, then larger ones.
      before += value * smaller - ofSmaller + (sum - ofSmaller) - value * (left - 1 - smaller);
      for (int node = rank + 1; node <= size; node += node & -node) {
        counts[node]++;
        sums[node] += value;
      }
      sum += value;
      reached += whole[rank];
      if (left >= LEAST) {
        double distance = weighted(left, size - left, before, reached - 2 * before);
        if (distance > most) {
          most = distance;
          place = left;
        }
      }
    }
    return new WidestSplit(place, most);
  }

  private double weighted(double left, double right, double before, double across) {
    double after = allPairs - before - across;
    double energy =
        2 * across / (left * right)
            - 2 * before / (left * (left - 1))
            - 2 * after / (right * (right - 1));
    return left * right / (left + right) * energy;
  }
}
