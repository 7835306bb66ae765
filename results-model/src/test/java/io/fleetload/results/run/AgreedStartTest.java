// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgreedStartTest {
  private static AgreedStart shard(long epochMs, Double skewMs) {
    return new AgreedStart(epochMs, skewMs, null, null);
  }

  @Test
  void ofShardsTheFirstAndTheLastThatBeganAreKept() {
    assertThat(
            AgreedStart.ofShards(
                List.of(shard(1_000, 2.5), shard(1_000, 0.125), shard(1_000, 7.0))))
        .isEqualTo(new AgreedStart(1_000, 7.0, 0.125, 6.875));
  }

  @Test
  void shardsThatWereGivenDifferentTimesBeganAtDifferentTimes() {
    assertThat(AgreedStart.ofShards(List.of(shard(1_250, 1.0), shard(1_000, 3.0))))
        .isEqualTo(new AgreedStart(1_000, 251.0, 3.0, 248.0));
  }

  @Test
  void aRunHasNotBegunBeforeEveryShardHas() {
    assertThat(AgreedStart.ofShards(List.of(shard(1_000, 2.5), shard(1_000, null))))
        .isEqualTo(shard(1_000, null));
    assertThat(AgreedStart.ofShards(List.of())).isNull();
  }
}
