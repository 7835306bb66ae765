// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The Universal Scalability Law of a target: X(N) = λ N / (1 + σ (N - 1) + κ N (N - 1)) messages a
 * second with N messages in it (N. Gunther, Guerrilla Capacity Planning, 2007, chapters 4 to 6).
 *
 * <p>In an open model N follows from Little's law: throughput times mean response time. So N / X is
 * the mean response time, and it is linear in 1, N - 1 and N (N - 1). It is fitted by least squares
 * of relative residuals with λ, σ and κ not below zero. The intervals of the parameters are those
 * of linear regression, of σ and κ by the delta method; that of the most throughput comes from
 * 1,000 draws of the parameters with a fixed seed.
 *
 * @param lambda throughput of one message by itself, msg/s
 * @param sigma contention: the share of the work that only one message at a time can do
 * @param kappa coherency: the cost of each pair of messages for keeping their data the same
 * @param most the most throughput, msg/s: the peak, or without coherency what it approaches; absent
 *     beyond twice the largest that was seen, and where nothing bends it
 * @param atMessages messages in the target at the peak; absent without coherency
 * @param rSquared the share of the variance of the throughput that it explains
 * @param residual the root mean square of the relative residuals of the throughput
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Scalability(
    Estimate lambda,
    Estimate sigma,
    Estimate kappa,
    Estimate most,
    Double atMessages,
    double rSquared,
    double residual) {

  /** The reason why the throughput bends. */
  public enum Bend {
    CONTENTION,
    COHERENCY,
    /** It rises evenly. */
    NEITHER
  }

  /** Fewer loads than this say nothing of three parameters. */
  public static final int LEAST_LOADS = 5;

  /** Beyond so many times the largest throughput seen, nothing is said. */
  public static final double FARTHEST = 2;

  /** A bend of less than this at the largest load cannot be distinguished from an even rise. */
  private static final double LEAST_BEND = 0.1;

  private static final int DRAWS = 1_000;

  /**
   * A load as it was measured.
   *
   * @param throughput msg/s
   * @param seconds mean response time, in s
   */
  public record OperatingPoint(double throughput, double seconds) {
    double messages() {
      return throughput * seconds;
    }
  }

  /** Fits it; null if the points do not determine it. */
  public static Scalability of(List<OperatingPoint> points) {
    int n = points.size();
    if (n < LEAST_LOADS) {
      return null;
    }
    List<double[]> rows = new ArrayList<>();
    double[] seconds = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      double messages = points.get(i).messages();
      rows.add(new double[] {1, messages - 1, messages * (messages - 1)});
      seconds[i] = points.get(i).seconds();
      weights[i] = 1 / (seconds[i] * seconds[i]);
    }
    LeastSquares fit = LeastSquares.fit(rows, seconds, weights);
    if (fit.coefficient(0) <= 0 || fit.inverse() == null) {
      return null;
    }
    return fitted(points, fit, Math.sqrt(fit.squares() / (n - 3)));
  }

  private static Scalability fitted(List<OperatingPoint> points, LeastSquares fit, double noise) {
    double[] b = fit.coefficients();
    double[][] inverse = fit.inverse();
    double t = TDistribution.of(points.size() - 3).inverseSurvivalProbability(0.025) * noise;
    double own = t * Math.sqrt(inverse[0][0]);
    double mean = 0;
    for (OperatingPoint each : points) {
      mean += each.throughput() / points.size();
    }
    double squares = 0;
    double around = 0;
    double relative = 0;
    for (OperatingPoint each : points) {
      double x = throughput(b, each.messages());
      squares += (each.throughput() - x) * (each.throughput() - x);
      around += (each.throughput() - mean) * (each.throughput() - mean);
      relative += Math.pow(1 - x / each.throughput(), 2) / points.size();
    }
    return new Scalability(
        Estimate.of(1 / b[0], 1 / (b[0] + own), b[0] > own ? 1 / (b[0] - own) : Double.NaN),
        ratio(b, inverse, 1, t),
        ratio(b, inverse, 2, t),
        most(points, b, inverse, noise),
        b[2] > 0 && b[1] < b[0] ? Estimate.rounded(Math.sqrt((b[0] - b[1]) / b[2])) : null,
        Estimate.rounded(1 - squares / around),
        Estimate.rounded(Math.sqrt(relative)));
  }

  private static double throughput(double[] b, double messages) {
    return messages / (b[0] + b[1] * (messages - 1) + b[2] * messages * (messages - 1));
  }

  /** The interval of b[k] / b[0] by the delta method, cut at zero. */
  private static Estimate ratio(double[] b, double[][] inverse, int k, double t) {
    double value = b[k] / b[0];
    double variance = inverse[k][k] - 2 * value * inverse[0][k] + value * value * inverse[0][0];
    double around = t * Math.sqrt(Math.max(0, variance)) / b[0];
    return Estimate.of(value, Math.max(0, value - around), value + around);
  }

  private static double peak(double[] b) {
    if (b[2] <= 0) {
      return b[1] <= 0 ? Double.POSITIVE_INFINITY : 1 / b[1];
    }
    return throughput(b, Math.max(1, Math.sqrt(Math.max(0, (b[0] - b[1]) / b[2]))));
  }

  private static Estimate most(
      List<OperatingPoint> points, double[] b, double[][] inverse, double noise) {
    double largest = points.stream().mapToDouble(OperatingPoint::throughput).max().orElseThrow();
    double value = peak(b);
    if (value > FARTHEST * largest) {
      return null;
    }
    double[][] root = root(inverse);
    Random random = new Random(1);
    double[] drawn = new double[DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      double[] z = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double[] other = b.clone();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
          other[i] += noise * root[i][j] * z[j];
        }
        other[i] = Math.max(i == 0 ? b[0] / 100 : 0, other[i]);
      }
      drawn[d] = peak(other);
    }
    Arrays.sort(drawn);
    double high = drawn[(int) (0.975 * DRAWS)];
    return Estimate.of(
        value, drawn[(int) (0.025 * DRAWS)], high > FARTHEST * largest ? Double.NaN : high);
  }

  /** Cholesky's root of a matrix of three rows. */
  private static double[][] root(double[][] matrix) {
    double[][] root = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= root[i][k] * root[j][k];
        }
        root[i][j] = i == j ? Math.sqrt(Math.max(0, sum)) : root[j][j] == 0 ? 0 : sum / root[j][j];
      }
    }
    return root;
  }

  /**
   * Returns what bends it, as far as the intervals allow to say: the larger of both parts at the
   * most messages that were in the target.
   */
  public Bend bend(double mostMessages) {
    double contention = sigma.low() > 0 ? sigma.value() * (mostMessages - 1) : 0;
    double coherency = kappa.low() > 0 ? kappa.value() * mostMessages * (mostMessages - 1) : 0;
    if (Math.max(contention, coherency) < LEAST_BEND) {
      return Bend.NEITHER;
    }
    return contention >= coherency ? Bend.CONTENTION : Bend.COHERENCY;
  }
}
