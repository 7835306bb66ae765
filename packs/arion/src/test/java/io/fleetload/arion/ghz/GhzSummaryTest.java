// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.ghz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowCounts;
import io.fleetload.results.book.FlowTerms;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.book.RunTimeline;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.run.RoundRobin;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.PerSecond;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GhzSummaryTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of the published streaming test: the fastest and the slowest stream, in ns, and its counts. */
  private static final long FASTEST = 31_483_200;

  private static final long SLOWEST = 83_859_000;
  private static final int[] COUNTS = {1, 8, 16, 15, 24, 13, 7, 5, 2, 4, 5};

  @TempDir private Path directory;

  /** The latencies of the published test, each in the middle between two marks. */
  private static LatencyHistogram published() {
    LatencyHistogram latencies = new LatencyHistogram();
    latencies.record(FASTEST);
    double step = (SLOWEST - FASTEST) / 10.0;
    for (int mark = 1; mark < COUNTS.length; mark++) {
      int inTheMiddle = mark == COUNTS.length - 1 ? COUNTS[mark] - 1 : COUNTS[mark];
      for (int i = 0; i < inTheMiddle; i++) {
        latencies.record(Math.round(FASTEST + (mark - 0.5) * step));
      }
    }
    latencies.record(SLOWEST);
    return latencies;
  }

  private static FlowCounts counts(
      long scheduled, long late, Map<String, Long> failed, long unsettled) {
    long wentWrong = failed.values().stream().mapToLong(Long::longValue).sum();
    return new FlowCounts(
        scheduled,
        scheduled,
        scheduled - late,
        scheduled - wentWrong - unsettled,
        failed,
        Map.of(),
        unsettled,
        0);
  }

  private void write(
      String flow,
      FlowCounts counts,
      LatencyHistogram latencies,
      long responses,
      ClosedModel closed,
      String profile)
      throws IOException {
    DeviceBook.DeviceFlow book =
        new DeviceBook.DeviceFlow(
            new FlowTerms(null, closed, null, true, 0),
            new FlowNumbers(0, 1_000_000, new RoundRobin(10, 0, "{index}")),
            new FlowTotals(FlowCounts.NONE, counts, latencies, latencies, null, responses),
            new MessageSet(),
            new MessageSet(),
            new MessageSet(),
            new PerSecond(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), null),
            null,
            null);
    GeneratorHealth well =
        new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 1, List.of());
    DeviceBook device =
        new DeviceBook(
            DeviceBook.VERSION,
            "1f",
            "seed",
            true,
            null,
            RunTimeline.of(10, List.of(new DeviceBook.PhaseTimes("measure", 1_000, 11_000))),
            new DeviceBook.FleetCounts(
                1, 1, 1, Map.of(), 0, new LatencyHistogram(), null, null, null),
            Map.of(flow, book),
            null,
            GeneratorBook.of(well));
    ResultFiles.write(directory.resolve(DeviceBook.FILE), device);
    Result result =
        Result.join(device, null, List.of())
            .with(new Result.About(JSON.readTree(profile), Map.of(), Map.of()));
    new GhzSummary().write(result, directory);
  }

  private String text(String flow) throws IOException {
    return Files.readString(directory.resolve(GhzSummary.text(flow)));
  }

  private JsonNode json(String flow) throws IOException {
    return JSON.readTree(directory.resolve(GhzSummary.json(flow)).toFile());
  }

  @Test
  void aFlowOfAnyNameHasTheResponsesOfItsKind() throws Exception {
    write(
        "tail",
        counts(100, 0, Map.of(), 0),
        published(),
        100_000,
        new ClosedModel(27, null, 100L, 0, 0.189_03),
        "{\"flows\": {\"tail\": {\"kind\": \"stream\", \"requests\": 1000}}}");
    assertThat(json("tail").at("/hidden/responses/asked").asLong()).isEqualTo(100_000);

    write(
        "load",
        counts(10, 0, Map.of(), 0),
        published(),
        5_000,
        null,
        "{\"rules\": {\"count\": 1000, \"groups\": 2}, \"flows\": {\"load\": {\"kind\": \"watch\"}}}");
    assertThat(json("load").at("/hidden/responses/ofStream").asLong()).isEqualTo(500);
  }

  @Test
  void theTextIsThatOfThePublishedTest() throws Exception {
    write(
        "stream",
        counts(100, 0, Map.of(), 0),
        published(),
        100_000,
        new ClosedModel(27, null, 100L, 0, 0.189_03),
        "{\"flows\": {\"stream\": {\"requests\": 1000}}}");

    assertThat(text("stream"))
        .startsWith(
            """
            Summary:
              Count:        100
              Total:        189.03 ms
              Slowest:      83.86 ms
              Fastest:      31.48 ms
            """)
        .contains(
            """
              Requests/sec: 529.02

            Response time histogram:
              31.483 [1]  |∎∎
              36.721 [8]  |∎∎∎∎∎∎∎∎∎∎∎∎∎
              41.958 [16] |∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎
              47.196 [15] |∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎
              52.434 [24] |∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎
              57.671 [13] |∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎∎
              62.909 [7]  |∎∎∎∎∎∎∎∎∎∎∎∎
              68.146 [5]  |∎∎∎∎∎∎∎∎
              73.384 [2]  |∎∎∎
              78.621 [4]  |∎∎∎∎∎∎∎
              83.859 [5]  |∎∎∎∎∎∎∎∎

            Latency distribution:
              10 % in\s""")
        .contains(
            """

            Status code distribution:
              [OK]   100 responses

            What ghz does not say:
              Streams:      100 of 100 had all 1000 responses
              Responses:    100000 asked, 100000 came, 0 lost
            """)
        .doesNotContain("Error distribution")
        .contains("  Closed model: a client waits");
    assertThat(text("stream").lines().filter(line -> line.matches("  [0-9]+ % in .* ms")))
        .hasSize(7);
  }

  @Test
  void theJsonHasTheKeysOfGhz() throws Exception {
    write(
        "read",
        counts(100, 0, Map.of(), 0),
        published(),
        0,
        new ClosedModel(12, null, 100L, 0, 0.5),
        "{}");

    JsonNode json = json("read");
    assertThat(json.path("name").asText()).isEqualTo("seed read");
    assertThat(json.path("count").asLong()).isEqualTo(100);
    assertThat(json.path("total").asLong()).isEqualTo(500_000_000);
    assertThat(json.path("fastest").asLong()).isEqualTo(FASTEST);
    assertThat(json.path("slowest").asLong()).isEqualTo(SLOWEST);
    assertThat(json.path("rps").asDouble()).isEqualTo(200);
    assertThat(json.path("latencyDistribution").findValuesAsText("percentage"))
        .containsExactly("10", "25", "50", "75", "90", "95", "99");
    assertThat(json.at("/latencyDistribution/6/latency").asLong())
        .isBetween(SLOWEST - 3_000_000, SLOWEST);
    assertThat(json.path("histogram")).hasSize(11);
    assertThat(json.path("histogram").findValues("count"))
        .extracting(JsonNode::asInt)
        .containsExactly(1, 8, 16, 15, 24, 13, 7, 5, 2, 4, 5);
    assertThat(json.at("/histogram/10/mark").asDouble()).isEqualTo(SLOWEST / 1e9);
    assertThat(json.at("/histogram/4/frequency").asDouble()).isEqualTo(0.24);
    assertThat(json.at("/statusCodeDistribution/OK").asLong()).isEqualTo(100);
    assertThat(json.at("/hidden").has("responses")).isFalse();
    assertThat(json.at("/hidden/fromIntended/count").asLong()).isEqualTo(100);
  }

  @Test
  void aStreamThatLacksResponsesIsOkForGhzAndNamedBelow() throws Exception {
    write(
        "stream",
        counts(50, 0, Map.of("answer.missingResponses", 42L), 0),
        published(),
        9_616,
        null,
        "{\"flows\": {\"stream\": {\"requests\": 200}}}");

    assertThat(text("stream"))
        .contains("  [OK]   50 responses\n")
        .contains("  Streams:      8 of 50 had all 200 responses\n")
        .contains("  Responses:    10000 asked, 9616 came, 384 lost\n")
        .contains("  Failed:       42 with status OK: answer.missingResponses\n");
    assertThat(json("stream").at("/hidden/responses/lost").asLong()).isEqualTo(384);
  }

  @Test
  void failuresHaveTheNamesOfGhz() throws Exception {
    write(
        "read",
        counts(
            1_000,
            7,
            Map.of(
                "protocol.grpc.unknown", 3L,
                "protocol.grpc.cancelled", 4L,
                "transport.timeout", 5L,
                "transport.disconnected", 6L,
                "protocol.answer.empty", 2L),
            1),
        published(),
        0,
        null,
        "{}");

    assertThat(text("read"))
        .contains(
            """
            Status code distribution:
              [Canceled]           4 responses
              [DeadlineExceeded]   5 responses
              [OK]                 981 responses
              [Unavailable]        6 responses
              [Unknown]            3 responses

            Error distribution:
              [2]   protocol.answer.empty
              [4]   protocol.grpc.cancelled
              [3]   protocol.grpc.unknown
              [6]   transport.disconnected
              [5]   transport.timeout
            """)
        .contains("  Count:        999\n", "  Total:        10.00 s\n")
        .contains("  Unsettled:    1 ")
        .contains("  Late:         7 ")
        .doesNotContain("Closed model");
  }

  @Test
  void whereNothingWentWellThereIsNoTime() throws Exception {
    write(
        "read",
        counts(10, 0, Map.of("protocol.grpc.unavailable", 10L), 0),
        new LatencyHistogram(),
        0,
        null,
        "{}");

    assertThat(text("read"))
        .contains("  Slowest:      -\n", "  [Unavailable]   10 responses\n")
        .doesNotContain("∎");
    assertThat(json("read").has("fastest")).isFalse();
  }

  @Test
  void aRunThatEndedBeforeItsDevicesBeganHasNoSummary() throws Exception {
    DeviceBook nothing =
        new DeviceBook(
            DeviceBook.VERSION,
            "1f",
            "seed",
            false,
            null,
            RunTimeline.of(0, List.of()),
            new DeviceBook.FleetCounts(
                1, 0, 0, Map.of(), 0, new LatencyHistogram(), null, null, null),
            Map.of(),
            null,
            GeneratorBook.of(
                new GeneratorHealth(new LatencyHistogram().summary(), 100, 0, 1, List.of())));
    new GhzSummary().write(Result.join(nothing, null, List.of()), directory);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void timesAreWrittenAsGhzDoes() {
    assertThat(GhzText.time(9_999L)).isEqualTo("9999 ns");
    assertThat(GhzText.time(154_600L)).isEqualTo("0.15 ms");
    assertThat(GhzText.time(999_990_000L)).isEqualTo("999.99 ms");
    assertThat(GhzText.time(24_980_000_000L)).isEqualTo("24.98 s");
  }
}
