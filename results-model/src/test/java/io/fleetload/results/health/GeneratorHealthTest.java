// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Books;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.time.LatencySummary;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {
  private static final LatencySummary TIMES = Books.millis(1).summary();

  @Test
  void whatHeldASimulatorUpIsFlatInItsFile() {
    // Seconds before the measured phase have no figure.
    List<Double> gaps = Arrays.asList(null, 2.5);
    GeneratorHealth health =
        new GeneratorHealth(
            TIMES,
            100,
            3,
            1.5,
            List.of(),
            new GeneratorDelays(
                TIMES,
                TIMES,
                2.0,
                new GeneratorCpu(0.5, 0.3, null),
                TIMES,
                new GeneratorSeconds(gaps, gaps, gaps, gaps, gaps, gaps),
                4.0,
                0L,
                0.22));
    JsonNode tree = ResultFiles.tree(health);
    assertThat(tree.fieldNames())
        .toIterable()
        .containsExactly(
            "lag",
            "lagLimitMs",
            "gcPauseMs",
            "cpuSeconds",
            "reasons",
            "pacing",
            "loopDelay",
            "longestGcPauseMs",
            "cpu",
            "capped",
            "perSecond",
            "longestStallMs",
            "udpDropped",
            "napMs");
    assertThat(ResultFiles.part(tree, GeneratorHealth.class)).isEqualTo(health);
  }

  @Test
  void anOlderFileDoesNotKnowWhatHeldItUp() {
    GeneratorHealth health = new GeneratorHealth(TIMES, 100, 3, 1.5, List.of());
    assertThat(ResultFiles.part(ResultFiles.tree(health), GeneratorHealth.class)).isEqualTo(health);
  }
}
