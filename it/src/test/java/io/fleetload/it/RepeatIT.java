// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Series of whole load tests of the smallest pack. */
class RepeatIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is looked at here does not depend on how busy the machine is. */
  private static final List<String> ON_ANY_HOST =
      List.of(
          "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%, maxOthers: 100%}",
          "--set=thresholds=[ledger.unaccounted == 0, flows.*.achieved >= 0%]");

  @TempDir private Path directory;
  private Path out;

  private CommandRun series(String profile, String... more) throws Exception {
    out = directory.resolve("out");
    List<String> arguments =
        new ArrayList<>(List.of("run", Home.path("packs/echo/profiles", profile).toString()));
    arguments.addAll(ON_ANY_HOST);
    arguments.addAll(List.of(more));
    arguments.add("--out=" + out);
    return CommandRun.loadtest(arguments);
  }

  private JsonNode repeat() throws Exception {
    JsonNode repeat = JSON.readTree(out.resolve("repeat.json").toFile());
    assertThat(ResultSchema.REPEAT.problems(repeat)).isEmpty();
    return repeat;
  }

  private JsonNode result(String run) throws Exception {
    return JSON.readTree(out.resolve(run).resolve("result.json").toFile());
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void eachRunIsAWholeOneAndTheSeriesHasTheirMedian() throws Exception {
    try (CommandRun series =
        series(
            "quickstart.yaml",
            "--repeat=3",
            "--set=phases={ramp: 0s, warmUp: 0s, measure: 2s, drain: 10s}")) {
      assertThat(series.exit()).as(series.out() + series.err()).isZero();
      assertThat(series.out())
          .contains("run 3 of 3", "  run-03    passed", "echo: PASSED", "  all 3 runs count")
          .containsPattern("response p99 ms +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ % +3")
          .contains("report in " + out.resolve("repeat.html"), "results in " + out);
    }
    JsonNode repeat = repeat();
    assertThat(repeat.path("complete").asBoolean()).isTrue();
    assertThat(repeat.path("counted").asInt()).isEqualTo(3);
    Set<String> ids = new HashSet<>();
    List<Double> p99 = new ArrayList<>();
    for (String run : List.of("run-01", "run-02", "run-03")) {
      JsonNode result = result(run);
      assertThat(ResultSchema.RESULT.problems(result)).isEmpty();
      assertThat(result.at("/verdict/status").asText()).isEqualTo("passed");
      ids.add(result.path("runId").asText());
      p99.add(result.at("/flows/echo/response/p99").asDouble());
      assertThat(out.resolve(run).resolve("report.html")).exists();
      assertThat(out.resolve("repeat.html"))
          .content()
          .contains("<a href=\"" + run + "/report.html\">");
    }
    assertThat(ids).hasSize(3);
    JsonNode figure = repeat.path("figures").path("flows.echo.response.p99");
    assertThat(figure.path("values")).extracting(JsonNode::asDouble).isEqualTo(p99);
    assertThat(figure.path("median").asDouble())
        .isEqualTo(p99.stream().sorted().skip(1).findFirst().orElseThrow());
    assertThat(figure.path("unit").asText()).isEqualTo("ms");
    assertThat(repeat.path("figures").path("flows.echo.scheduled").path("spread").asDouble())
        .as("the schedule is the same in every run")
        .isZero();
  }

  @Test
  @Tag("nightly")
  @Tag("long-runs")
  void shardsShareATotalInEachRun() throws Exception {
    try (CommandRun series =
        series(
            "stream.yaml",
            "--repeat=2",
            "--shards=3",
            "--set=phases={ramp: 0s, warmUp: 0s, measure: 5m, drain: 10s}",
            "--set=flows.echo={closed: {users: 10, total: 1003}, responses: 20}",
            "--set=thresholds=[ledger.unaccounted == 0]")) {
      assertThat(series.exit()).as(series.out() + series.err()).isZero();
    }
    for (String run : List.of("run-01", "run-02")) {
      JsonNode result = result(run);
      JsonNode echo = result.at("/flows/echo");
      assertThat(echo.path("scheduled").asLong()).isEqualTo(1003);
      assertThat(echo.path("ok").asLong()).isEqualTo(1003);
      assertThat(echo.at("/closed/total").asLong()).isEqualTo(1003);
      assertThat(echo.at("/closed/users").asLong()).isEqualTo(10);
      assertThat(echo.at("/closed/undone").asLong()).isZero();
      double after = echo.at("/closed/doneAfterSeconds").asDouble();
      assertThat(after).isPositive().isLessThan(300);
      assertThat(result.path("measuredSeconds").asDouble())
          .as("the measured phase ends with the last outcome")
          .isEqualTo(after);
    }
    JsonNode done = repeat().path("figures").path("flows.echo.closed.doneAfterSeconds");
    assertThat(done.path("count").asInt()).isEqualTo(2);
    assertThat(done.path("unit").asText()).isEqualTo("s");
  }

  @Test
  @Tag("nightly")
  @Tag("further-runs")
  void eachValueOfAKeyHasARunAndTheTableHasThemAll() throws Exception {
    try (CommandRun series =
        series(
            "quickstart.yaml",
            "--over=devices.count=10,20,40",
            "--set=flows={echo: {every: 200ms}}",
            "--set=phases={ramp: 0s, warmUp: 0s, measure: 2s, drain: 10s}")) {
      assertThat(series.exit()).as(series.out() + series.err()).isZero();
      assertThat(series.out())
          .contains("run 2 of 3, with devices.count=20", "all 3 values of devices.count")
          .containsPattern("  40 +● passed +echo +200\\.0 ")
          .contains("report in " + out.resolve("repeat.html"))
          .doesNotContain("median", "spread");
    }
    JsonNode repeat = repeat();
    assertThat(repeat.at("/over/key").asText()).isEqualTo("devices.count");
    assertThat(repeat.path("runs"))
        .extracting(run -> run.at("/flows/echo/asked").asDouble())
        .containsExactly(50.0, 100.0, 200.0);
    assertThat(result("run-03").at("/devices/asked").asInt()).isEqualTo(40);
    assertThat(repeat.at("/figures").path("flows.echo.scheduled").has("spread")).isFalse();
    assertThat(out.resolve("summary.md")).content().contains("| 40 | ● passed | echo |");
    assertThat(out.resolve("repeat.html")).content().contains("data-chart=\"series\"");
  }

  @Test
  void anInterruptedSeriesKeepsWhatWasFinished() throws Exception {
    try (CommandRun series =
        series(
            "stream.yaml",
            "--repeat=50",
            "--set=phases={ramp: 0s, warmUp: 0s, measure: 1s, drain: 10s}")) {
      series.line(line -> line.startsWith("  run-01 "));
      series.line(line -> line.equals("run 2 of 50"));
      List<ProcessHandle> family = series.family();
      series.terminate();
      assertThat(series.exit()).as(series.out() + series.err()).isEqualTo(130);
      assertThat(series.out()).contains("echo-stream: INTERRUPTED");
      assertThat(family).noneMatch(ProcessHandle::isAlive);
    }
    JsonNode repeat = repeat();
    assertThat(repeat.path("complete").asBoolean()).isFalse();
    assertThat(repeat.path("asked").asInt()).isEqualTo(50);
    assertThat(repeat.path("counted").asInt()).isPositive();
    assertThat(repeat.at("/runs/0/status").asText()).isEqualTo("passed");
    assertThat(repeat.at("/verdict/reasons/0").asText())
        .matches("interrupted after [1-9][0-9]? of 50 runs");
    assertThat(out.resolve("repeat.html")).content().contains("data-status=\"interrupted\"");
  }
}
