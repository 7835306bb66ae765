// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ExitCode;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolTest {

  private final List<ToolEvent> told = new ArrayList<>();
  private final Tool tool = new Tool("tool", told::add, new StopSignal());

  private void ends(Tool.Work work, ExitCode code, String text) {
    assertThat(tool.run(work)).isEqualTo(code.code());
    assertThat(told).containsExactly(new ToolEvent.Problem("tool", code.code(), text));
    told.clear();
  }

  @Test
  void whatTheWorkSaysIsTheExitCode() {
    for (ExitCode each : ExitCode.values()) {
      assertThat(tool.run(() -> each)).isEqualTo(each.code());
    }
    assertThat(told).isEmpty();
  }

  @Test
  void aWrongProfileOrCommandLineIsWrongUsage() {
    ends(
        () -> {
          throw new ProfileException(
              List.of(
                  new ProfileProblem("p.yaml", 7, "run.name", "second"),
                  new ProfileProblem("p.yaml", 3, "", "first")));
        },
        ExitCode.WRONG_USAGE,
        "p.yaml:3: first\np.yaml:7: run.name: second");
    ends(
        () -> {
          throw new UsageException("--out: is no directory");
        },
        ExitCode.WRONG_USAGE,
        "--out: is no directory");
  }

  @Test
  void aTargetThatIsNotThereIsSaidSo() {
    ends(
        () -> {
          throw new TargetException("coap 127.0.0.1:5684 does not answer; start it");
        },
        ExitCode.TARGET_NOT_READY,
        "coap 127.0.0.1:5684 does not answer; start it");
  }

  @Test
  void aFileThatCannotBeUsedIsNamedWithTheReason() {
    ends(
        () -> {
          throw new IOException("book.json: no DeviceBook");
        },
        ExitCode.WRONG_USAGE,
        "book.json: no DeviceBook");
    ends(
        () -> {
          throw new NoSuchFileException("results/x");
        },
        ExitCode.WRONG_USAGE,
        "cannot use a file: NoSuchFileException: results/x");
    ends(
        () -> {
          throw new IOException();
        },
        ExitCode.WRONG_USAGE,
        "java.io.IOException");
  }

  @Test
  void resultsThatCannotBeWrittenAreNoMistakeOfTheUser() {
    ends(
        () -> {
          throw new ResultFiles.NotWritten("book.json: cannot be written", null);
        },
        ExitCode.RESULTS_NOT_WRITTEN,
        "book.json: cannot be written");
  }

  @Test
  void anInterruptEndsTheToolAndIsKept() {
    ends(
        () -> {
          throw new InterruptedException();
        },
        ExitCode.INTERRUPTED,
        "interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
