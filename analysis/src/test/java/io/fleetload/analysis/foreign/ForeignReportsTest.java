// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.results.foreign.ForeignRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the outputs of other tools say; what they do not say stays open. */
class ForeignReportsTest {
  private static Optional<ForeignRun> read(String text) {
    return ForeignReports.all().stream().flatMap(each -> each.read(text).stream()).findFirst();
  }

  private static ForeignRun sample(String name) throws Exception {
    return read(Files.readString(Path.of("src/test/resources/foreign", name))).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "k6-export.json, k6, 4.5, 3.5, -1",
    "k6-handle.json, k6, 4.5, 3.5, 40",
    "k6-machine-readable.json, k6, 4.5, 3.5, -1",
    "gatling-global_stats.json, Gatling, 5, 3, 40",
    "ghz.json, ghz, 4.5, 3.5, 40",
    "wrk.txt, wrk, 4.5, 3.5, 40",
    "wrk2.txt, wrk2, 4.5, 3.5, 40"
  })
  void countsRateAndTimesAreAsTheToolPrintsThem(
      String file, String tool, double mean, double p50, double p99) throws Exception {
    ForeignRun run = sample(file);
    assertThat(run.tool()).isEqualTo(tool);
    assertThat(run.requests()).isEqualTo(3000);
    assertThat(run.rate()).isEqualTo(50);
    assertThat(run.seconds()).isEqualTo(60);
    assertThat(run.failed()).isEqualTo(tool.equals("wrk2") ? 0 : 30);
    assertThat(run.responseMs()).containsEntry("mean", mean).containsEntry("p50", p50);
    if (p99 < 0) {
      assertThat(run.responseMs()).doesNotContainKey("p99");
    } else {
      assertThat(run.responseMs()).containsEntry("p99", p99);
    }
    assertThat(run.fromDueTime()).isEqualTo(tool.equals("wrk2"));
  }

  @Test
  void whatWouldBeReadWronglyIsSaid() throws Exception {
    assertThat(sample("k6-export.json").notes())
        .anyMatch(each -> each.startsWith("12 iterations were dropped"))
        .anyMatch(each -> each.contains("{scenario:meters}"))
        .noneMatch(each -> each.contains("expected_response"));
    assertThat(sample("gatling-stats.json").notes())
        .anyMatch(each -> each.contains("gatling.conf"))
        .anyMatch(each -> each.contains("each of its 2 requests"));
    assertThat(sample("wrk.txt").notes()).anyMatch(each -> each.contains("4 timeouts"));
    assertThat(sample("k6-no-requests.json").notes()).anyMatch(each -> each.contains("iterations"));
    assertThat(sample("k6-no-requests.json").responseMs()).isEmpty();
    assertThat(sample("k6-no-requests.json").failed()).isNull();
  }

  @Test
  void whatIsInQuotesOrADashIsReadAsItIsMeant() throws Exception {
    ForeignRun run = sample("gatling-stats.json");
    assertThat(run.requests()).isEqualTo(200);
    assertThat(run.failed()).isEqualTo(200);
    assertThat(run.responseMs()).containsEntry("p95", 58.0);
  }

  @Test
  void theTimesThatCountFromWhenARequestWasDueAreTakenOfWrk2() throws Exception {
    assertThat(sample("wrk2.txt").responseMs())
        .isEqualTo(
            Map.of(
                "mean", 4.5, "max", 1500.0, "p50", 3.5, "p75", 6.0, "p90", 9.5, "p99", 40.0, "p999",
                90.0, "p9999", 0.95));
  }

  @Test
  void onlyGhzSaysWhatWasAsked() throws Exception {
    assertThat(sample("ghz.json").asked()).isEqualTo(50);
    assertThat(sample("k6-handle.json").asked()).isNull();
    assertThat(sample("wrk2.txt").asked()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"metrics\": 5}",
        "{\"version\": 2, \"run\": \"x\", \"flows\": {}}",
        "Thread Stats",
        "{\"numberOfRequests\": {\"total\": 5}}",
        "{\"rps\": 5, \"count\": 3}"
      })
  void anythingElseIsNone(String text) {
    assertThat(read(text)).isEmpty();
  }
}
