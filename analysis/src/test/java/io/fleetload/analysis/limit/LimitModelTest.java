// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimitModelTest {
  private static SyntheticTarget target(double noise, double capacity, long seed) {
    return new SyntheticTarget(20, 15, noise, any -> capacity, seed);
  }

  @Test
  void theLimitHasAnIntervalWithinWhatTheProbesShowed() {
    int said = 0;
    int right = 0;
    for (int seed = 0; seed < 60; seed++) {
      SyntheticTarget target = target(0.1, 1_500, seed);
      Limit limit = SyntheticSearch.of(target);
      if (limit.model().limit() != null && limit.noise() == null) {
        said++;
        double truth = target.limit();
        assertThat(limit.model().limit().low())
            .isGreaterThanOrEqualTo(limit.bounds().held() - 0.01);
        assertThat(limit.model().limit().high())
            .isLessThanOrEqualTo(limit.bounds().crossed() + 0.01);
        right +=
            limit.model().limit().low() <= truth && truth <= limit.model().limit().high() ? 1 : 0;
      }
    }
    assertThat(said).isGreaterThan(30);
    assertThat(right).isGreaterThanOrEqualTo((int) (0.85 * said));
  }

  @Test
  void theSentenceNamesTheLimitTheIntervalAndWhatBendsIt() {
    Limit limit = SyntheticSearch.of(target(0.02, 1_500, 3));
    assertThat(limit.model().cause()).isEqualTo("contention");
    assertThat(limit.model().says())
        .matches(
            "the limit is [0-9,.]+/s, between [0-9,.]+/s and [0-9,.]+/s \\(95 %\\), bent by contention \\(σ .*\\)");
    assertThat(limit.verdict().reasons()).contains(limit.model().says());
  }

  @Test
  void aLimitBeyondTwiceTheLargestProbeIsNotSaid() {
    Limit limit = SyntheticSearch.of(target(0.0, 100_000, 3));
    assertThat(limit.bounds().crossed()).isNull();
    assertThat(limit.model().limit()).isNull();
    assertThat(limit.model().says()).contains("beyond 12,000/s, twice the largest probe");
  }

  @Test
  void fewerThanFiveLoadsGiveNoModel() {
    Limit limit = SyntheticSearch.of(target(0.0, 50, 3));
    assertThat(limit.model().scalability()).isNull();
    assertThat(limit.model().response()).isNull();
    assertThat(limit.model().says()).contains("5 loads");
  }
}
