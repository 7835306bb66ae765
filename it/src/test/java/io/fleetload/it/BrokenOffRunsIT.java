// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that breaks off still speaks; what the module {@code faults} breaks off is not repeated
 * here.
 */
@ExtendWith(Hono.Shared.class)
class BrokenOffRunsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PROFILE = Home.path("profiles", "quickstart.yaml").toString();

  @TempDir private Path directory;
  private final Hono hono;

  BrokenOffRunsIT(Hono hono) {
    this.hono = hono;
  }

  private static CommandRun longRun(String profile, Path out) throws Exception {
    return CommandRun.loadtest(List.of("run", profile, "--set=phases.measure=10m", "--out=" + out));
  }

  private CommandRun sharingRun(Path out, String measure) throws Exception {
    return hono.run(
        PROFILE,
        List.of(
            "--set=phases.ramp=1s",
            "--set=phases.warmUp=2s",
            "--set=phases.measure=" + measure,
            "--out=" + out));
  }

  /** Books are written every 2 s, and a busy host may be late with that. */
  private static boolean warmUpIsBooked(Path out) {
    try {
      JsonNode book = JSON.readTree(out.resolve("device-book.json").toFile());
      return book.at("/flows/telemetry/warmUp/ok").asLong() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static JsonNode incomplete(Path out, String status) throws Exception {
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
    assertThat(result.path("complete").asBoolean()).isFalse();
    assertThat(result.at("/verdict/status").asText()).isEqualTo(status);
    assertThat(result.at("/profile/run/name").asText()).isEqualTo("quickstart");
    assertThat(out.resolve("report.html")).content().contains("<strong>INCOMPLETE:</strong>");
    return result;
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aKilledCampaignLeavesNoProcessAndBooksThatAReportIsMadeOf() throws Exception {
    Path out = directory.resolve("killed");
    List<ProcessHandle> family;
    try (CommandRun run = longRun(PROFILE, out)) {
      run.line(line -> line.startsWith("measure"));
      family = run.family();
      run.kill();
      run.exit();
    }
    for (ProcessHandle each : family) {
      each.onExit().get(120, TimeUnit.SECONDS);
    }
    assertThat(out.resolve("result.json")).doesNotExist();
    Printed report = Printed.loadtest(List.of("report", out.toString()));
    assertThat(report.code()).as(report.err()).isZero();
    assertThat(report.out())
        .contains("quickstart: INTERRUPTED (incomplete)")
        .contains(" in " + out.resolve("report.html"));
    JsonNode result = incomplete(out, "interrupted");
    assertThat(result.at("/flows/telemetry/warmUp/ok").asLong()).isPositive();
    // The stack ends with the campaign, and the backend may or may not read to the end before.
    if (result.has("ledger")) {
      assertThat(result.at("/ledger/lost").asLong()).isZero();
      assertThat(result.at("/ledger").has("unaccounted")).isFalse();
    } else {
      assertThat(result.at("/flows/telemetry/received").isNumber()).isTrue();
    }
    assertThat(result.path("thresholds")).isNotEmpty();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aRunThatIsToldToEndWritesWhatItHasAndLeavesNoProcess() throws Exception {
    Path out = directory.resolve("told");
    List<ProcessHandle> family;
    try (CommandRun run =
        longRun(Home.path("packs/echo/profiles", "quickstart.yaml").toString(), out)) {
      run.line(line -> line.startsWith("measure"));
      family = run.family();
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
      assertThat(run.out()).contains("INTERRUPTED (incomplete)");
    }

    assertThat(family).as("loadtest, server, backend, devices").hasSizeGreaterThan(3);
    for (ProcessHandle each : family) {
      each.onExit().get(120, TimeUnit.SECONDS);
    }
    JsonNode result = JSON.readTree(out.resolve("result.json").toFile());
    assertThat(result.path("complete").asBoolean()).isFalse();
    JsonNode echo = result.at("/flows/echo");
    assertThat(echo.path("ok").asLong()).isPositive();
    assertThat(echo.path("sent").asLong())
        .isEqualTo(
            echo.path("ok").asLong()
                + echo.path("failed").asLong()
                + echo.path("unsettled").asLong());
    assertThat(result.at("/ledger/lost").asLong()).as("known, or absent").isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void aToolThatDoesNotStopKeepsNoResultFromAnInterruptedRun() throws Exception {
    Path out = directory.resolve("hanging");
    List<ProcessHandle> family;
    try (CommandRun run = sharingRun(out, "10m")) {
      run.line(line -> line.startsWith("measure") && warmUpIsBooked(out));
      family = run.family();
      halt(run.child("backend-simulator"));
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
      assertThat(run.out()).contains("backend simulator does not end");
    }
    for (ProcessHandle each : family) {
      each.onExit().get(120, TimeUnit.SECONDS);
    }
    assertThat(incomplete(out, "interrupted").at("/flows/telemetry/warmUp/ok").asLong())
        .isPositive();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void anInterruptedRunWhoseDevicesDoNotEndSaysTheSameInItsResultAndItsCodeInTime()
      throws Exception {
    Path out = directory.resolve("stopped");
    List<ProcessHandle> family;
    try (CommandRun run =
        longRun(Home.path("packs/echo/profiles", "quickstart.yaml").toString(), out)) {
      run.line(line -> line.startsWith("measure"));
      family = run.family();
      halt(run.child("device-simulator"));
      long began = System.nanoTime();
      run.terminate();
      int code = run.exit();
      // A container has 10 s; a busy build machine may need longer to write.
      assertThat(System.nanoTime() - began).isLessThan(20_000_000_000L);
      assertThat(code).as(run.out() + run.err()).isEqualTo(130);
      assertThat(run.out()).contains("INTERRUPTED (incomplete)", "device-simulator does not end");
    }
    for (ProcessHandle each : family) {
      each.onExit().get(120, TimeUnit.SECONDS);
    }
    JsonNode verdict = JSON.readTree(out.resolve("result.json").toFile()).path("verdict");
    assertThat(verdict.path("status").asText()).isEqualTo("interrupted");
    assertThat(verdict.path("exitCode").asInt()).isEqualTo(130);
  }

  /** Takes its processor away, as a debugger or an overloaded host does. */
  private static void halt(ProcessHandle process) throws Exception {
    Process kill = new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void aRunThatIsInterruptedBeforeItBeginsSaysSo() throws Exception {
    Path out = directory.resolve("early");
    try (CommandRun run = longRun(PROFILE, out)) {
      run.line(line -> line.startsWith("starting "));
      run.terminate();
      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(130);
      assertThat(run.out())
          .contains("interrupted before the devices began")
          .contains("quickstart: INTERRUPTED (incomplete)");
    }
    JsonNode result = incomplete(out, "interrupted");
    assertThat(result.at("/devices/asked").asLong()).isEqualTo(50);
    assertThat(result.at("/devices/connected").asLong()).isZero();
    Printed compare = Printed.loadtest(List.of("compare", out.toString(), out.toString()));
    assertThat(compare.code()).as(compare.err()).isEqualTo(5);
  }
}
