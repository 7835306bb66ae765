// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.analysis.compare.SpreadTable;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatedRunsTest {
  private static final Golden WORDS = Golden.of("repeat");
  private static final String RESULT =
      """
      {"version": 1, "run": "small", "runId": "%1$s", "complete": true, "measuredSeconds": 60,
       "verdict": {"status": "%2$s", "exitCode": %3$d, "reasons": [%9$s]},
       "thresholds": [{"threshold": "flows.*.response.p99 < 20ms", "figure": "flows.telemetry.response.p99", "held": %4$s}],
       "flows": {"telemetry": {
         "asked": 20.0, "reached": %5$s, "sent": 1200, "failed": %7$d, "failedBy": {%8$s},
         "response": {"p50": 3.5, "p99": %6$s, "p999": null}}}}
      """;

  @TempDir private Path directory;
  private RepeatedRuns runs = new RepeatedRuns("small", 4);
  private int made;

  private Repeat.RunOfSeries run(ExitCode code, double p99) throws IOException {
    return run(code, p99, 0);
  }

  private Repeat.RunOfSeries run(ExitCode code, double p99, int timedOut) throws IOException {
    Path place = Files.createDirectory(directory.resolve("run-%02d".formatted(++made)));
    Files.writeString(
        place.resolve("result.json"),
        RESULT.formatted(
            "id" + made,
            code.status(),
            code.code(),
            code != ExitCode.THRESHOLDS_CROSSED,
            19.0 + made,
            p99,
            timedOut,
            timedOut == 0 ? "" : "\"transport.timeout\": " + timedOut,
            code == ExitCode.PASSED ? "" : "\"%s for a reason\"".formatted(code.status())));
    return runs.add(place);
  }

  @Test
  void aPercentileOfTooFewMessagesIsLeftOut() throws IOException {
    for (int count : List.of(999, 1_000, 10_000)) {
      Path place = Files.createDirectory(directory.resolve("of-" + count));
      Files.writeString(
          place.resolve("result.json"),
          """
          {"version": 1, "run": "small", "runId": "1", "complete": true, "measuredSeconds": 60,
           "verdict": {"status": "passed", "exitCode": 0, "reasons": []},
           "flows": {"telemetry": {
             "response": {"count": %s, "p99": 1.0, "p999": 2.0, "p9999": 3.0}}}}
          """
              .formatted(count));
      runs.add(place);
    }
    Map<String, Repeat.FigureOfRuns> figures = runs.ended().figures();
    assertThat(figures.get("flows.telemetry.response.p99").count()).isEqualTo(3);
    assertThat(figures.get("flows.telemetry.response.p999").count()).isEqualTo(2);
    assertThat(figures.get("flows.telemetry.response.p9999").count()).isEqualTo(1);
  }

  @Test
  void everyFigureHasItsMedianAndHowFarTheRunsAreApart() throws IOException {
    run(ExitCode.PASSED, 14);
    run(ExitCode.PASSED, 10);
    run(ExitCode.PASSED, 12);
    run(ExitCode.PASSED, 11);

    Repeat repeat = runs.ended();
    Repeat.FigureOfRuns p99 = repeat.figures().get("flows.telemetry.response.p99");
    assertThat(p99.median()).isEqualTo(11.5);
    assertThat(p99.least()).isEqualTo(10);
    assertThat(p99.most()).isEqualTo(14);
    assertThat(p99.spread()).isEqualTo(4 / 11.5);
    assertThat(p99.unit()).isEqualTo("ms");
    assertThat(p99.count()).isEqualTo(4);
    assertThat(p99.values()).containsExactly(14.0, 10.0, 12.0, 11.0);
    assertThat(repeat.figures().get("measuredSeconds").spread()).isZero();
    assertThat(repeat.figures().get("flows.telemetry.sent").unit()).isNull();
    assertThat(repeat.figures()).doesNotContainKey("flows.telemetry.response.p999");
    assertThat(repeat.complete()).isTrue();
    assertThat(repeat.counted()).isEqualTo(4);
    assertThat(repeat.verdict().exitCode()).isZero();
    assertThat(repeat.verdict().reasons()).containsExactly("all 4 runs count");
  }

  @Test
  void aRunThatPassedAndWhoseTimesAreUpperBoundsIsLeftOut() throws IOException {
    run(ExitCode.PASSED, 14);
    Repeat.RunOfSeries late = run(ExitCode.PASSED, 900);
    Path file = directory.resolve("run-02/result.json");
    Files.writeString(
        file,
        Files.readString(file).replace("\"reasons\": []", "\"reasons\": [\"times are long\"]"));
    RepeatedRuns again = new RepeatedRuns("small", 4);
    assertThat(late.leftOut()).isNull();
    assertThat(again.add(directory.resolve("run-02")).leftOut()).isEqualTo("times are long");
  }

  @Test
  void aRunThatIsNoVerdictOnTheTargetIsNamedAndLeftOut() throws IOException {
    run(ExitCode.PASSED, 14);
    Repeat.RunOfSeries busy = run(ExitCode.GENERATOR_LIMITED, 900);
    run(ExitCode.PASSED, 12);

    Repeat repeat = runs.ended();
    assertThat(busy.leftOut()).isEqualTo("generator-limited: generator-limited for a reason");
    Repeat.FigureOfRuns p99 = repeat.figures().get("flows.telemetry.response.p99");
    assertThat(p99.median()).isEqualTo(13);
    assertThat(p99.most()).isEqualTo(14);
    assertThat(p99.values()).containsExactly(14.0, null, 12.0);
    assertThat(repeat.counted()).isEqualTo(2);
    assertThat(repeat.verdict().status()).isEqualTo("generator-limited");
    assertThat(repeat.verdict().reasons())
        .satisfiesExactly(
            count -> WORDS.says(count, "2", "3"),
            out -> WORDS.says(out, "run-02 ", ": generator-limited for a reason"));
  }

  @Test
  void aRunThatCrossedAThresholdCountsAndIsNamed() throws IOException {
    run(ExitCode.PASSED, 14);
    run(ExitCode.THRESHOLDS_CROSSED, 30);

    Repeat repeat = runs.ended();
    assertThat(repeat.counted()).isEqualTo(2);
    assertThat(repeat.verdict().exitCode()).isEqualTo(1);
    assertThat(repeat.verdict().reasons())
        .containsExactly("all 2 runs count", "run-02 crossed \"flows.*.response.p99 < 20ms\"");
  }

  @Test
  void theVerdictIsTheWorstOfTheRuns() throws IOException {
    run(ExitCode.THRESHOLDS_CROSSED, 30);
    run(ExitCode.LEDGER_UNBALANCED, 14);
    run(ExitCode.GENERATOR_LIMITED, 14);
    run(ExitCode.PASSED, 14);

    assertThat(runs.ended().verdict().code()).isEqualTo(ExitCode.LEDGER_UNBALANCED);
    assertThat(runs.ended().verdict().reasons()).contains("2 of 4 runs count").hasSize(4);
  }

  @Test
  void aCauseThatARunDoesNotHaveIsZeroThere() throws IOException {
    run(ExitCode.PASSED, 14, 6);
    run(ExitCode.PASSED, 14, 0);
    run(ExitCode.PASSED, 14, 0);

    Repeat.FigureOfRuns timeouts =
        runs.ended().figures().get("flows.telemetry.failedBy.transport.timeout");
    assertThat(timeouts.values()).containsExactly(6.0, 0.0, 0.0);
    assertThat(timeouts.median()).isZero();
    assertThat(timeouts.spread()).as("a share of nothing").isNull();
  }

  @Test
  void anInterruptedSeriesSaysHowFarItCame() throws IOException {
    run(ExitCode.PASSED, 14);
    run(ExitCode.PASSED, 12);
    run(ExitCode.INTERRUPTED, 1);

    Repeat repeat = runs.interrupted();
    assertThat(repeat.complete()).isFalse();
    assertThat(repeat.verdict().code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(repeat.verdict().reasons())
        .startsWith("interrupted after 2 of 4 runs", "2 of 3 runs count")
        .anyMatch(each -> each.startsWith("run-03 is left out: interrupted"));
    assertThat(repeat.figures().get("flows.telemetry.response.p99").median()).isEqualTo(13);
  }

  @Test
  void withoutARunThatCountsThereIsNoMedian() throws IOException {
    run(ExitCode.TARGET_GONE, 14);

    assertThat(runs.ended().figures()).isEmpty();
    WORDS.holds("no run counts", runs.ended().verdict().reasons().get(0));
    assertThat(runs.table()).isEmpty();
  }

  @Test
  void oneRunThatCountsSaysNothingOfTheSpread() throws IOException {
    run(ExitCode.PASSED, 14);
    run(ExitCode.GENERATOR_LIMITED, 14);

    WORDS.holds("one run counts", String.join("\n", runs.ended().verdict().reasons()));
    assertThat(runs.ended().figures().get("flows.telemetry.response.p99").count()).isOne();
  }

  @Test
  void theTableHasTheFiguresByWhichRunsAreCompared() throws IOException {
    run(ExitCode.PASSED, 14);
    run(ExitCode.PASSED, 10);
    run(ExitCode.GENERATOR_LIMITED, 99);

    assertThat(runs.table())
        .contains(
            new SpreadTable.SpreadRow(
                "telemetry", "response p99 ms", "12.0", "10.0", "14.0", "33.3 %", 2))
        .noneMatch(each -> each.most().startsWith("99"));
  }

  private void overDevices(String... counts) {
    runs =
        new RepeatedRuns(
            "small",
            new Variation(
                new Repeat.VariedKey("devices.count", null),
                List.of(counts),
                Stream.of(counts).map(Double::valueOf).toList()));
  }

  @Test
  void runsOverAKeyHaveTheirValuesAndNoMedianOrSpread() throws IOException {
    overDevices("1000", "2000", "5000");
    run(ExitCode.PASSED, 10);
    run(ExitCode.GENERATOR_LIMITED, 900);
    run(ExitCode.THRESHOLDS_CROSSED, 30);

    Repeat repeat = runs.ended();
    assertThat(repeat.over().key()).isEqualTo("devices.count");
    assertThat(repeat.runs())
        .extracting(Repeat.RunOfSeries::value)
        .containsExactly("1000", "2000", "5000");
    assertThat(repeat.runs())
        .extracting(Repeat.RunOfSeries::exitCode)
        .containsExactly(0, ExitCode.GENERATOR_LIMITED.code(), 1);
    assertThat(repeat.runs().get(2).number()).isEqualTo(5000);
    assertThat(repeat.runs().get(2).flows().get("telemetry").p99()).isEqualTo(30);
    Repeat.FigureOfRuns p99 = repeat.figures().get("flows.telemetry.response.p99");
    assertThat(p99.values()).containsExactly(10.0, null, 30.0);
    assertThat(p99.median()).isNull();
    assertThat(p99.spread()).isNull();
    assertThat(runs.table()).isEmpty();
    assertThat(repeat.verdict().code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    WORDS.holds("over a key", String.join("\n", repeat.verdict().reasons()));
    assertThat(String.join("\n", repeat.verdict().reasons())).doesNotContain("median", "apart");
  }

  @Test
  void theTableOfRunsOverAKeyMarksWhatIsNoVerdict() throws IOException {
    overDevices("1000", "2000", "5000");
    run(ExitCode.PASSED, 10);
    run(ExitCode.GENERATOR_LIMITED, 900);
    run(ExitCode.THRESHOLDS_CROSSED, 30);

    RunTable table = RunTable.all(runs.ended()).get(0);
    assertThat(table.heads()).startsWith("devices.count", "verdict", "flow").endsWith("exit");
    assertThat(table.rows())
        .extracting(each -> String.join(" ", each.cells()))
        .containsExactly(
            "1000 ● passed telemetry 20.0 20.0 3.5 10.0 0 - 0",
            "2000 △ generator-limited telemetry 20.0 21.0 3.5 900.0 0 - 5",
            "5000 ✕ thresholds-crossed telemetry 20.0 22.0 3.5 30.0 0 - 1");
  }

  @Test
  void aRunThatEndedBeforeItsFirstMessageHasARow() throws IOException {
    overDevices("1000", "2000");
    Path place = Files.createDirectory(directory.resolve("run-01"));
    Files.writeString(
        place.resolve("result.json"),
        """
        {"version": 1, "run": "small", "runId": "1", "complete": false, "measuredSeconds": 0,
         "verdict": {"status": "interrupted", "exitCode": 130, "reasons": []}, "flows": {}}
        """);
    runs.add(place);
    assertThat(RunTable.all(runs.interrupted()).get(0).rows())
        .extracting(each -> String.join(" ", each.cells()))
        .containsExactly("1000 △ interrupted - - - - - - - 130");
  }

  @Test
  void aRunWithoutAResultIsRefused() {
    Path nothing = directory.resolve("nothing");
    assertThatThrownBy(() -> runs.add(nothing))
        .hasMessage(nothing.resolve("result.json") + ": there is no such file");
  }
}
