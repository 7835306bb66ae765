// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the end of a tool is taken that speaks for itself. */
@Timeout(60)
class ForegroundProcessTest {
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  /** Says what it is given, then ends with a code, or fills its memory. */
  static final class Speaks {
    private Speaks() {}

    public static void main(String[] arguments) throws IOException {
      System.out.write("ü 1 of 2\n".getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      if (arguments.length > 0) {
        while (System.in.read() >= 0) {}
        System.exit(Integer.parseInt(arguments[0]));
      }
      List<byte[]> all = new ArrayList<>();
      while (!all.contains(new byte[1])) {
        all.add(new byte[1 << 20]);
      }
    }
  }

  private ForegroundProcess started(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx16m", "-cp", System.getProperty("java.class.path")));
    command.addAll(Arrays.asList(arguments));
    return ForegroundProcess.start("provisioning", command, new PrintStream(seen), null);
  }

  @Test
  void memoryThatRanOutIsAFaultOfOursAndNotTheTargets() throws Exception {
    ForegroundProcess tool = started(Speaks.class.getName());

    assertThatThrownBy(tool::await)
        .isInstanceOfSatisfying(
            TargetException.class, e -> assertThat(e.code()).isEqualTo(ExitCode.INTERNAL_FAULT))
        .hasMessageStartingWith("provisioning ")
        .hasMessageContaining("(Java heap space)")
        .hasMessageEndingWith(" FLEETLOAD_JAVA_OPTIONS=-Xmx32m gives it more");
    assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo("ü 1 of 2\n");
  }

  @Test
  void itsOwnCodeIsTheOneOfTheCommand() throws Exception {
    ForegroundProcess tool = started(Speaks.class.getName(), "3");
    tool.stop();

    assertThat(tool.await()).isEqualTo(ExitCode.TARGET_NOT_READY);
  }

  /** Says an event, and a line that is none. */
  static final class Reports {
    private Reports() {}

    public static void main(String[] arguments) {
      ToolEvents.json(System.out).tell(new ToolEvent.Sentence("provisioning", "1 über 2"));
      System.out.println("plain");
    }
  }

  @Test
  void eventsGoToAProgramThatWantsThemAndTheRestIsSeen() throws Exception {
    List<ToolEvent> told = new ArrayList<>();
    ForegroundProcess tool =
        ForegroundProcess.start(
            "provisioning",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dstdout.encoding=UTF-8",
                "-Dfile.encoding=UTF-8",
                Reports.class.getName()),
            new PrintStream(seen),
            told::add);

    assertThat(tool.await()).isEqualTo(ExitCode.PASSED);
    assertThat(told).containsExactly(new ToolEvent.Sentence("provisioning", "1 über 2"));
    assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo("plain" + System.lineSeparator());
  }

  @Test
  void oneThatJavaDoesNotStartIsTheUsers() throws Exception {
    ForegroundProcess tool = started("none.None");

    assertThatThrownBy(tool::await)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(ToolProcess.START_AGAIN);
  }
}
