// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of the end of a child process. */
class ToolProcessTest {
  @TempDir private Path folder;
  private final List<ToolEvent> told = new ArrayList<>();

  /** A tool of which a library swallows that memory ran out. */
  static final class GoesOnWithoutMemory {
    private GoesOnWithoutMemory() {}

    public static void main(String[] arguments) throws IOException {
      try {
        List<byte[]> all = new ArrayList<>();
        while (!all.contains(new byte[1])) {
          all.add(new byte[1 << 20]);
        }
      } catch (OutOfMemoryError e) {
        // Half dead, until its input closes.
        System.in.read();
      }
    }
  }

  @Test
  @Timeout(60)
  void oneThatASwallowedErrorLeavesHalfDeadEndsAndSaysInOneLineWhatItNeeds() throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx16m",
            "-cp",
            System.getProperty("java.class.path"),
            GoesOnWithoutMemory.class.getName());
    try (ToolProcess tool =
        ToolProcess.start("devices", command, folder.resolve("devices.log"), told::add)) {
      ToolProcess.awaitAny(tool.ended());

      assertThat(tool.await()).isEqualTo(ExitCode.INTERNAL_FAULT.code());
      assertThat(tool.problem())
          .contains("(Java heap space)")
          .endsWith(" FLEETLOAD_JAVA_OPTIONS=-Xmx32m gives it more");
      assertThat(folder.resolve("devices.log")).isEmptyFile();
    }
  }

  private ToolProcess ended(String... command) throws Exception {
    ToolProcess tool =
        ToolProcess.start("devices", List.of(command), folder.resolve("devices.log"), told::add);
    ToolProcess.awaitAny(tool.ended());
    return tool;
  }

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @ParameterizedTest
  @CsvSource({
    "-Xmx1g, -Xms2g, Initial heap size set to a larger value than the maximum heap size",
    "-XX:+NoSuchOption, -version, Unrecognized VM option 'NoSuchOption'",
    "-jar, none.jar, Error: Unable to access jarfile none.jar"
  })
  void aJvmThatDoesNotStartIsTheUsersAndNoVerdict(String option, String next, String why)
      throws Exception {
    try (ToolProcess tool = ended(JAVA, option, next)) {
      assertThat(tool.await()).isEqualTo(ExitCode.WRONG_USAGE.code());
      assertThat(tool.problem())
          .startsWith("devices: ")
          .contains("(" + why, ToolProcess.START_AGAIN)
          .endsWith("; see " + folder.resolve("devices.log"));
    }
  }

  /** A backend from which the target is taken away. */
  static final class LosesItsTarget {
    private LosesItsTarget() {}

    public static void main(String[] arguments) {
      ToolEvents.json(System.out)
          .tell(new ToolEvent.Problem("backend-simulator", 3, "topic t was made again"));
      System.exit(ExitCode.TARGET_GONE.code());
    }
  }

  /** A tool that may open too few files. */
  static final class OpensTooMany {
    private OpensTooMany() {}

    @SuppressWarnings("DoNotCallSuggester") // a program that fails
    public static void main(String[] arguments) throws IOException {
      if (arguments.length == 0) {
        throw new IOException("some.jar (Too many open files)");
      }
    }
  }

  @Test
  void aBackendThatSaysHowItLostTheTargetDuringTheRunMeansThatTheTargetIsGone() throws Exception {
    ToolProcesses processes = new ToolProcesses(folder, new StopSignal(), told::add);
    String classes = System.getProperty("java.class.path");
    try (ToolProcess tool =
        processes.start(
            "backend-simulator",
            List.of(JAVA, "-cp", classes, LosesItsTarget.class.getName()),
            told::add,
            Duration.ofMinutes(1))) {
      ToolProcess.awaitAny(tool.ended());
      Integer code = tool.await();

      assertThatThrownBy(() -> processes.lost(tool, code, ExitCode.TARGET_GONE))
          .isInstanceOfSatisfying(
              TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.TARGET_GONE))
          .hasMessage("topic t was made again");
    }
  }

  @Test
  void tooFewFilesAreTheUsersToRaise() throws Exception {
    String classes = System.getProperty("java.class.path");
    try (ToolProcess tool = ended(JAVA, "-cp", classes, OpensTooMany.class.getName())) {
      assertThat(tool.await()).isEqualTo(ExitCode.WRONG_USAGE.code());
      assertThat(tool.problem())
          .startsWith("devices: ")
          .contains("ulimit -n 4096")
          .endsWith("; see " + folder.resolve("devices.log"));
    }
  }

  /** A tool that nothing ends. */
  static final class NeverEnds {
    private NeverEnds() {}

    public static void main(String[] arguments) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  @Test
  @Timeout(30)
  void oneThatDoesNotEndIsWaitedForNoLongerThanAnInterruptedRunHas() throws Exception {
    String classes = System.getProperty("java.class.path");
    CompletableFuture<Process> ended;
    try (ToolProcess tool =
        ToolProcess.start(
            "devices",
            List.of(JAVA, "-cp", classes, NeverEnds.class.getName()),
            folder.resolve("devices.log"),
            told::add)) {
      tool.stop();
      CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> awaited(tool));
      assertThat(code).isNotDone();
      tool.stopWithin(Duration.ofMillis(100));
      assertThat(code.get()).isNull();
      ended = tool.ended();
    }
    assertThat(ended.get().exitValue()).isEqualTo(128 + 9);
  }

  private static Integer awaited(ToolProcess tool) {
    try {
      return tool.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aToolHasTheEnvironmentThatItIsGiven() throws Exception {
    String classes = System.getProperty("java.class.path");
    try (ToolProcess tool =
        ToolProcess.start(
            "devices",
            List.of(JAVA, "-cp", classes, Throws.class.getName(), "nothing"),
            folder.resolve("devices.log"),
            told::add,
            environment -> environment.put("JAVA_TOOL_OPTIONS", "-XX:+NoSuchOption"))) {
      ToolProcess.awaitAny(tool.ended());
      assertThat(tool.await()).isEqualTo(ExitCode.WRONG_USAGE.code());
    }
  }

  /** A tool that is broken. */
  static final class Throws {
    private Throws() {}

    public static void main(String[] arguments) {
      if (arguments.length == 0) {
        throw new IllegalStateException("broken");
      }
    }
  }

  @Test
  void whatAToolThrowsBeforeItSaysAnythingIsAFaultOfOurs() throws Exception {
    String classes = System.getProperty("java.class.path");
    try (ToolProcess tool = ended(JAVA, "-cp", classes, Throws.class.getName())) {
      assertThat(tool.await()).isEqualTo(ExitCode.INTERNAL_FAULT.code());
      assertThat(tool.problem()).contains("Exception in thread").contains("broken");
    }
  }

  @Test
  void onWindowsNoShellOfUnixIsWanted() {
    assertThat(ToolProcess.withoutInterrupts("Windows 11")).isEmpty();
    assertThat(ToolProcess.withoutInterrupts("Linux")).startsWith("/bin/sh");
  }
}
