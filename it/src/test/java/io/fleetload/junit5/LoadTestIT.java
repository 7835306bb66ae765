// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static io.fleetload.junit5.LoadTestAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load tests of the smallest pack: its server is up in a second. */
class LoadTestIT {
  private static final Path HOME = Path.of(System.getProperty(Home.PROPERTY));
  private static final Path PROFILE = HOME.resolve("packs/echo/profiles/quickstart.yaml");

  @TempDir private Path directory;

  private static LoadTest shortened(Path profile) {
    return LoadTest.of(profile)
        .set("devices.count", 5)
        .set("phases.measure", "2s")
        .set("flows.echo.rate", "50/s")
        // The host is busy with other tests; the run is to pass.
        .set(
            "generator",
            "{maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}")
        .set("thresholds", "[flows.*.response.p99 < 60s, flows.*.achieved >= 0%]");
  }

  @Test
  void aRunGivesAResultAndItsFilesWhereABuildHasThem() {
    List<String> printed = new ArrayList<>();

    LoadResult result = shortened(PROFILE).outBelow(directory).printing(printed::add).run();
    LoadResult again =
        shortened(PROFILE)
            .set("thresholds", "[flows.echo.response.p50 < 0.001ms]")
            .outBelow(directory)
            .printing(printed::add)
            .run();

    assertThat(result).passed().flow("echo").delivered(100).failed(0);
    assertThat(result.report()).exists().hasParent(directory.resolve("quickstart"));
    assertThat(printed).contains("echo: PASSED");
    assertThat(again).hasVerdict(Verdict.THRESHOLDS_CROSSED);
    assertThat(again.reasons().get(0)).contains("flows.echo.response.p50 < 0.001ms");
    assertThat(again.report()).exists().hasParent(directory.resolve("quickstart-2"));
  }

  @Test
  void aWrongProfileIsSaidAsOnTheCommandLine() throws IOException {
    Path profile =
        Files.writeString(
            directory.resolve("wrong.yaml"), Files.readString(PROFILE).replace("count:", "cuont:"));

    assertThatThrownBy(() -> shortened(profile).outBelow(directory).printing(line -> {}).run())
        .isInstanceOfSatisfying(
            LoadTestException.class,
            thrown -> assertThat(thrown.verdict()).isEqualTo(Verdict.WRONG_USAGE))
        .hasMessageContainingAll("wrong.yaml:4: devices.cuont: ", "count?");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void nothingOutlivesAProcessThatIsKilled() throws Exception {
    Process tests =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-D" + Home.PROPERTY + "=" + HOME,
                LongRun.class.getName(),
                PROFILE.toString(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(tests.inputReader(StandardCharsets.UTF_8).lines().anyMatch(LongRun::isUnderWay))
        .isTrue();
    List<ProcessHandle> family = tests.descendants().toList();
    assertThat(family).as("loadtest, server, backend, devices").hasSizeGreaterThanOrEqualTo(4);

    tests.destroyForcibly();

    for (ProcessHandle each : family) {
      each.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  /** What is killed. */
  static final class LongRun {
    private LongRun() {}

    public static void main(String[] arguments) {
      LoadTest.of(arguments[0]).set("phases.measure", "2m").outBelow(Path.of(arguments[1])).run();
    }

    static boolean isUnderWay(String line) {
      return line.startsWith("measure ");
    }
  }
}
