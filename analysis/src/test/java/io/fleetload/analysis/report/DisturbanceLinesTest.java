// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.DisturbanceResult;
import io.fleetload.results.DisturbanceResult.MessageToll;
import io.fleetload.results.outage.DisturbanceNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisturbanceLinesTest {
  private static final DisturbanceNote DONE =
      DisturbanceNote.notBegun("adapter", "adapter: restart", "embedded", "")
          .begunAt(1_000)
          .doneAt(1_800, null);

  private static List<String> lines(DisturbanceResult result) {
    List<String> lines = new ArrayList<>();
    DisturbanceLines.of(Map.of("adapter", result), lines);
    return lines;
  }

  @Test
  void theTimesAndTheTollAreTwoLines() {
    MessageToll toll =
        new MessageToll(
            856,
            830,
            26,
            Map.of("protocol.5.03", 1L, "transport.timeout", 25L),
            0,
            Map.of(),
            0,
            42,
            0L);

    assertThat(
            lines(
                new DisturbanceResult(DONE, 20, 20, 0, 4_107.0, 6_285.0, toll, 13L, 0L, Map.of())))
        .containsExactly(
            "  disturb.adapter: adapter: restart, done in 0.8 s; as before after 6.3 s",
            "    20 devices out, at most 20 at once, all back after 4.1 s; messages: 26 failed"
                + " (transport.timeout 25, protocol.5.03 1), 42 late, 0 lost; commands: 13 late, 0 lost");
  }

  @Test
  void aTargetThatDidNothingAtAllShowsIt() {
    MessageToll toll = new MessageToll(800, 800, 0, Map.of(), 0, Map.of(), 0, 0, null);

    assertThat(lines(new DisturbanceResult(DONE, 0, 0, 0, 0.0, 0.0, toll, null, null, Map.of())))
        .last()
        .isEqualTo("    no device was out; messages: 0 failed, 0 late, lost not known");
  }

  @Test
  void whatWasNotDoneSaysWhy() {
    DisturbanceNote failed = DONE.failedAt(2_000, 7, "sh ended with 7");
    MessageToll toll = new MessageToll(0, 0, 0, Map.of(), 0, Map.of(), 0, 0, null);

    assertThat(
            lines(new DisturbanceResult(failed, 0, 0, 0, null, null, toll, null, null, Map.of())))
        .containsExactly("  disturb.adapter: adapter: restart: not done: sh ended with 7");
  }
}
