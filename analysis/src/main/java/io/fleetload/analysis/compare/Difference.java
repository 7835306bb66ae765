// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Difference of two sides in one figure, B minus A, with its interval of 95 %.
 *
 * @param relative whether it is a difference of logarithms, so that its exponential is B as a share
 *     of A; else it is in the figure's own unit
 * @param estimate the difference of the means
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param freedom degrees of freedom of the noise; infinite where it follows from counts alone
 * @param higher the chance of a difference so far up if B is not higher
 * @param lower the chance of a difference so far down if B is not lower
 */
record Difference(
    boolean relative,
    double estimate,
    double low,
    double high,
    double freedom,
    double higher,
    double lower) {

  /** Share of one tail outside an interval of 95 %. */
  static final double TAIL = 0.025;

  /** The most runs of a side that a search names. */
  static final int MOST_RUNS = 1_000;

  /** The number of standard errors that leave this share above them. */
  static double quantile(double freedom, double tail) {
    return TDistribution.of(freedom).inverseSurvivalProbability(tail);
  }

  /** The same in the unit of a scale, such as of a million messages. */
  Difference times(double unit) {
    return new Difference(
        relative, estimate * unit, low * unit, high * unit, freedom, higher, lower);
  }

  /** Returns whether the whole interval is within a bound, given as a difference as this is. */
  boolean within(double bound) {
    return relative
        ? low >= Math.log1p(-Math.min(bound, 0.999)) && high <= Math.log1p(bound)
        : low >= -bound && high <= bound;
  }

  /**
   * Returns how many runs a side would do, if they differ as these do: the interval would be within
   * the bound, or the difference would be found.
   *
   * @param bound as in {@link #within}
   * @param runs the runs a side that this difference is of
   * @param tail the chance that a figure has of a false word
   */
  int enough(double bound, double runs, double tail) {
    double error = (high - low) / 2 / quantile(freedom, TAIL) * Math.sqrt(runs);
    double size = Math.abs(estimate);
    double toBound = (relative ? Math.log1p(bound) : bound) - size;
    int few = 1;
    int many = MOST_RUNS + 1;
    while (many - few > 1) {
      int middle = (few + many) / 2;
      double then = error / Math.sqrt(middle);
      if (quantile(2.0 * middle - 2, TAIL) * then <= toBound
          || quantile(2.0 * middle - 2, tail) * then < size) {
        many = middle;
      } else {
        few = middle;
      }
    }
    return many;
  }

  /** The interval for people: in percent of A, or in the figure's unit. */
  String text(Figure.Scale scale) {
    return relative
        ? "%s to %s".formatted(percent(Math.expm1(low)), percent(Math.expm1(high)))
        : "%s to %s".formatted(signed(scale, low), signed(scale, high));
  }

  private static String percent(double share) {
    return share > 99.99
        ? "more than 9999 %"
        : String.format(Locale.ROOT, "%+.1f %%", Math.round(1_000 * share) / 10.0 + 0.0);
  }

  private static String signed(Figure.Scale scale, double value) {
    return (value > 0 ? "+" : "") + scale.text(value);
  }
}
