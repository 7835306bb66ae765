// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A generator that is hindered says so, and says nothing about the target. */
@ExtendWith(Hono.Shared.class)
class GeneratorLimitedIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path out;
  private final Hono hono;

  GeneratorLimitedIT(Hono hono) {
    this.hono = hono;
  }

  private CommandRun run(String... limits) throws Exception {
    return hono.run(PROFILE, arguments(limits));
  }

  private List<String> arguments(String... limits) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--set=phases.ramp=1s",
                "--set=phases.warmUp=2s",
                "--set=phases.measure=10s",
                "--set=generator.maxLag=10m",
                "--set=generator.maxLoopDelay=10m",
                "--set=generator.maxCpu=100%"));
    arguments.addAll(List.of(limits));
    arguments.add("--out=" + out);
    return arguments;
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aPauseOfTheProcessIsNoFaultOfTheTarget() throws Exception {
    try (CommandRun run = run("--set=generator.maxPause=1900ms")) {
      run.line(line -> line.startsWith("measure"));
      ProcessHandle devices = run.child("device-simulator");
      signal("STOP", devices);
      try {
        // Nobody can be asked when a stopped process has stood still for long enough but the clock.
        assertThat(devices.onExit().completeOnTimeout(null, 3, TimeUnit.SECONDS).join()).isNull();
      } finally {
        signal("CONT", devices);
      }
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(5);
      assertThat(run.out())
          .containsPattern(
              "quickstart: GENERATOR-LIMITED\n  .*device simulator.* \\d{4,} ms, limit 1900 ms"
                  + " \\(generator\\.maxPause\\)");
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/verdict/status").asText()).isEqualTo("generator-limited");
    assertThat(result.at("/generator/loopDelay/max").asDouble()).isGreaterThan(2_000);
    assertThat(result.at("/generator/perSecond/loopDelayMaxMs").toString()).contains(".");
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(out.resolve("report.html"))
        .content()
        .contains("GENERATOR LIMITED", "generator.loopDelay.max");
  }

  @Test
  void aStopOfTheBackendIsNoFaultOfTheTarget() throws Exception {
    try (CommandRun run = run("--set=generator.maxPause=1900ms")) {
      run.line(line -> line.startsWith("measure"));
      ProcessHandle backend = run.child("backend-simulator");
      signal("STOP", backend);
      try {
        assertThat(backend.onExit().completeOnTimeout(null, 3, TimeUnit.SECONDS).join()).isNull();
      } finally {
        signal("CONT", backend);
      }
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(5);
      assertThat(run.out())
          .containsPattern(
              "quickstart: GENERATOR-LIMITED\n(  .*\n)*?  .*backend simulator.* \\d{4,} ms, limit"
                  + " 1900 ms \\(generator\\.maxPause\\)");
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/verdict/status").asText()).isEqualTo("generator-limited");
    assertThat(result.at("/verdict/reasons").toString()).doesNotContain("threshold ");
    assertThat(result.at("/health/backend/longestStallMs").asDouble()).isGreaterThan(2_000);
    assertThat(result.at("/generator/reasons").size()).isZero();
    assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
    assertThat(out.resolve("report.html"))
        .content()
        .contains("GENERATOR LIMITED", "health.backend.longestStallMs");
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aHostThatIsBusyWithOtherWorkIsNoFaultOfTheTarget() throws Exception {
    List<Process> others = new ArrayList<>();
    // Any time is an upper bound then, so the run is no verdict where one is crossed.
    List<String> arguments =
        arguments("--set=generator.maxPause=10m", "--set=thresholds=[flows.*.response.p99 < 1us]");
    // Of an external target on this host nobody could tell what is its own.
    arguments.addAll(
        0, List.of("run", Home.path("packs/echo/profiles", "quickstart.yaml").toString()));
    try (CommandRun run = CommandRun.loadtest(arguments)) {
      // Twice as many as there are processors take more than half of them, whoever else is here.
      run.line(line -> line.startsWith("measure"));
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
        others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(5);
      assertThat(run.out())
          .containsPattern(
              "echo: GENERATOR-LIMITED\n(  .*\n)*?  .* \\d+ % .* \\d+ processors, limit 15%"
                  + " \\(generator\\.maxOthers\\)");
    } finally {
      others.forEach(Process::destroyForcibly);
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.at("/health/host/others").asDouble()).isGreaterThan(0.15);
    assertThat(result.at("/health/host/run").asDouble()).isPositive();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aStolenProcessorIsNoFaultOfTheTarget() throws Exception {
    List<Process> thieves = new ArrayList<>();
    try (CommandRun run =
        run(
            "--set=generator.maxPause=10m",
            "--set=generator.maxStolen=0.1%",
            "--set=thresholds=[flows.*.response.p99 < 1us]")) {
      run.line(line -> line.startsWith("measure"));
      for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors(); i++) {
        thieves.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(5);
      assertThat(run.out())
          .containsPattern(
              "GENERATOR-LIMITED\n  .* [0-9.]+ % .*device simulator.* limit 0.1%"
                  + " \\(generator\\.maxStolen\\)");
    } finally {
      thieves.forEach(Process::destroyForcibly);
    }
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }
}
