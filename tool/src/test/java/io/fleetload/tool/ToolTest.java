// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.time.ResponseIntervals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ToolTest {

  private final List<ToolEvent> told = new ArrayList<>();
  private final Tool tool = new Tool("tool", told::add, new StopSignal());

  /** Asserts that the work ends the tool with that code and a text that has these values. */
  private void ends(Tool.Work work, ExitCode code, String... values) {
    assertThat(tool.run(work)).isEqualTo(code.code());
    assertThat(told)
        .singleElement(type(ToolEvent.Problem.class))
        .satisfies(
            problem -> {
              assertThat(problem.tool()).isEqualTo("tool");
              assertThat(problem.exitCode()).isEqualTo(code.code());
              assertThat(problem.text()).containsSubsequence(values);
            });
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
          throw new TargetException("coap 127.0.0.1:5684 is silent");
        },
        ExitCode.TARGET_NOT_READY,
        "coap 127.0.0.1:5684 is silent");
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
          new ResponseIntervals(1, 1, List.of(), List.of("5")).between(0, 1);
          return ExitCode.PASSED;
        },
        ExitCode.WRONG_USAGE,
        "damaged",
        "no compressed histogram");
    ends(
        () -> {
          throw new NoSuchFileException("results/x");
        },
        ExitCode.WRONG_USAGE,
        "cannot use a file: results/x: there is no such file");
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
          throw new ResultFiles.WriteFailure("book.json: cannot be written", null);
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

  @Test
  void anErrorIsAFaultOfOursAndNoCrossedThreshold() {
    ends(
        () -> {
          throw new StackOverflowError();
        },
        ExitCode.INTERNAL_FAULT,
        "java.lang.StackOverflowError");
    ends(
        () -> {
          throw new OutOfMemoryError("Java heap space");
        },
        ExitCode.INTERNAL_FAULT,
        "%d MB".formatted(Runtime.getRuntime().maxMemory() >> 20),
        "(Java heap space)",
        "FLEETLOAD_JAVA_OPTIONS=-Xmx%dm".formatted(2 * (Runtime.getRuntime().maxMemory() >> 20)));
  }

  @Test
  void aNameThatIsNoPathIsWrongUsage() {
    ends(
        () -> {
          Path unused = Path.of("a\0b");
          return ExitCode.PASSED;
        },
        ExitCode.WRONG_USAGE,
        "Nul character not allowed");
  }

  /** A tool that waits for ever for a thread that dies. */
  static final class WaitsForADeadThread {
    private WaitsForADeadThread() {}

    public static void main(String[] arguments) {
      Tool tool = new Tool("tool", event -> System.out.println(event), new StopSignal());
      tool.run(
          () -> {
            Thread dies =
                new Thread(
                    () -> {
                      throw new AssertionError("the fleet's state is wrong");
                    });
            dies.setDaemon(true);
            dies.start();
            new CountDownLatch(1).await();
            return ExitCode.PASSED;
          });
    }
  }

  @Test
  void aThreadThatDiesOfAnErrorEndsTheProcessWithALine() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                WaitsForADeadThread.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(ExitCode.INTERNAL_FAULT.code());
    assertThat(said).contains("java.lang.AssertionError: the fleet's state is wrong");
  }
}
