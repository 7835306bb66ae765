// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.Arrays;
import java.util.List;

/**
 * Range of one figure over several runs.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 * @param runs the number of runs
 */
public record Spread(double median, double min, double max, int runs) {

  /** Of at least one value. */
  public static Spread of(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElseThrow(), sorted.length);
  }

  /** From the smallest to the largest: how far runs of one kind are apart. */
  private double width() {
    return max - min;
  }

  /**
   * Returns the width as a share of the median, or null if the median is 0 and the values differ.
   */
  public Double relative() {
    return width() == 0 ? (Double) 0.0 : median == 0 ? null : (Double) (width() / Math.abs(median));
  }

  String text(Figure.Scale scale) {
    String middle = scale.plain(median);
    return runs == 1 ? middle : middle + " (" + scale.plain(min) + ".." + scale.plain(max) + ")";
  }
}
