// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {
  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void aLineThroughFourPointsIsThatOfTheTextbook() {
    List<double[]> rows = new ArrayList<>();
    for (int x = 1; x <= 4; x++) {
      rows.add(new double[] {1, x});
    }
    LeastSquares fit = LeastSquares.fit(rows, new double[] {6, 5, 7, 10}, ones(4));
    assertThat(fit.coefficient(0)).isCloseTo(3.5, within(1e-9));
    assertThat(fit.coefficient(1)).isCloseTo(1.4, within(1e-9));
    assertThat(fit.squares()).isCloseTo(4.2, within(1e-9));
    assertThat(fit.inverse()[1][1]).isCloseTo(1 / 5.0, within(1e-9));
  }

  @Test
  void aCoefficientThatWouldBeBelowZeroIsZero() {
    List<double[]> rows = List.of(new double[] {1, 1}, new double[] {1, 2}, new double[] {1, 3});
    LeastSquares fit = LeastSquares.fit(rows, new double[] {3, 2, 1}, ones(3));
    assertThat(fit.coefficients()).containsExactly(new double[] {2, 0}, within(1e-9));
  }

  @Test
  void noOtherCoefficientsFromZeroUpwardsAreBetter() {
    Random random = new Random(5);
    for (int i = 0; i < 200; i++) {
      List<double[]> rows = new ArrayList<>();
      double[] values = new double[8];
      double[] weights = new double[8];
      for (int k = 0; k < 8; k++) {
        double x = random.nextDouble() * 10;
        rows.add(new double[] {1, x - 1, x * (x - 1)});
        values[k] = 2 + random.nextGaussian() * 3;
        weights[k] = random.nextDouble();
      }
      LeastSquares fit = LeastSquares.fit(rows, values, weights);
      assertThat(Arrays.stream(fit.coefficients()).min().orElseThrow()).isNotNegative();
      for (int term = 0; term < 3; term++) {
        for (double step : new double[] {1e-4, -1e-4}) {
          double[] other = fit.coefficients();
          other[term] = Math.max(0, other[term] + step);
          double squares = 0;
          for (int k = 0; k < 8; k++) {
            double residual = values[k];
            for (int t = 0; t < 3; t++) {
              residual -= other[t] * rows.get(k)[t];
            }
            squares += weights[k] * residual * residual;
          }
          assertThat(squares).isGreaterThanOrEqualTo(fit.squares() - 1e-9);
        }
      }
    }
  }

  @Test
  void pointsAtOnePlaceDetermineNoLine() {
    List<double[]> rows = List.of(new double[] {1, 2}, new double[] {1, 2});
    assertThat(LeastSquares.fit(rows, new double[] {1, 1}, ones(2)).inverse()).isNull();
  }
}
