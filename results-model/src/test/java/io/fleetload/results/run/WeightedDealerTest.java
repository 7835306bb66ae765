// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WeightedDealerTest {
  private static final int THINGS = 2_000;

  static Stream<int[]> weights() {
    Random random = new Random(1);
    return Stream.concat(
        Stream.of(
            new int[] {1},
            new int[] {3, 1},
            new int[] {1, 1},
            new int[] {1, 1, 1},
            new int[] {7, 3},
            new int[] {99, 1},
            new int[] {1000, 999},
            new int[] {20, 10, 5, 5, 1}),
        Stream.generate(() -> random.ints(2 + random.nextInt(7), 1, 31).toArray()).limit(12));
  }

  @ParameterizedTest
  @MethodSource("weights")
  void everyRoundIsExact(int[] weights) {
    WeightedDealer dealing = new WeightedDealer(weights);
    int round = Arrays.stream(weights).sum();
    for (int from = 0; from + round <= Math.max(THINGS, 2 * round); from += round) {
      int[] found = new int[weights.length];
      for (int i = 0; i < round; i++) {
        found[dealing.party(from + i)]++;
      }
      assertThat(found).containsExactly(weights);
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void everyStretchHasItsShares(int[] weights) {
    WeightedDealer dealing = new WeightedDealer(weights);
    for (int party = 0; party < weights.length; party++) {
      double share = (double) weights[party] / Arrays.stream(weights).sum();
      double ahead = 0;
      double most = 0;
      double least = 0;
      for (int i = 0; i < THINGS; i++) {
        ahead += (dealing.party(i) == party ? 1 : 0) - share;
        most = Math.max(most, ahead);
        least = Math.min(least, ahead);
      }
      // A stretch is what lies between two such points.
      assertThat(most - least).isLessThan(4);
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void everyShardHasItsShares(int[] weights) {
    WeightedDealer dealing = new WeightedDealer(weights);
    for (int of = 2; of <= 16; of++) {
      for (int shard = 1; shard <= of; shard++) {
        int[] found = new int[weights.length];
        for (int i = shard - 1; i < THINGS; i += of) {
          found[dealing.party(i)]++;
        }
        for (int party = 0; party < weights.length; party++) {
          double share = (double) weights[party] / Arrays.stream(weights).sum();
          assertThat(found[party] - share * new Shard(shard, of).share(THINGS))
              .isBetween(-15., 15.);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("weights")
  void sharesAreCounts(int[] weights) {
    WeightedDealer dealing = new WeightedDealer(weights);
    int[] found = new int[weights.length];
    for (int i = 0; i < 500; i++) {
      for (int party = 0; party < weights.length; party++) {
        assertThat(dealing.share(party, i)).isEqualTo(found[party]);
      }
      found[dealing.party(i)]++;
    }
  }

  @Test
  void weightsAreRelative() {
    WeightedDealer small = new WeightedDealer(3, 1);
    WeightedDealer large = new WeightedDealer(600, 200);
    for (int i = 0; i < THINGS; i++) {
      assertThat(large.party(i)).isEqualTo(small.party(i));
    }
  }

  /** Registries are written by one version and used by another, so this must never change. */
  @Test
  void whoHasWhatIsForEver() {
    WeightedDealer dealing = new WeightedDealer(3, 1);
    List<Integer> second =
        Stream.iterate(0, i -> i + 1).limit(40).filter(i -> dealing.party(i) == 1).toList();
    assertThat(second).containsExactly(3, 5, 8, 13, 16, 21, 24, 29, 32, 39);
  }
}
