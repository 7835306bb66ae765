// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScalabilityTest {
  private static final double[] MESSAGES = {1, 2, 4, 8, 16, 32, 64};

  private static List<Scalability.OperatingPoint> points(
      double lambda, double sigma, double kappa, double noise, long seed) {
    Random random = new Random(seed);
    List<Scalability.OperatingPoint> points = new ArrayList<>();
    for (double n : MESSAGES) {
      double x = lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
      x *= Math.exp(noise * random.nextGaussian());
      points.add(new Scalability.OperatingPoint(x, n / x));
    }
    return points;
  }

  @Test
  void theParametersThatThePointsWereMadeOfAreFound() {
    Scalability found = Scalability.of(points(100, 0.05, 0.001, 0, 1));
    assertThat(found.lambda().value()).isCloseTo(100, within(1e-3));
    assertThat(found.sigma().value()).isCloseTo(0.05, within(1e-6));
    assertThat(found.kappa().value()).isCloseTo(0.001, within(1e-7));
    assertThat(found.atMessages()).isCloseTo(Math.sqrt(0.95 / 0.001), within(0.01));
    assertThat(found.rSquared()).isCloseTo(1, within(1e-9));
    assertThat(found.residual()).isLessThan(1e-9);
  }

  @Test
  void theIntervalsHoldTheTruthInNineteenOfTwentyCases() {
    int sigma = 0;
    int kappa = 0;
    int most = 0;
    double truth = 100 * 30.82 / (1 + 0.05 * 29.82 + 0.001 * 30.82 * 29.82);
    for (int seed = 0; seed < 400; seed++) {
      Scalability found = Scalability.of(points(100, 0.05, 0.001, 0.05, seed));
      sigma += holds(found.sigma(), 0.05);
      kappa += holds(found.kappa(), 0.001);
      most += found.most() != null ? holds(found.most(), truth) : 0;
    }
    assertThat(sigma).isGreaterThan(360);
    assertThat(kappa).isGreaterThan(360);
    assertThat(most).isGreaterThan(330);
  }

  private static int holds(Estimate estimate, double truth) {
    boolean below = estimate.high() == null || truth <= estimate.high();
    return estimate.low() <= truth && below ? 1 : 0;
  }

  @Test
  void contentionAndCoherencyAreToldApart() {
    assertThat(Scalability.of(points(100, 0.1, 0, 0.01, 3)).bend(64))
        .isEqualTo(Scalability.Bend.CONTENTION);
    assertThat(Scalability.of(points(100, 0, 0.005, 0.01, 3)).bend(64))
        .isEqualTo(Scalability.Bend.COHERENCY);
    assertThat(Scalability.of(points(100, 0, 0, 0.01, 3)).bend(64))
        .isEqualTo(Scalability.Bend.NEITHER);
  }

  @Test
  void withoutCoherencyTheMostIsWhatContentionLeaves() {
    Scalability found = Scalability.of(points(100, 0.1, 0, 0, 1));
    assertThat(found.most().value()).isCloseTo(1_000, within(1.0));
    assertThat(found.atMessages()).isNull();
  }

  @Test
  void nothingIsSaidBeyondTwiceTheLargestThroughputSeen() {
    List<Scalability.OperatingPoint> points = points(100, 0.001, 0, 0, 1);
    assertThat(points.get(6).throughput()).isLessThan(50_000);
    assertThat(Scalability.of(points).most()).isNull();
  }

  @Test
  void fourPointsAreTooFew() {
    assertThat(Scalability.of(points(100, 0.1, 0, 0, 1).subList(0, 4))).isNull();
  }
}
