// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResponseFitTest {
  private static final double[] LOADS = {100, 200, 400, 600, 700, 800, 850, 900};

  /** A queue with 20 ms without load and a capacity of 1,000. */
  private static List<ResponseFit.LoadTime> points(double noise, long seed) {
    Random random = new Random(seed);
    List<ResponseFit.LoadTime> points = new ArrayList<>();
    for (double load : LOADS) {
      double use = load / 1_000;
      double time = 20 + 15 * use / (1 - use);
      points.add(new ResponseFit.LoadTime(load, time * Math.exp(noise * random.nextGaussian())));
    }
    return points;
  }

  @Test
  void theQueueThatThePointsWereMadeOfIsFound() {
    ResponseFit fit = ResponseFit.of(points(0, 1));
    assertThat(fit.curve().capacity().value()).isCloseTo(1_000, within(10.0));
    assertThat(fit.curve().base()).isCloseTo(20, within(1.0));
    assertThat(fit.curve().residual()).isLessThan(0.02);
    assertThat(fit.at(500)).isCloseTo(35, within(1.0));
    assertThat(fit.at(2_000)).isInfinite();
    // 20 + 15 x = 200 at x = 12, which is a utilisation of 12 / 13.
    assertThat(fit.crossing(200).value()).isCloseTo(12_000 / 13.0, within(8.0));
    assertThat(fit.crossing(19)).isNull();
  }

  @Test
  void theIntervalOfACrossingHoldsTheTruthInNineOfTenCasesAtLeast() {
    int held = 0;
    for (int seed = 0; seed < 200; seed++) {
      Estimate crossing = ResponseFit.of(points(0.1, seed)).crossing(140);
      double truth = 8_000 / 9.0;
      held += crossing.low() <= truth && truth <= crossing.high() ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(180);
  }

  @Test
  void samePointsGiveTheSameInterval() {
    assertThat(ResponseFit.of(points(0.1, 4)).crossing(140))
        .isEqualTo(ResponseFit.of(points(0.1, 4)).crossing(140));
  }

  @Test
  void fourLoadsAreTooFew() {
    assertThat(ResponseFit.of(points(0, 1).subList(0, 4))).isNull();
  }
}
