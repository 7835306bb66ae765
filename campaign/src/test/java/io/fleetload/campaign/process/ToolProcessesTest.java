// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a tool that ends, or does not end, means for the run. */
@Timeout(60)
class ToolProcessesTest {
  private static final int NOT_READY = ExitCode.TARGET_NOT_READY.code();

  @TempDir private Path directory;
  private final StopSignal stop = new StopSignal();

  /** A tool that says what is wrong with the target, or just ends. */
  static final class Ends {
    private Ends() {}

    public static void main(String[] arguments) {
      for (String each : arguments) {
        ToolEvents.json(System.out).tell(new ToolEvent.Problem("backend", NOT_READY, each));
      }
      System.exit(NOT_READY);
    }
  }

  private ExitCode lost(String... says) throws Exception {
    ToolProcesses processes = new ToolProcesses(directory, stop, event -> {});
    try (ToolProcess tool = started(processes, Ends.class, says)) {
      ToolProcess.awaitAny(tool.ended());
      Integer code = tool.await();
      assertThat(code).isEqualTo(NOT_READY);
      return catchThrowableOfType(
              TargetException.class, () -> processes.lost(tool, code, ExitCode.TARGET_GONE))
          .code();
    }
  }

  private static ToolProcess started(ToolProcesses processes, Class<?> tool, String... arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                tool.getName()));
    command.addAll(List.of(arguments));
    return processes.start("backend", command, event -> {}, Duration.ofMillis(100));
  }

  @Test
  void aTargetThatAToolLosesInMidRunIsGone() throws Exception {
    assertThat(lost("the server does not answer any more")).isEqualTo(ExitCode.TARGET_GONE);
  }

  @Test
  void aToolThatSaysNothingIsGoneItself() throws Exception {
    assertThat(lost()).isEqualTo(ExitCode.TOOL_GONE);
  }

  @Test
  void aToolThatDoesNotEndIsGivenUpSoonAfterTheStop() throws Exception {
    ToolProcesses processes = new ToolProcesses(directory, stop, event -> {});
    try (ToolProcess tool = started(processes, ToolProcessTest.NeverEnds.class)) {
      stop.stop(StopSignal.Why.INTERRUPTED);
      tool.stop();
      assertThat(tool.await()).isNull();
    }
  }
}
