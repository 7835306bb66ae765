// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryRunsTest {
  @TempDir Path directory;
  private PastResults results;

  @BeforeEach
  void folder() {
    results = new PastResults(directory);
  }

  private History history() throws IOException {
    return HistoryRuns.of(List.of(directory));
  }

  @Test
  void aChangeToTheWorseIsFoundAtItsRunWithTheVersionsOnBothSides() throws Exception {
    results.add(20, 10).add(8, 13);

    History history = history();

    assertThat(history.code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
    assertThat(history.answer()).isEqualTo("worse");
    History.ChangeOfFigure change = history.histories().get(0).changes().get(0);
    assertThat(change.path()).isEqualTo("telemetry response p99 ms");
    assertThat(change.first()).isEqualTo(20);
    assertThat(change.share()).isBetween(0.25, 0.35);
    assertThat(change.differs())
        .containsExactly(
            "target: external Hono 2.6.1 -> external Hono 2.6.2", "label commit: c19 -> c20");
    assertThat(history()).isEqualTo(history);
  }

  @Test
  void aChangeThatIsOverIsNotInForce() throws Exception {
    results.add(15, 10).add(8, 13).add(15, 10);

    History history = history();

    assertThat(history.code()).isEqualTo(ExitCode.PASSED);
    assertThat(history.histories().get(0).changes())
        .extracting(History.ChangeOfFigure::first, History.ChangeOfFigure::word)
        .containsExactly(tuple(23, "better"), tuple(15, "worse"));
  }

  @Test
  void fewRunsAreTooFewAndItSaysHowManyWouldDo() throws Exception {
    results.add(5, 10);

    History history = history();

    assertThat(history.code()).isEqualTo(ExitCode.GENERATOR_LIMITED);
    assertThat(history.sentence()).contains("5 of its 5 runs count", "10 would do");
    results.add(5, 20);
    assertThat(history().code()).isEqualTo(ExitCode.THRESHOLDS_CROSSED);
  }

  @Test
  void aRunWithoutAVerdictIsShownAndTakesNoPart() throws Exception {
    results.add(20, 10);
    for (int i = 0; i < 6; i++) {
      ObjectNode limited = results.result(40);
      limited.putObject("verdict").put("status", "generator-limited").put("exitCode", 5);
      results.write(limited);
    }

    History history = history();

    assertThat(history.code()).isEqualTo(ExitCode.PASSED);
    assertThat(history.sentence()).endsWith("about the target: generator-limited");
    History.ProfileHistory one = history.histories().get(0);
    assertThat(one.runs()).hasSize(26);
    assertThat(one.counted()).isEqualTo(20);
    assertThat(one.changes()).isEmpty();
  }

  @Test
  void anotherLoadIsAnotherHistoryAndTheAnswerIsOnThatOfTheNewestRun() throws Exception {
    results.add(15, 10).add(8, 13);
    for (int i = 0; i < 10; i++) {
      ObjectNode faster = results.result(i % 2 == 0 ? 10 : 10.5);
      ((ObjectNode) faster.at("/profile/flows/telemetry")).put("rate", "40/s");
      results.write(faster);
    }

    History history = history();

    assertThat(history.histories()).hasSize(2);
    assertThat(history.histories().get(0).runs()).hasSize(10);
    assertThat(history.histories().get(1).changes()).isNotEmpty();
    assertThat(history.code()).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void theRunsOfASeriesCountOnlyIfItIsNamed() throws Exception {
    results.add(4, 10);
    Path series = Files.createDirectory(directory.resolve("series"));
    Files.writeString(series.resolve("repeat.json"), "{}");
    new PastResults(series).add(3, 10);

    assertThat(history().histories().get(0).runs()).hasSize(4);
    assertThat(HistoryRuns.of(List.of(series)).histories().get(0).runs()).hasSize(3);
  }

  @Test
  void aBrokenFileIsNamedInOneLineAndLeftOut() throws Exception {
    results.add(3, 10);
    Path broken = results.write(results.result(1));
    String text = Files.readString(broken.resolve("result.json"));
    Files.writeString(broken.resolve("result.json"), text.substring(0, 100));
    Path foreign = results.write(results.result(1));
    Files.writeString(foreign.resolve("result.json"), "{\"version\": 1}");

    History history = history();

    assertThat(history.histories().get(0).runs()).hasSize(3);
    assertThat(history.leftOut()).hasSize(2);
    assertThat(history.leftOut().get(0)).contains(broken.toString(), "is cut off").hasLineCount(1);
    assertThat(history.leftOut().get(1)).contains(foreign.toString(), "is no result of a run");
  }

  @Test
  void intervalsAndBoundsAreReadWhereAResultHasThem() throws Exception {
    results.add(2, 10);
    ObjectNode result = results.result(10);
    ((ObjectNode) result.at("/flows/telemetry/response"))
        .putObject("intervals")
        .putArray("p99")
        .add(9.0)
        .addNull();
    result
        .putArray("thresholds")
        .addObject()
        .put("threshold", "flows.*.response.p99 < 20ms")
        .put("figure", "flows.telemetry.response.p99")
        .put("held", true);
    results.write(result);

    History.FigureOfHistory p99 =
        history().histories().get(0).figures().stream()
            .filter(each -> each.figure().equals("response p99 ms"))
            .findFirst()
            .orElseThrow();

    assertThat(p99.low()).containsExactly(null, null, 9.0);
    assertThat(p99.high()).isNull();
    assertThat(p99.bounds()).containsExactly(null, null, 20.0);
  }

  @Test
  void aFolderWithoutRunsIsRefused() {
    assertThatThrownBy(this::history)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds no result of a run");
    assertThatThrownBy(() -> HistoryRuns.of(List.of(directory.resolve("none"))))
        .hasMessageContaining("there is no such folder");
  }

  @Test
  void portsAndSeedsAreNotInTheDigestAndTheVersionOfTheTargetIsNot() {
    assertThat(LoadDigest.family("MQTT broker: mosquitto 2.0.18"))
        .isEqualTo(LoadDigest.family("MQTT broker: mosquitto v2.1.0-rc1"))
        .isEqualTo("MQTT broker: mosquitto");
    assertThat(LoadDigest.family("JT/T 808 server")).isEqualTo("JT/T 808 server");
  }
}
