// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * Test of two means by the noise of the values. Sides of one size have Student's test, which then
 * holds for unequal noise as well (Scheffé, The Analysis of Variance, 1959, 10.2); other sides have
 * Welch's (Biometrika 34, 1947). A side of one value is taken to be as noisy as the other one: the
 * interval is that of a further value of that side.
 */
final class MeanTest {
  /** So that the difference of both means is one standard error long. */
  private static final double ONE = 1;

  private final double[] a;
  private final double[] b;
  private final boolean relative;

  private MeanTest(List<Double> a, List<Double> b, boolean relative, DoubleUnaryOperator form) {
    this.a = a.stream().mapToDouble(Double::doubleValue).map(form).toArray();
    this.b = b.stream().mapToDouble(Double::doubleValue).map(form).toArray();
    this.relative = relative;
  }

  /**
   * Compares the logarithms of values above 0: noise of times grows with the time, and the
   * difference is a share of A.
   */
  static MeanTest ofShares(List<Double> a, List<Double> b) {
    return new MeanTest(a, b, true, Math::log);
  }

  /** Compares the values themselves, in their unit. */
  static MeanTest ofValues(List<Double> a, List<Double> b) {
    return new MeanTest(a, b, false, each -> each);
  }

  /** Returns the difference of sides with a value for each run; null if both have one run. */
  Difference ofRuns() {
    if (a.length == 1 && b.length == 1) {
      return null;
    }
    Moments of = Moments.of(a);
    Moments other = Moments.of(b);
    double estimate = other.mean - of.mean;
    if (of.constant() && other.constant()) {
      return constant(relative, estimate, a.length, b.length);
    }
    if (a.length == 1 || b.length == 1) {
      Moments several = a.length == 1 ? other : of;
      return several.constant()
          ? constant(relative, estimate, a.length, b.length)
          : difference(
              estimate,
              Math.sqrt(several.variance * (1 + 1.0 / several.count)),
              several.count - 1.0);
    }
    TTest test =
        TTest.withDefaults()
            .with(
                a.length == b.length
                    ? DataDispersion.HOMOSCEDASTIC
                    : DataDispersion.HETEROSCEDASTIC);
    TTest.Result result = test.withMu(estimate - ONE).test(b, a);
    return difference(estimate, ONE / result.getStatistic(), result.getDegreesOfFreedom());
  }

  /**
   * Returns the difference of two runs with a value for each block of time. How far two runs of one
   * kind are apart is not known then. They are taken to be as far apart as two blocks of one run
   * are, and not as two means of blocks: much that differs from run to run is the same in all
   * blocks of a run.
   *
   * @param margin the difference up to which one is taken to be none, as a share or a value
   */
  Difference ofBlocks(double margin) {
    Moments of = Moments.of(a);
    Moments other = Moments.of(b);
    double estimate = other.mean - of.mean;
    return of.constant() && other.constant()
        ? constant(relative, estimate, 1, 1)
        : difference(
            estimate,
            Math.sqrt(of.variance + other.variance),
            of.count + other.count - 2.0,
            relative ? Math.log1p(margin) : margin);
  }

  private Difference difference(double estimate, double error, double freedom) {
    return difference(estimate, error, freedom, 0);
  }

  private Difference difference(double estimate, double error, double freedom, double margin) {
    TDistribution t = TDistribution.of(freedom);
    double half = t.inverseSurvivalProbability(Difference.TAIL) * error;
    return new Difference(
        relative,
        estimate,
        estimate - half,
        estimate + half,
        freedom,
        t.survivalProbability((estimate - margin) / error),
        t.cumulativeProbability((estimate + margin) / error));
  }

  /**
   * Without any noise only the order of the values says something: the chance is that of this one
   * of all ways to deal them to the sides (permutation test; Fisher, The Design of Experiments,
   * 1935).
   */
  private static Difference constant(boolean relative, double difference, int a, int b) {
    double chance = 1;
    for (int each = 1; each <= a; each++) {
      chance *= each / (double) (b + each);
    }
    return new Difference(
        relative,
        difference,
        difference,
        difference,
        Math.max(1, a + b - 2.0),
        difference > 0 ? chance : 1,
        difference < 0 ? chance : 1);
  }

  private record Moments(int count, double mean, double variance) {
    static Moments of(double[] values) {
      double first = values[0];
      double shift = 0;
      for (double value : values) {
        shift += value - first;
      }
      double mean = first + shift / values.length;
      double squares = 0;
      for (double value : values) {
        squares += (value - mean) * (value - mean);
      }
      return new Moments(
          values.length, mean, values.length == 1 ? 0 : squares / (values.length - 1));
    }

    /** Equal values have their first one as the mean, to the last bit. */
    boolean constant() {
      return variance == 0;
    }
  }
}
