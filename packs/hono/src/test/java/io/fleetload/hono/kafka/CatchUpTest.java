// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CatchUpTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final long MILLI = 1_000_000L;

  private final CatchUp catchUp = new CatchUp(0);

  @Test
  void itIsDoneOnceTheEndsAreReadAndNothingComesFor300Ms() {
    catchUp.ends(Map.of(PARTITION, 10L));

    assertThat(catchUp.done(400 * MILLI, 0, each -> 9)).isFalse();
    assertThat(catchUp.done(500 * MILLI, 1, each -> 10)).isFalse();
    assertThat(catchUp.done(799 * MILLI, 0, each -> 10)).isFalse();
    assertThat(catchUp.done(800 * MILLI, 0, each -> 10)).isTrue();
    assertThat(catchUp.caughtUp()).isTrue();
  }

  @Test
  void itIsGivenUpAfter15SecondsAndSaysThatItDidNotCatchUp() {
    catchUp.ends(Map.of(PARTITION, 10L));

    assertThat(catchUp.done(14_999 * MILLI, 0, each -> 9)).isFalse();
    assertThat(catchUp.done(15_000 * MILLI, 0, each -> 9)).isTrue();
    assertThat(catchUp.caughtUp()).isFalse();
    assertThat(catchUp.left(each -> 7)).isEqualTo(3);
  }

  @Test
  void trafficThatNeverEndsDoesNotHideThatTheEndsWereRead() {
    catchUp.ends(Map.of(PARTITION, 10L));

    assertThat(catchUp.done(15_000 * MILLI, 5, each -> 99)).isTrue();
    assertThat(catchUp.caughtUp()).isTrue();
  }

  @Test
  void withoutTheEndsItHasNotCaughtUp() {
    assertThat(catchUp.knowsEnds()).isFalse();
    assertThat(catchUp.done(1_000 * MILLI, 0, each -> 10)).isFalse();
    assertThat(catchUp.done(15_000 * MILLI, 0, each -> 10)).isTrue();
    assertThat(catchUp.caughtUp()).isFalse();
  }
}
