// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.limit.model.Estimate;
import org.junit.jupiter.api.Test;

class LimitModelTest {
  private static SyntheticTarget target(double noise, double capacity, long seed) {
    return new SyntheticTarget(20, 15, noise, any -> capacity, seed);
  }

  /** Number of searches of 60 with a limit in their models, and of those with the truth in it. */
  private static int[] covered(double base, double slope, double noise) {
    int[] covered = new int[2];
    for (int seed = 0; seed < 60; seed++) {
      SyntheticTarget target = new SyntheticTarget(base, slope, noise, any -> 1_500, seed);
      Limit limit = SyntheticSearch.of(target);
      Estimate found = limit.model().limit();
      if (found != null) {
        covered[0]++;
        assertThat(found.value())
            .isBetween(limit.bounds().held() - 0.01, limit.bounds().crossed() + 0.01);
        covered[1] += found.low() <= target.limit() && target.limit() <= found.high() ? 1 : 0;
      }
    }
    return covered;
  }

  @Test
  void theIntervalHoldsTheTruthOfAQueueAndOfATargetThatDegradesSlowly() {
    int[] queue = covered(20, 15, 0.1);
    assertThat(queue[0]).isGreaterThan(50);
    assertThat(queue[1]).isGreaterThanOrEqualTo((int) (0.9 * queue[0]));
    int[] slow = covered(60, 120, 0.1);
    assertThat(slow[0]).isGreaterThan(50);
    assertThat(slow[1]).isGreaterThanOrEqualTo((int) (0.9 * slow[0]));
  }

  @Test
  void aCliffHasNoIntervalOfAModel() {
    assertThat(covered(5, 0.05, 0.05)[0]).isLessThanOrEqualTo(3);
    assertThat(
            SyntheticSearch.of(new SyntheticTarget(5, 0.05, 0.05, any -> 1_500, 1)).model().says())
        .contains("gives way at once");
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
