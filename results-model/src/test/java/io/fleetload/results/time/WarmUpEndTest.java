// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpEndTest {
  @Test
  void whatIsNormallyUnderWayIsNoBacklog() {
    WarmUpEnd end = WarmUpEnd.of(60, null, null, 100, 500, 600);
    assertThat(end.backlog()).isZero();
    assertThat(end.flaw()).isNull();
  }

  @Test
  void moreThanASecondsMessagesAreABacklog() {
    WarmUpEnd end = WarmUpEnd.of(60, null, null, 9_000, 3_345, 600);
    assertThat(end.backlog()).isEqualTo(12_345);
    assertThat(end.flaw()).contains(" 12,345 ");
  }

  @Test
  void aFewMessagesAreNoBacklogHoweverLowTheRateIs() {
    assertThat(WarmUpEnd.of(60, null, null, 0, 10, 0.5).backlog()).isZero();
    assertThat(WarmUpEnd.of(60, null, null, 0, 11, 0.5).backlog()).isEqualTo(11);
  }

  @Test
  void aBoundThatEndedTheWarmUpIsTold() {
    String why = "telemetry p99 ms fell from 812 to 401";
    assertThat(WarmUpEnd.of(180, false, why, 0, 20, 600).flaw())
        .contains("(" + why + ")")
        .doesNotContain("20");
    assertThat(WarmUpEnd.of(180, false, why, 0, 700, 600).flaw())
        .containsSubsequence(" 700 ", "(" + why + ")");
  }

  @Test
  void ofShardsMessagesAndRatesAddUp() {
    WarmUpEnd sum =
        WarmUpEnd.ofShards(
            List.of(
                WarmUpEnd.of(60, null, null, 200, 150, 300),
                WarmUpEnd.of(60, null, null, 200, 150, 300)));
    assertThat(sum).isEqualTo(WarmUpEnd.of(60, null, null, 400, 300, 600));
    assertThat(sum.backlog()).isEqualTo(700);
  }
}
