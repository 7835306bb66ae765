// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.confidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class ShareConfidenceTest {
  private static final int BLOCKS = 60;

  private static long[] filled(long value) {
    long[] all = new long[BLOCKS];
    Arrays.fill(all, value);
    return all;
  }

  @Test
  void noneOfManyIsNotSurelyNone() {
    ConfidenceInterval none = ShareConfidence.of(0, 10_000);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(3.84 / 10_000, within(1e-5));
    ConfidenceInterval all = ShareConfidence.of(10_000, 10_000);
    assertThat(all.high()).isEqualTo(1);
    assertThat(all.low()).isCloseTo(1 - 3.84 / 10_000, within(1e-5));
  }

  /** Brown, Cai and DasGupta, Statistical Science 16 (2001), give the formula of Wilson. */
  @Test
  void aShareHasTheIntervalOfWilson() {
    ConfidenceInterval half = ShareConfidence.of(5, 10);
    assertThat(half.low()).isCloseTo(0.2366, within(1e-4));
    assertThat(half.high()).isCloseTo(0.7634, within(1e-4));
  }

  @Test
  void nothingOfNothingHasNoInterval() {
    assertThat(ShareConfidence.of(0, 0)).isNull();
    assertThat(ShareConfidence.of(2, 1)).isNull();
    assertThat(ShareConfidence.of(0, 0, filled(0), filled(0))).isNull();
  }

  @Test
  void failuresThatComeTogetherSayLessThanAsManyApart() {
    long[] together = filled(0);
    Arrays.fill(together, 0, 3, 200);
    ConfidenceInterval apart = ShareConfidence.of(600, 60_000, filled(10), filled(1_000));
    ConfidenceInterval atOnce = ShareConfidence.of(600, 60_000, together, filled(1_000));
    assertThat(apart.high() - apart.low()).isLessThan(0.002);
    assertThat(atOnce.high() - atOnce.low()).isGreaterThan(0.01);
  }

  @Test
  void aPlanThatWasKeptHasNoNoise() {
    assertThat(ShareConfidence.ofPlan(filled(10), filled(10)))
        .isEqualTo(new ConfidenceInterval(1.0, 1.0));
    long[] oneBadBlock = filled(10);
    oneBadBlock[30] = 0;
    assertThat(ShareConfidence.ofPlan(oneBadBlock, filled(10)).low()).isLessThan(0.97);
  }

  /** 2,000 runs of 60 blocks, in which a share of 2 % fails, message by message or in outages. */
  @Test
  void of100IntervalsOfAShare93To98HaveTheTrueOne() {
    for (boolean outages : new boolean[] {false, true}) {
      int covered = 0;
      for (int run = 0; run < 2_000; run++) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(run);
        long[] failed = new long[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
          // In an outage a tenth of the messages fails; a fifth of the blocks has one.
          double share = !outages ? 0.02 : random.nextDouble() < 0.2 ? 0.1 : 0;
          for (int i = 0; i < 200; i++) {
            failed[block] += random.nextDouble() < share ? 1 : 0;
          }
        }
        ConfidenceInterval interval =
            ShareConfidence.of(Arrays.stream(failed).sum(), BLOCKS * 200, failed, filled(200));
        covered += interval.low() <= 0.02 && interval.high() >= 0.02 ? 1 : 0;
      }
      assertThat(covered).as(outages ? "outages" : "single messages").isBetween(1_860, 1_960);
    }
  }
}
