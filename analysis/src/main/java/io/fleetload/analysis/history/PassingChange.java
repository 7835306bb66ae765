// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.util.Arrays;

/**
 * Stretch of a series that differs most from what is around it, such as some slow nights between
 * fast ones. No split in two finds such a stretch: both halves have some of the old level.
 *
 * <p>Matteson and James let the end of the second part vary for this reason. Here the means of the
 * stretch and of all around it are compared, which for each stretch takes one step: circular binary
 * segmentation (Olshen, Venkatraman, Lucito and Wigler, Biostatistics 5:557, 2004, section 2).
 * Values far from the median are cut off first, so that one odd run does not count for many.
 */
final class PassingChange {
  private static final int LEAST = EnergyStatistic.LEAST;

  /** A longer one is as good as two lasting changes, and the search is a step for each length. */
  private static final int LONGEST = 100;

  /** Standard deviations from the median; beyond them all values count the same. */
  private static final double FARTHEST = 6;

  /** Median of the distances to the median as a part of a normal standard deviation. */
  private static final double OF_NORMAL = 0.6745;

  private final double[] byRank;
  private final double[] sums;
  private int from;
  private int to;

  /** Of values in ascending order. */
  PassingChange(double[] ascending) {
    int size = ascending.length;
    double median = ascending[size / 2];
    double[] distances = Arrays.stream(ascending).map(each -> Math.abs(each - median)).toArray();
    Arrays.sort(distances);
    double most = FARTHEST * distances[size / 2] / OF_NORMAL;
    double[] near =
        Arrays.stream(ascending)
            .map(each -> most == 0 ? each : Math.max(-most, Math.min(most, each - median)))
            .toArray();
    double mean = Arrays.stream(near).average().orElse(0);
    byRank = Arrays.stream(near).map(each -> each - mean).toArray();
    sums = new double[size + 1];
  }

  /** Returns the largest squared difference of an order of the ranks, and keeps the stretch. */
  double largest(int[] order) {
    int size = order.length;
    for (int i = 0; i < size; i++) {
      // All values have a mean of 0, so the sum of a stretch is its difference from the rest.
      sums[i + 1] = sums[i] + byRank[order[i]];
    }
    double most = -1;
    int longest = Math.min(LONGEST, Math.min(size / 2, size - 2 * LEAST));
    for (int length = LEAST; length <= longest; length++) {
      double largest = 0;
      int place = -1;
      for (int begin = LEAST; begin + length <= size - LEAST; begin++) {
        double sum = Math.abs(sums[begin + length] - sums[begin]);
        if (sum > largest) {
          largest = sum;
          place = begin;
        }
      }
      double distance = largest * largest / length / (size - length);
      if (distance > most && place >= 0) {
        most = distance;
        from = place;
        to = place + length;
      }
    }
    return most;
  }

  /** Returns the index of the first value of the stretch that was the largest last. */
  int from() {
    return from;
  }

  /** Returns the index after its last value. */
  int to() {
    return to;
  }
}
