// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Searches; what they find is fixed by the schedule, not by the machine. */
@ExtendWith(Hono.Shared.class)
class FindLimitIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private Path out;

  @BeforeEach
  void whereItsResultsGo() {
    out = directory.resolve("out");
  }

  private Path profileThatHoldsBelow50OfEchoesASecond() throws Exception {
    return Files.writeString(
        directory.resolve("search.yaml"),
        """
        pack: echo
        run: { name: search }
        devices: { count: 10 }
        phases: { measure: 10m }
        flows:
          echo: { rate: 10/s }
          ask: { rate: 30/s }
        generator: { maxLag: 1m, maxLoopDelay: 1m, maxPause: 1m, maxCpu: 100%, maxOthers: 100% }
        thresholds: [ "flows.echo.scheduled < 150", "flows.*.achieved >= 0%" ]
        findLimit:
          { from: 40/s, to: 280/s, step: 240/s, resolution: 60/s, probe: 3s, settle: 0s, repeats: 0,
            recovery: 1s, warmUp: 1s }
        """);
  }

  private CommandRun search(Path profile, List<String> more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("find-limit", profile.toString(), "--out=" + out));
    arguments.addAll(more);
    return CommandRun.loadtest(arguments);
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void theLimitThatTheThresholdSetsIsFound() throws Exception {
    Path profile = profileThatHoldsBelow50OfEchoesASecond();
    try (CommandRun search = search(profile, List.of())) {
      for (String probe : List.of("probe-01", "probe-02", "probe-03", "probe-04")) {
        search.line(line -> line.startsWith("  " + probe + " "));
      }
      assertThat(search.exit()).as(search.out() + search.err()).isZero();
      assertThat(search.out())
          .contains("search: PASSED")
          .containsPattern("  .* 160/s .* 220/s.* 4 .*: echo 40/s, ask 120/s")
          .containsPattern("probe-02 +280\\.0 .* thresholds-crossed +flows.echo.scheduled < 150")
          .containsPattern("  knee: .* 5 .* 4")
          .contains("results in " + out)
          .doesNotContain("ledger     ");
    }

    JsonNode limit = JSON.readTree(out.resolve("limit.json").toFile());
    assertThat(ResultSchema.LIMIT.problems(limit)).isEmpty();
    assertThat(limit.path("$schema").asText()).isEqualTo("urn:fleetload:limit:1");
    assertThat(limit.path("complete").asBoolean()).isTrue();
    assertThat(limit.at("/verdict/exitCode").asInt()).isZero();
    assertThat(limit.path("held").asDouble()).isEqualTo(160);
    assertThat(limit.path("crossed").asDouble()).isEqualTo(220);
    assertThat(limit.path("probes").findValuesAsText("status"))
        .containsExactly("passed", "thresholds-crossed", "passed", "thresholds-crossed");
    List<String> runs = new ArrayList<>();
    double[] rates = {40, 280, 160, 220};
    for (int i = 0; i < rates.length; i++) {
      JsonNode probe = limit.path("probes").path(i);
      assertThat(probe.path("asked").asDouble()).isEqualTo(rates[i]);
      assertThat(probe.path("p99").asDouble()).isGreaterThanOrEqualTo(probe.path("p50").asDouble());
      Path run = out.resolve(probe.path("directory").asText());
      assertThat(run.resolve("report.html")).exists();
      JsonNode result = JSON.readTree(run.resolve("result.json").toFile());
      assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
      assertThat(result.at("/flows/echo/scheduled").asLong())
          .isEqualTo(Math.round(rates[i] / 4 * 3));
      assertThat(result.at("/ledger/unaccounted").asLong()).isZero();
      assertThat(result.at("/target/processes").findValuesAsText("name"))
          .contains("echo-server", "device-simulator", "backend-simulator");
      assertThat(probe.path("runId").asText()).isEqualTo(result.path("runId").asText());
      runs.add(probe.path("runId").asText());
    }
    assertThat(runs).doesNotHaveDuplicates();
    assertThat(limit.at("/probes/1").has("recovered")).isFalse();
    assertThat(limit.at("/probes/2").has("recovered")).isTrue();
    // Every message of the probe that crossed was answered.
    assertThat(out.resolve("look-01")).doesNotExist();
    assertThat(out.resolve("warm-01").resolve("result.json")).exists();
    assertThat(out.resolve("warm-02")).doesNotExist();
    assertThat(out.resolve("limit.html")).content().contains("data-status=\"passed\"");
    Printed again = Printed.loadtest(List.of("find-limit", profile.toString(), "--out=" + out));
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).hasLineCount(1).startsWith("--out: " + out + " ");
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void theNumberOfDevicesThatTheThresholdAllowsIsFound() throws Exception {
    Path profile =
        Files.writeString(
            directory.resolve("fleet.yaml"),
            """
            pack: echo
            run: { name: fleet }
            devices: { count: 10 }
            phases: { measure: 10m }
            flows:
              echo: { every: 1s }
              ask: { rate: 5/s }
            generator: { maxLag: 1m, maxLoopDelay: 1m, maxPause: 1m, maxCpu: 100%, maxOthers: 100% }
            thresholds: [ "flows.echo.scheduled < 50", "flows.*.achieved >= 0%" ]
            findLimit:
              { of: devices, from: 10, to: 40, step: 100%, resolution: 20%, probe: 2s, settle: 0s,
                repeats: 0, recovery: 0s, warmUp: 0s }
            """);
    try (CommandRun search = search(profile, List.of())) {
      assertThat(search.exit()).as(search.out() + search.err()).isZero();
      assertThat(search.out())
          .containsPattern(
              "  .* 22 devices .* 25 devices.* 2\\.2 .* own devices: echo 22/s, ask 5/s")
          .containsPattern("probe-02 +20 +25\\.0 .* held");
    }
    JsonNode limit = JSON.readTree(out.resolve("limit.json").toFile());
    assertThat(ResultSchema.LIMIT.problems(limit)).isEmpty();
    assertThat(limit.at("/search/of").asText()).isEqualTo("devices");
    assertThat(limit.path("probes"))
        .extracting(probe -> probe.path("devices").asInt())
        .containsExactly(10, 20, 40, 30, 25, 22);
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void theNumberOfDevicesOfGroupsIsFoundInTheirProportion() throws Exception {
    JsonNode limit =
        searchedGroups(
            """
            pack: echo
            devices: { groups: { many: { count: 9, id: 'm-{index}' }, few: { count: 1 } } }
            flows:
              echo: { of: many, every: 1s }
              ask: { of: few, every: 500ms }
            """);
    assertThat(limit.at("/flows/echo").asDouble()).isBetween(19.0, 21.0);
    assertThat(limit.at("/flows/ask").asDouble()).isEqualTo(4);
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void theDevicesOfEachProbeAreWrittenWhereGroupsHaveNamesOfTheirOwn() throws Exception {
    searchedGroups(
        """
        target: { kind: embedded, services: { requestTimeout: 10s, flowLatency: 10s } }
        tenants: [ { id: search-many }, { id: search-few } ]
        devices:
          groups:
            many: { count: 9, id: 'm-{index}', tenant: search-many }
            few: { count: 1, psk: { derivedFrom: another }, tenant: search-few }
        flows:
          echo: { kind: telemetry, of: many, every: 1s }
          ask: { kind: commandQuery, of: few, every: 500ms, ttd: 5s }
        """);
  }

  private JsonNode searchedGroups(String fleet) throws Exception {
    Path profile =
        Files.writeString(
            directory.resolve("groups.yaml"),
            fleet
                + """
                run: { name: groups }
                phases: { measure: 10m }
                generator: { maxLag: 1m, maxLoopDelay: 1m, maxPause: 1m, maxCpu: 100%, maxOthers: 100% }
                thresholds: [ "flows.echo.scheduled < 42", "flows.*.achieved >= 0%", "flows.*.failed >= 0" ]
                findLimit:
                  { of: devices, from: 10, to: 40, step: 100%, resolution: 20%, probe: 2s, settle: 0s,
                    repeats: 0, recovery: 0s, warmUp: 0s }
                """);
    try (CommandRun search = search(profile, List.of())) {
      assertThat(search.exit()).as(search.out() + search.err()).isZero();
      assertThat(search.out())
          .containsPattern("probe +devices +many +few +asked/s")
          .containsPattern("probe-02 +20 +18 +2 +22\\.0 .* held")
          .containsPattern(
              "  .* 2[0-3] devices \\(many \\d+, few 2\\) .* 2\\d devices; .* ask 4/s");
    }
    JsonNode limit = JSON.readTree(out.resolve("limit.json").toFile());
    assertThat(ResultSchema.LIMIT.problems(limit)).isEmpty();
    assertThat(limit.path("probes"))
        .extracting(probe -> probe.path("devices").asInt())
        .as("where the next probe is depends on what the target did at 40")
        .startsWith(10, 20, 40);
    assertThat(limit.path("probes"))
        .allSatisfy(
            probe -> {
              int devices = probe.path("devices").asInt();
              int few = probe.at("/groups/few").asInt();
              assertThat(few).isBetween(devices / 10, devices / 10 + 1);
              assertThat(probe.at("/groups/many").asInt()).isEqualTo(devices - few);
            });
    JsonNode probe = limit.path("probes").path(1);
    JsonNode result =
        JSON.readTree(
            out.resolve(probe.path("directory").asText()).resolve("result.json").toFile());
    assertThat(result.at("/groups/many/devices").asInt()).isEqualTo(18);
    assertThat(result.at("/groups/few/connected").asInt()).isEqualTo(2);
    assertThat(result.at("/ledger/lost").asInt()).isZero();
    return limit;
  }

  @Test
  @Tag("nightly")
  @Tag("searches")
  void anInterruptedSearchSaysWhatItFound(Hono hono) throws Exception {
    List<ProcessHandle> family;
    List<String> arguments = hono.asTarget();
    arguments.addAll(
        List.of(
            "--set=devices.count=10",
            "--set=generator={maxLag: 1m, maxLoopDelay: 1m, maxPause: 1m, maxCpu: 100%, maxOthers: 100%}",
            "--set=thresholds=[flows.*.achieved >= 0%]",
            "--set=findLimit={from: 40/s, to: 4000/s, step: 240/s, probe: 3s, settle: 0s, repeats: 0,"
                + " recovery: 1s, warmUp: 1s}"));
    try (CommandRun search = search(Home.path("profiles", "find-limit.yaml"), arguments)) {
      search.line(line -> line.startsWith("  probe-01 "));
      family = search.family();
      search.terminate();
      assertThat(search.exit()).as(search.out() + search.err()).isEqualTo(130);
      assertThat(search.out()).contains(" up to 40/s");
    }
    JsonNode limit = JSON.readTree(out.resolve("limit.json").toFile());
    assertThat(ResultSchema.LIMIT.problems(limit)).isEmpty();
    assertThat(limit.path("complete").asBoolean()).isFalse();
    assertThat(limit.at("/verdict/status").asText()).isEqualTo("interrupted");
    assertThat(limit.path("held").asDouble()).isEqualTo(40);
    assertThat(family).noneMatch(ProcessHandle::isAlive);
  }
}
