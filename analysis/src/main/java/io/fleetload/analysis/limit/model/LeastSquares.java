// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import java.util.Arrays;
import java.util.List;

/**
 * Weighted linear least squares with three coefficients at most, none below zero: the normal
 * equations of each set of coefficients that may be above zero are solved, and the best set is
 * taken (Lawson and Hanson, Solving Least Squares Problems, 1974, chapter 23; of three coefficients
 * all eight sets can be tried). It is our own, as a library of linear algebra is larger than all
 * that it is needed for; see decision 27.
 */
final class LeastSquares {
  private final double[] coefficients;
  private final double squares;
  private final double[][] inverse;

  private LeastSquares(double[] coefficients, double squares, double[][] inverse) {
    this.coefficients = coefficients;
    this.squares = squares;
    this.inverse = inverse;
  }

  /**
   * Fits it.
   *
   * @param rows the values of the terms at each point
   * @param values the value at each point
   * @param weights the weight of each point
   */
  static LeastSquares fit(List<double[]> rows, double[] values, double[] weights) {
    int terms = rows.get(0).length;
    double[][] all = new double[terms][terms];
    double[] right = new double[terms];
    for (int k = 0; k < values.length; k++) {
      double[] row = rows.get(k);
      for (int i = 0; i < terms; i++) {
        right[i] += weights[k] * row[i] * values[k];
        for (int j = 0; j < terms; j++) {
          all[i][j] += weights[k] * row[i] * row[j];
        }
      }
    }
    double[] best = new double[terms];
    double least = squares(best, rows, values, weights);
    for (int set = 1; set < 1 << terms; set++) {
      double[] found = solved(all, right, set);
      if (found != null && Arrays.stream(found).allMatch(each -> each >= 0)) {
        double squares = squares(found, rows, values, weights);
        if (squares < least) {
          least = squares;
          best = found;
        }
      }
    }
    return new LeastSquares(best, least, inverse(all));
  }

  double coefficient(int term) {
    return coefficients[term];
  }

  double[] coefficients() {
    return coefficients.clone();
  }

  /** The weighted sum of the squares of the residuals. */
  double squares() {
    return squares;
  }

  /**
   * The covariances of the coefficients for residuals of variance 1, as if they could be below
   * zero; null if the points do not determine them.
   */
  double[][] inverse() {
    return inverse;
  }

  private static double squares(
      double[] coefficients, List<double[]> rows, double[] values, double[] weights) {
    double sum = 0;
    for (int k = 0; k < values.length; k++) {
      double residual = values[k];
      for (int i = 0; i < coefficients.length; i++) {
        residual -= coefficients[i] * rows.get(k)[i];
      }
      sum += weights[k] * residual * residual;
    }
    return sum;
  }

  /**
   * Solves for the coefficients of a set of bits, the others are 0; null if it has no one answer.
   */
  private static double[] solved(double[][] all, double[] right, int set) {
    int[] chosen =
        java.util.stream.IntStream.range(0, right.length)
            .filter(each -> (set >> each & 1) == 1)
            .toArray();
    double[][] part = new double[chosen.length][chosen.length];
    double[] values = new double[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      values[i] = right[chosen[i]];
      for (int j = 0; j < chosen.length; j++) {
        part[i][j] = all[chosen[i]][chosen[j]];
      }
    }
    double[][] inverse = inverse(part);
    if (inverse == null) {
      return null;
    }
    double[] found = new double[right.length];
    for (int i = 0; i < chosen.length; i++) {
      for (int j = 0; j < chosen.length; j++) {
        found[chosen[i]] += inverse[i][j] * values[j];
      }
    }
    return found;
  }

  /** Gauss and Jordan's elimination with scaled rows and pivots; null of a singular matrix. */
  private static double[][] inverse(double[][] matrix) {
    int n = matrix.length;
    double[] scale = new double[n];
    double[][] work = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      scale[i] = Math.sqrt(matrix[i][i]);
      if (!(scale[i] > 0)) {
        return null;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        work[i][j] = matrix[i][j] / scale[i] / scale[j];
      }
      work[i][n + i] = 1;
    }
    for (int column = 0; column < n; column++) {
      int pivot = column;
      for (int i = column + 1; i < n; i++) {
        pivot = Math.abs(work[i][column]) > Math.abs(work[pivot][column]) ? i : pivot;
      }
      double[] swapped = work[pivot];
      work[pivot] = work[column];
      work[column] = swapped;
      if (Math.abs(swapped[column]) < 1e-12) {
        return null;
      }
      for (int i = 0; i < n; i++) {
        double factor = work[i][column] / swapped[column];
        for (int j = 0; j < 2 * n && i != column; j++) {
          work[i][j] -= factor * swapped[j];
        }
      }
    }
    double[][] inverse = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        inverse[i][j] = work[i][n + j] / work[i][i] / scale[i] / scale[j];
      }
    }
    return inverse;
  }
}
