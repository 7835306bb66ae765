// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class IndexAfterRunTest {
  private static final String RESULT =
      """
      {"version": 2, "run": "small", "verdict": {"status": "passed", "exitCode": 0}, "flows": {}}
      """;

  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Screen screen =
      new Screen(
          new PrintStream(said, true, StandardCharsets.UTF_8),
          new PrintStream(said, true, StandardCharsets.UTF_8));

  @CommandLine.Command
  private static final class Running {
    @CommandLine.Mixin private final OutOption out = OutOption.ofRun();
  }

  private OutOption out(Path run) {
    Running running = new Running();
    new CommandLine(running).parseArgs("--out=" + run);
    return running.out;
  }

  @Test
  void aRunIsInTheIndexOfItsResultsHoweverItEnded() throws Exception {
    Path results = directory.resolve("results");
    OutOption first = out(results.resolve("first"));
    assertThat(first.during((to, stop) -> ended(first)).run(screen, new StopSignal()))
        .isEqualTo(ExitCode.PASSED);
    OutOption second = out(results.resolve("second"));
    assertThatThrownBy(
            () -> second.during((to, stop) -> gone(second)).run(screen, new StopSignal()))
        .isInstanceOf(TargetException.class);

    assertThat(results.resolve("index.html")).content().contains("first/report", "second/report");
    assertThat(said.size()).isZero();
  }

  @Test
  void anIndexThatCannotBeWrittenIsSaidAndChangesNoVerdict() throws Exception {
    Path results = Files.createDirectory(directory.resolve("results"));
    Files.createDirectory(results.resolve("index.html"));
    Files.createFile(results.resolve("index.html/in the way"));
    OutOption run = out(results.resolve("run"));

    assertThat(run.during((to, stop) -> ended(run)).run(screen, new StopSignal()))
        .isEqualTo(ExitCode.PASSED);

    assertThat(said.toString(StandardCharsets.UTF_8)).contains("no index of the runs: ");
  }

  private static ExitCode ended(OutOption out) {
    try {
      Files.writeString(out.make().resolve("result.json"), RESULT);
      return ExitCode.PASSED;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static ExitCode gone(OutOption out) throws TargetException {
    ended(out);
    throw new TargetException(ExitCode.TARGET_GONE, "gone");
  }
}
