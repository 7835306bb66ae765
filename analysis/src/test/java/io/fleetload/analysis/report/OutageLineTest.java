// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.rig.Golden;
import org.junit.jupiter.api.Test;

class OutageLineTest {
  private static final Golden WORDS = Golden.of("report");

  private static Outage.OutageFigures figures(long notBack, Long recovery) {
    LatencyHistogram goneFor = new LatencyHistogram();
    goneFor.record(21_200_000_000L);
    return new Outage.OutageFigures(40, 38, notBack, goneFor.summary(), recovery, 41, 96);
  }

  @Test
  void aRestartIsOneLine() {
    WORDS.says(
        OutageLine.of(figures(0, 26_140L)).orElseThrow(),
        "  outage: ",
        "40",
        "38",
        "p50 21.2 s, max 21.2 s",
        "26.1 s",
        "41 failed, 96 late");
  }

  @Test
  void sessionsThatAreStillGoneAreSaid() {
    assertThat(OutageLine.of(figures(3, null)).orElseThrow()).contains("3 not back at the end");
  }

  @Test
  void withoutAnOutageThereIsNoLine() {
    assertThat(OutageLine.of(null)).isEmpty();
  }
}
