// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A response time over the utilisation ρ = load / capacity, a + b ρ / (1 - ρ): the shape of the
 * mean in M/M/1 and M/G/1 (L. Kleinrock, Queueing Systems I, 1975, 3.2 and 5.5), and nearly that of
 * G/G/m and of high percentiles under heavy load. It is fitted by least squares of relative
 * residuals, a and b not below zero, for each capacity, and over the capacities up to four times
 * the largest load.
 *
 * <p>Intervals come from 200 samples of the residuals with a fixed seed (Efron and Tibshirani, An
 * Introduction to the Bootstrap, 1993, 9.5), each times √(n / (n - 3)), and are stretched as
 * Student's distribution of n - 3 degrees of freedom is against the normal one.
 */
public final class ResponseFit {
  /** Of fewer loads there is no curve with three parameters. */
  public static final int LEAST_LOADS = Scalability.LEAST_LOADS;

  private static final int SAMPLES = 200;
  private static final int CAPACITIES = 90;

  /** The largest capacity over the largest load: above it a curve is as good as flat. */
  private static final double LARGEST = 4;

  private static final double SMALLEST = 0.001;
  private static final double NORMAL = 1.96;

  private final double[] best;
  private final double residual;

  /** Fits of the samples, which the intervals come from. */
  private final List<double[]> samples;

  /**
   * A time at a load that the target kept up with.
   *
   * @param load in any unit
   * @param time above 0, in any unit
   */
  public record LoadTime(double load, double time) {}

  private ResponseFit(double[] best, double residual, List<double[]> samples) {
    this.best = best;
    this.residual = residual;
    this.samples = samples;
  }

  /** Fits it; null of too few loads. */
  public static ResponseFit of(List<LoadTime> points) {
    long loads = points.stream().mapToDouble(LoadTime::load).distinct().count();
    if (loads < LEAST_LOADS) {
      return null;
    }
    double[] times = points.stream().mapToDouble(LoadTime::time).toArray();
    double[] best = fit(points, times);
    int n = points.size();
    double[] residuals = new double[n];
    double squares = 0;
    for (int i = 0; i < n; i++) {
      residuals[i] = Math.log(times[i] / at(best, points.get(i).load()));
      squares += residuals[i] * residuals[i];
    }
    double inflation = Math.sqrt(n / (double) (n - 3));
    Random random = new Random(1);
    List<double[]> samples = new ArrayList<>();
    for (int s = 0; s < SAMPLES; s++) {
      double[] sampled = new double[n];
      for (int i = 0; i < n; i++) {
        sampled[i] =
            at(best, points.get(i).load()) * Math.exp(inflation * residuals[random.nextInt(n)]);
      }
      samples.add(fit(points, sampled));
    }
    double stretch = TDistribution.of(n - 3).inverseSurvivalProbability(0.025) / NORMAL;
    return new ResponseFit(best, Math.sqrt(squares / n), stretched(best, samples, stretch));
  }

  /** The figures of the curve. */
  public ResponseCurve curve() {
    return new ResponseCurve(
        Estimate.rounded(best[0]),
        Estimate.rounded(best[1]),
        interval(best[2], each -> each[2]),
        Estimate.rounded(residual));
  }

  /** Parameters of samples, moved away from the best ones; a capacity in its logarithm. */
  private static List<double[]> stretched(double[] best, List<double[]> samples, double by) {
    return samples.stream()
        .map(
            each ->
                new double[] {
                  Math.max(0, best[0] + by * (each[0] - best[0])),
                  Math.max(0, best[1] + by * (each[1] - best[1])),
                  best[2] * Math.pow(each[2] / best[2], by)
                })
        .toList();
  }

  /** The time at a load. */
  public double at(double load) {
    return at(best, load);
  }

  /** The time at a load with its interval; of a load above the capacity it has no upper end. */
  public Estimate band(double load) {
    return interval(at(load), each -> at(each, load));
  }

  /** The load at which the time reaches a bound; null if it does not before the capacity. */
  public Estimate crossing(double bound) {
    Double load = crossing(best, bound);
    return load == null
        ? null
        : interval(
            load,
            each -> {
              Double crossed = crossing(each, bound);
              return crossed == null ? 0 : crossed;
            });
  }

  private Estimate interval(double value, ToDoubleFunction<double[]> figure) {
    double[] all = samples.stream().mapToDouble(figure).sorted().toArray();
    return Estimate.of(value, all[(int) (0.025 * all.length)], all[(int) (0.975 * all.length)]);
  }

  private static Double crossing(double[] fit, double bound) {
    if (fit[0] >= bound) {
      return null;
    }
    double waiting = fit[1] <= 0 ? Double.POSITIVE_INFINITY : (bound - fit[0]) / fit[1];
    return fit[2] * (Double.isInfinite(waiting) ? 1 : waiting / (1 + waiting));
  }

  private static double at(double[] fit, double load) {
    double use = load / fit[2];
    return use >= 1 ? Double.POSITIVE_INFINITY : fit[0] + fit[1] * use / (1 - use);
  }

  /** Base, slope and capacity. */
  private static double[] fit(List<LoadTime> points, double[] times) {
    double largest = points.stream().mapToDouble(LoadTime::load).max().orElseThrow();
    double[] weights = Arrays.stream(times).map(each -> 1 / (each * each)).toArray();
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= CAPACITIES; i++) {
      // Close to the largest load a small step changes the time there most.
      double above = SMALLEST * Math.pow((LARGEST - 1) / SMALLEST, i / (double) CAPACITIES);
      double capacity = largest * (1 + above);
      List<double[]> rows =
          points.stream()
              .map(each -> each.load() / capacity)
              .map(use -> new double[] {1, use / (1 - use)})
              .toList();
      LeastSquares fit = LeastSquares.fit(rows, times, weights);
      if (fit.squares() < least) {
        least = fit.squares();
        best = new double[] {fit.coefficient(0), fit.coefficient(1), capacity};
      }
    }
    return best;
  }
}
