// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A cost as a straight line over the load: a fixed part and a part for each unit of load, neither
 * below zero, fitted by least squares of relative residuals. Its intervals are those of a further
 * value at a load (Draper and Smith, Applied Regression Analysis, 1998, 3.1).
 */
public final class CostLine {
  /** Of fewer points a line has no residuals. */
  public static final int LEAST_POINTS = 3;

  private final LeastSquares fit;
  private final double noise;
  private final double t;

  private CostLine(LeastSquares fit, double noise, double t) {
    this.fit = fit;
    this.noise = noise;
    this.t = t;
  }

  /**
   * The cost that a load had.
   *
   * @param load in any unit
   * @param cost above 0
   */
  public record LoadCost(double load, double cost) {}

  /** Fits it; null of too few points, or of points at one load. */
  public static CostLine of(List<LoadCost> points) {
    int n = points.size();
    if (n < LEAST_POINTS) {
      return null;
    }
    List<double[]> rows = new ArrayList<>();
    double[] costs = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      rows.add(new double[] {1, points.get(i).load()});
      costs[i] = points.get(i).cost();
      weights[i] = 1 / (costs[i] * costs[i]);
    }
    LeastSquares fit = LeastSquares.fit(rows, costs, weights);
    return fit.inverse() == null
        ? null
        : new CostLine(
            fit,
            Math.sqrt(fit.squares() / (n - 2)),
            TDistribution.of(n - 2).inverseSurvivalProbability(0.025));
  }

  /** The part that does not depend on the load. */
  public double fixed() {
    return fit.coefficient(0);
  }

  /** The part for each unit of load. */
  public double slope() {
    return fit.coefficient(1);
  }

  /** The cost at a load with the interval of a further probe. */
  public Estimate at(double load) {
    double value = fixed() + slope() * load;
    double[][] inverse = fit.inverse();
    double variance =
        inverse[0][0] + 2 * load * inverse[0][1] + load * load * inverse[1][1] + value * value;
    double around = t * noise * Math.sqrt(variance);
    return Estimate.of(value, Math.max(0, value - around), value + around);
  }
}
