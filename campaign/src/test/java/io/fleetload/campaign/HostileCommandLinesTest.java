// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.fleetload.rig.Home;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Command lines that nobody gives on purpose: each is refused as the user's mistake, or harmless.
 */
class HostileCommandLinesTest {
  private static final int VARIANTS = 35;
  private static final int MOST_LINES = 21;

  private static final Duration NOT_FOR_EVER = Duration.ofMinutes(2);
  private static final int LONGEST_LINE = 1_100;

  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "-",
          "--",
          "---",
          "=",
          "--no-such",
          "--set",
          "--set=",
          "--set==",
          "--set=a",
          "--set=a.b=c",
          "--set=a=${X}",
          "--set=" + "a.".repeat(3_000) + "b=1",
          "--json",
          "--json=x",
          "--out",
          "--out=",
          "--out=/dev/null/x",
          "--shards=0",
          "--shards=1/2",
          "--shards=99999999999",
          "--backends=-1",
          "--live=99999",
          "--live=x",
          "--repeat=1",
          "--baseline=/dev/null",
          "--images=/dev/zero",
          "--running=/dev/zero",
          "/dev/zero#1",
          "--wait=9999999h",
          "--profile=/no/such",
          "/dev/null",
          "/dev/zero",
          "/no/such",
          "..",
          "a\u0000b",
          "\u001b[2J",
          "\u202e",
          "a\nb",
          "@nothing",
          "${X}",
          "%s%n%d",
          "-h=1",
          "x".repeat(5_000));

  @TempDir private Path directory;

  /** A thread's processor time for one of them. */
  Duration most() {
    return NOT_FOR_EVER;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run %s",
        "validate %s",
        "run profiles/quickstart.yaml --running=%s",
        "compare %s %s",
        "compare %s.md#1 %s.md#2",
        "merge %s %s",
        "run profiles/quickstart.yaml --baseline=%s",
        "cluster run profiles/quickstart.yaml --images=%s"
      })
  void whatNeverEndsOrNeverBeginsIsRefusedAtOnce(String command) throws Exception {
    Path zero = Files.createSymbolicLink(directory.resolve("zero"), Path.of("/dev/zero"));
    Files.createSymbolicLink(directory.resolve("zero.md"), zero);
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Files.createSymbolicLink(directory.resolve("pipe.md"), pipe);
    // What is loaded at the first call is not what is measured.
    Printed.by(line(command, Path.of("/no/such")));
    for (Path each : List.of(zero, pipe)) {
      assertTimeoutPreemptively(
          NOT_FOR_EVER,
          () -> {
            ThreadMXBean thread = ManagementFactory.getThreadMXBean();
            long begun = thread.getCurrentThreadCpuTime();
            Printed printed = Printed.by(line(command, each));
            assertThat(printed.code()).as(printed.err()).isEqualTo(2);
            assertThat(printed.err()).hasLineCount(1);
            assertThat(Duration.ofNanos(thread.getCurrentThreadCpuTime() - begun))
                .isLessThan(most());
          });
    }
  }

  private static String[] line(String command, Path file) {
    return Stream.of(command.replace("%s", file.toString()).split(" "))
        .map(each -> each.startsWith("profiles/") ? Home.path(each).toString() : each)
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "find-limit",
        "validate",
        "explain",
        "report",
        "compare",
        "merge",
        "cluster run",
        "cluster find-limit",
        "cluster provision"
      })
  void noneIsAFaultOfOurs(String command) {
    Random random = new Random(13);
    for (int i = 0; i < VARIANTS; i++) {
      List<String> line = new ArrayList<>(List.of(command.split(" ")));
      for (int words = random.nextInt(5); words > 0; words--) {
        line.add(WORDS.get(random.nextInt(WORDS.size())));
      }

      Printed printed = Printed.by(line.toArray(String[]::new));

      assertThat(printed.code()).as("of %s: %s", line, printed.err()).isIn(0, 2);
      assertThat(printed.err().lines())
          .as("of %s", line)
          .hasSizeLessThanOrEqualTo(MOST_LINES)
          .allSatisfy(
              said ->
                  assertThat(said)
                      .hasSizeLessThan(LONGEST_LINE)
                      .doesNotContain("x".repeat(201))
                      .matches("[^\\p{Cntrl}\\u202e]*"));
      if (printed.code() == 2) {
        assertThat(printed.err()).as("of %s", line).isNotBlank();
      }
    }
  }
}
