// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RepeatedRuns;
import io.fleetload.analysis.repeat.Variation;
import io.fleetload.campaign.Printed;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final Golden WORDS = Golden.of("compare");
  @TempDir Path directory;
  private String fast;
  private String slow;

  @BeforeEach
  void writeResults() throws IOException {
    fast = series("fast", 10);
    slow = series("slow, again", 15);
  }

  /** Five runs, up to a hundredth apart. */
  private String series(String name, double p99) throws IOException {
    Path series = Files.createDirectory(directory.resolve(name));
    RepeatedRuns runs = new RepeatedRuns(name, 5);
    for (int run = 1; run <= 5; run++) {
      runs.add(Path.of(result(name + "/run-0" + run, p99 * (1 + (run - 3) / 200.0), true)));
    }
    ResultFiles.write(series.resolve(Repeat.FILE), runs.ended());
    return series.toString();
  }

  private String result(String name, double p99, boolean passed) throws IOException {
    Path run = Files.createDirectory(directory.resolve(name));
    Files.writeString(
        run.resolve(Result.FILE),
        """
        {
          "version": 1, "run": "%s", "complete": true, "measuredSeconds": 60,
          "verdict": %s,
          "flows": {"telemetry": {"asked": 20, "reached": 20, "response": {"p99": %s}}}
        }
        """
            .formatted(
                name,
                passed
                    ? "{\"status\": \"passed\", \"exitCode\": 0}"
                    : "{\"status\": \"generator-limited\", \"exitCode\": 5}",
                p99));
    return run.toString();
  }

  private void refused(Printed printed, String... values) {
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(printed.err().replace(directory.toString(), "DIR"), values);
  }

  @Test
  void aWorseSideEndsWithOne() {
    Printed printed = Printed.by("compare", fast, slow);
    assertThat(printed.code()).isEqualTo(1);
    WORDS.says(
        printed.out().replace(directory.toString(), "DIR"),
        "B is worse than A: telemetry response p99 ms");
    assertThat(Printed.by("compare", slow, fast).code()).isZero();
  }

  @Test
  void tooFewRunsEndWithFiveUnlessTheUserAcceptsThem() throws IOException {
    String one = result("one", 10, true);
    String other = result("other", 15, true);
    Printed printed = Printed.by("compare", one, other);
    assertThat(printed.code()).isEqualTo(5);
    assertThat(printed.out()).contains("not enough runs: 2 or more a side");
    assertThat(Printed.by("compare", one, other, "--accept-few-runs").code()).isZero();
    assertThat(Printed.by("compare", fast, slow, "--accept-few-runs").code()).isEqualTo(1);
    assertThat(Printed.by("compare", one, result("busy", 15, false), "--accept-few-runs").code())
        .as("a run that says nothing of the target is not one too few")
        .isEqualTo(5);
  }

  @Test
  void howMuchWorseIsWorseIsTheUsersWord() {
    assertThat(Printed.by("compare", fast, slow, "--worse-than", "60%").code()).isZero();
    refused(
        Printed.by("compare", fast, slow, "--worse-than=60"), "--worse-than: ", "\"60\"", "10%");
  }

  @Test
  void eachSideMayHaveSeveralRuns() throws IOException {
    String one = result("one", 10, true);
    String other = result("other", 10.1, true);
    Printed commas = Printed.by("compare", one + "," + other, slow);
    Printed options = Printed.by("compare", "--a", one, "--a", other, "--b", slow);
    assertThat(commas.out()).isEqualTo(options.out()).contains("10.1 (10.0..10.1)");
    assertThat(commas.code()).isEqualTo(1);
  }

  @Test
  void theDirectoryOfASeriesIsAllItsRuns() throws IOException {
    Path series = Files.createDirectory(directory.resolve("series"));
    RepeatedRuns runs = new RepeatedRuns("small", 3);
    for (int run = 1; run <= 3; run++) {
      runs.add(Path.of(result("series/run-0" + run, 8 + 2 * run, run < 3)));
    }
    ResultFiles.write(series.resolve(Repeat.FILE), runs.ended());
    assertThat(ResultFiles.read(series.resolve(Repeat.FILE), Repeat.class)).isEqualTo(runs.ended());

    Printed printed = Printed.by("compare", series.toString(), slow);
    assertThat(printed.out())
        .contains("11.0 (10.0..12.0)", series.resolve("run-03").toString())
        .contains("generator-limited");
  }

  @Test
  void runsOverAKeyAreNoSideOfAComparison() throws IOException {
    Path series = Files.createDirectory(directory.resolve("over"));
    RepeatedRuns runs =
        new RepeatedRuns(
            "small",
            new Variation(
                new Repeat.VariedKey("devices.count", null), List.of("5", "6"), List.of(5.0, 6.0)));
    runs.add(Path.of(result("over/run-01", 8, true)));
    runs.add(Path.of(result("over/run-02", 9, true)));
    ResultFiles.write(series.resolve(Repeat.FILE), runs.ended());
    assertThat(ResultFiles.read(series.resolve(Repeat.FILE), Repeat.class)).isEqualTo(runs.ended());

    Printed printed = Printed.by("compare", series.toString(), slow);
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1).contains("run-01", "devices.count");
  }

  @Test
  void aRunThatIsNoVerdictOnTheTargetMakesNone() throws IOException {
    Printed printed = Printed.by("compare", fast, result("limited", 500, false));
    assertThat(printed.code()).isEqualTo(5);
    assertThat(printed.out()).contains("no verdict", "generator-limited");
  }

  @Test
  void runsOfOtherLoadsAreAMistakeOfTheCommandLine() throws IOException {
    Path other = Path.of(result("other", 5, true)).resolve(Result.FILE);
    Files.writeString(other, Files.readString(other).replace("\"asked\": 20", "\"asked\": 2"));
    Printed printed = Printed.by("compare", fast, other.toString());
    refused(printed, "compare runs of one load", "--anyway", "telemetry");
    assertThat(printed.out()).isEmpty();
    printed = Printed.by("compare", fast, other.toString(), "--json");
    assertThat(printed.code()).isEqualTo(2);
    assertThat(new ObjectMapper().readTree(printed.out()).path("verdict").asText())
        .isEqualTo("not-comparable");
    printed = Printed.by("compare", fast, other.toString(), "--anyway");
    assertThat(printed.out()).contains("response p99 ms", "not the same: telemetry: ");
  }

  @Test
  void aFlatSummaryIsReadWithTheRateItWasAskedFor() throws IOException {
    Path summary =
        Files.writeString(
            directory.resolve("device-simulator.json"),
            "{\"type\": \"device-simulator\", \"publishedTelemetryCount\": 127026,"
                + " \"runtimeInMinutes\": 15}");
    Printed printed =
        Printed.by("compare", summary.toString(), fast, "--asked", "300/s", "--anyway");
    assertThat(printed.out()).contains("telemetry: 141.1/s of 300/s asked (47.0 %)");
    refused(
        Printed.by("compare", summary.toString(), fast, "--asked", "many"),
        "--asked: ",
        "\"many\"",
        "600/s");
  }

  @Test
  void whatCannotBeComparedIsOneLine() {
    refused(Printed.by("compare", fast), "loadtest compare A B", "--a RUN", "--b RUN");
    refused(
        Printed.by("compare", "--a", fast), " B ", "loadtest compare A B", "--a RUN", "--b RUN");
    refused(Printed.by("compare", fast, directory.resolve("none").toString()), "DIR/none: ");
    assertThat(Printed.by("compare", fast, slow, fast).code()).isEqualTo(2);
  }

  @Test
  void aProgramReadsTheComparisonAsOneDocument() throws IOException {
    Printed printed = Printed.by("compare", fast, slow, "--json");
    assertThat(printed.code()).isEqualTo(1);
    assertThat(printed.err()).contains("B is worse than A: telemetry response p99 ms");
    JsonNode document = new ObjectMapper().readTree(printed.out());
    assertThat(document.path("verdict").asText()).isEqualTo("worse");
    assertThat(document.path("figures"))
        .anySatisfy(
            each -> {
              assertThat(each.path("figure").asText()).isEqualTo("response p99 ms");
              assertThat(each.at("/a/median").asDouble()).isEqualTo(10);
              assertThat(each.at("/b/median").asDouble()).isEqualTo(15);
              assertThat(each.path("difference").asDouble()).isEqualTo(0.5);
              assertThat(each.at("/interval/low").asDouble()).isBetween(0.4, 0.5);
              assertThat(each.at("/interval/high").asDouble()).isBetween(0.5, 0.6);
              assertThat(each.path("word").asText()).isEqualTo("worse");
            });
  }

  @Test
  void aPullRequestShowsATable() {
    assertThat(Printed.by("compare", fast, slow, "--markdown").out())
        .startsWith("### ")
        .contains("B is worse than A: telemetry response p99 ms (")
        .containsPattern(
            "\\| telemetry \\| response p99 ms \\| 10.0 .* \\| \\+50.0 % \\| \\*\\*worse\\*\\* ");
  }
}
