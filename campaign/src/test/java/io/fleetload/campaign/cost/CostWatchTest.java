// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.profile.Generator;
import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Measure;
import io.fleetload.quantity.Span;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.TargetCost;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostWatchTest {
  private static final Phases PHASES =
      new Phases(null, null, null, Measure.parse("60s"), Span.parse("15s"));

  @ParameterizedTest
  @CsvSource({"cat <&3, cat 2", "(cat <&3; true), gateway"})
  void whatTheTargetHasStartedIsInItsCostEachByItself(String started, String name)
      throws Exception {
    Process target = new ProcessBuilder("sh", "-c", "exec 3<&0; " + started + " & wait").start();
    try (BufferedReader heard = target.inputReader(StandardCharsets.UTF_8);
        CostWatch watch = new CostWatch(PHASES, new Generator(null), true, said -> {})) {
      target.getOutputStream().write('\n');
      target.getOutputStream().flush();
      assertThat(heard.readLine()).as("the child is up").isEmpty();

      watch.readings().installation(List.of("server"), null);
      watch.process("cat", true, target.toHandle());
      watch.readings().parts("cat", List.of("server"));
      watch.children("gateway", target.toHandle());
      watch.readings().saw(new ToolEvent.Progress("device-simulator", "measure", 60.0, Map.of()));
      watch.readings().awaitEnd();

      TargetCost cost = watch.readings().cost(1).orElseThrow();
      assertThat(cost.processes())
          .hasSize(2)
          .allMatch(ProcessCost::target)
          .extracting(ProcessCost::name)
          .containsExactly("cat", name);
      assertThat(cost.parts().included()).containsExactly("server", name);
      assertThat(cost.parts().missing()).isEmpty();
    } finally {
      target.children().forEach(ProcessHandle::destroyForcibly);
      target.destroyForcibly();
    }
  }
}
