// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowCountsTest {

  @Test
  void countsThatBalanceHaveNoRemainder() {
    FlowCounts counts =
        new FlowCounts(
            100,
            90,
            80,
            70,
            Map.of("transport.timeout", 9L, "protocol.5.03", 6L),
            Map.of("deviceBusy", 7L, "runEnded", 3L),
            5,
            11);
    assertThat(counts.failedTotal()).isEqualTo(15);
    assertThat(counts.notSentTotal()).isEqualTo(10);
    assertThat(counts.remainder()).isZero();
    assertThat(FlowCounts.NONE.remainder()).isZero();
  }

  @Test
  void oneMessageTooManyDoesNotMakeUpForOneTooFew() {
    // Due and not due: 1 missing; sent and its outcomes: 1 too many.
    FlowCounts counts = new FlowCounts(101, 100, 100, 101, Map.of(), Map.of(), 0, 0);
    assertThat(counts.remainder()).isEqualTo(2);
  }
}
