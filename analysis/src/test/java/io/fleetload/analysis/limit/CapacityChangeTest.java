// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Targets that do less, or more, after a time of the search. */
class CapacityChangeTest {
  private static Limit found(double noise, DoubleUnaryOperator capacity, long seed) {
    return SyntheticSearch.of(new SyntheticTarget(20, 15, noise, capacity, seed));
  }

  /** A fall is seen if a load above the later limit held before it. */
  @Test
  void aTargetThatFallsIsSaidAndTheAnswerIsOfTheLaterState() {
    double[][] falls = {{60, 150}, {100, 300}, {100, 500}, {130, 1_000}};
    for (double[] fall : falls) {
      Limit limit = found(0.05, at -> at < fall[0] ? 3_000 : fall[1], 1);
      assertThat(limit.change()).as("to %s after %s s", fall[1], fall[0]).isNotNull();
      assertThat(limit.change().kind()).isEqualTo("fell");
      assertThat(limit.bounds().held()).isBetween(0.85 * fall[1], fall[1]);
      assertThat(limit.bounds().crossed()).isBetween(0.9 * fall[1], 1.05 * fall[1]);
      assertThat(limit.verdict().reasons()).contains(limit.change().says());
    }
  }

  @Test
  void aTargetThatDoesMoreAfterAWhileIsSearchedToItsLaterLimit() {
    for (double after : new double[] {60, 120, 180}) {
      Limit limit = found(0.05, at -> at < after ? 500 : 2_000, 1);
      assertThat(limit.bounds().held()).as("after %s s", after).isBetween(1_800.0, 2_000.0);
    }
    CapacityChange change = found(0.05, at -> at < 180 ? 500 : 2_000, 1).change();
    assertThat(change.kind()).isEqualTo("rose");
  }

  @Test
  void aTargetThatFallsAndComesBackIsSaidOrIsNoise() {
    Limit limit = found(0.05, at -> at > 100 && at < 300 ? 500 : 2_000, 1);
    assertThat(limit.noise()).isNotNull();
    assertThat(limit.bounds().held()).isBetween(1_800.0, 2_000.0);
    assertThat(limit.change().kind()).isEqualTo("came-back");
  }

  @Test
  void aTargetThatStaysIsNotSaidToChange() {
    assertThat(said(15, 0.1)).isLessThanOrEqualTo(5);
  }

  @Test
  void aNoisyTargetIsSeldomSaidToChange() {
    assertThat(said(60, 0.5)).isLessThanOrEqualTo(25);
  }

  /** Number of searches of 500 that say a change of a target that stays as it is. */
  private static int said(double slope, double noise) {
    int said = 0;
    for (int seed = 0; seed < 500; seed++) {
      SyntheticTarget target = new SyntheticTarget(20, slope, noise, any -> 1_500, seed);
      said += SyntheticSearch.changeOf(target) == null ? 0 : 1;
    }
    return said;
  }
}
