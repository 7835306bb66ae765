// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import static io.fleetload.ngsi.published.MeasuredRun.closed;
import static io.fleetload.ngsi.published.MeasuredRun.counts;
import static io.fleetload.ngsi.published.MeasuredRun.times;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.PublishedRun;
import io.fleetload.results.book.FlowTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StellioTableTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  @Test
  void eachRowOfThePublishedTablesIsARunToCompareWith() throws Exception {
    StellioReport report = new StellioReport();
    List<PublishedReport.Summary> summaries = report.summaries(document());

    assertThat(summaries).hasSize(18);
    PublishedRun first = run(report, summaries.get(0));
    assertThat(first.devices()).isEqualTo(10);
    assertThat(first.seconds()).isBetween(76.3, 76.4);
    assertThat(first.flows())
        .containsExactly(
            new PublishedRun.PublishedFlow("create", null, 10_000, null, Map.of("p95", 137.0)));
    assertThat(run(report, summaries.get(17)).flows().get(0).name()).isEqualTo("retrieve");
  }

  @Test
  void otherDocumentsAndOtherSummariesAreNotStellios() throws Exception {
    StellioReport report = new StellioReport();

    assertThat(report.summaries("### Results\n\n| 10 | 10000 | 131 | 137 ms |\n")).isEmpty();
    for (String other :
        List.of(
            "{\"type\": \"device-simulator\"}",
            "{}",
            "[]",
            "{\"scenario\": \"Other\", \"perSecond\": 1}",
            "{\"scenario\": \"Create entity\", \"perSecond\": \"x\"}")) {
      assertThat(report.run(JSON.readTree(other), Map.of(), null)).as(other).isEmpty();
    }
  }

  @Test
  void aProfileRepeatsEachOfThem() throws Exception {
    List<String> profiles = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("profiles/stellio"))) {
      for (Path each : files.filter(file -> file.toString().endsWith(".yaml")).toList()) {
        profiles.add(Files.readString(each));
      }
    }
    for (StellioTest test : StellioTest.of(document())) {
      assertThat(profiles)
          .as(test.scenario())
          .anyMatch(
              profile -> {
                String run = profile.replaceAll("(?s).*\nrun: \\{ name: ([a-z-]+),.*", "$1");
                return test.isRepeatedBy(run) && profile.contains("\n  " + test.flow() + ":\n");
              });
    }
  }

  @Test
  void theRunIsBesideTheRowOfTheSameUsersRequestsAndSetUp() throws Exception {
    run(
        "stellio-query-entities-by-type-and-property-value",
        "query",
        10_000,
        "{\"setUp\": [{\"count\": 10, \"batch\": 100}]}");

    assertThat(table())
        .startsWith("## Query entities by type and values of properties\n")
        .contains(
            "| 10 | 1000 entities, 5 different types | 10000 | 33 | 269 ms | 400.0 | 5.0 ms | 3 |\n",
            "| 10 | 100000 entities, 10 different types | 10000 | 32 | 1440 ms | – | – | – |\n")
        .contains("`repeat.json`");
  }

  @Test
  void temporalInstancesAreCountedForEachEntity() throws Exception {
    String name = "stellio-retrieve-temporal-evolution-of-an-entity";
    run(name, "retrieve", 1_000, "{\"setUp\": [{\"count\": 10}, {\"count\": 100000}]}");

    assertThat(table())
        .contains(
            "| 10 | 10 entities, 1000 temporal instances | 1000 | 137 | 88 ms | – | – | – |\n")
        .contains(
            "| 10 | 10 entities, 10000 temporal instances | 1000 | 86 | 137 ms | 40.0 | 5.0 ms | 3 |\n");
  }

  @Test
  void aRunOfAnotherSizeHasARowOfItsOwn() throws Exception {
    run("stellio-create-entity", "create", 500, "{}");

    assertThat(table())
        .contains("| 10 | – | 10000 | 131 | 137 ms | – | – | – |\n")
        .contains("| 10 | of this run alone | 500 | – | – | 20.0 | 5.0 ms | 3 |\n");
  }

  @Test
  void aRunWithOtherRequestsBesideIsNoRepetition() throws Exception {
    new MeasuredRun(directory)
        .name("stellio-create-entity")
        .flow("create", closed(10, 10_000, 25), counts(9, Map.of(), 0, 0), times(9, 5), null)
        .flow("get", closed(1, 5, 1), counts(5, Map.of(), 0, 0), times(5, 5), null)
        .write(new StellioTable());

    assertThat(table())
        .contains("| 10 | – | 10000 | 131 | 137 ms | – | – | – |\n")
        .contains("| 10 | of this run, beside other requests | 10000 | – | – |");
  }

  @Test
  void aRunOfAnotherCampaignHasNoTable() throws Exception {
    new MeasuredRun(directory)
        .flow("create", FlowTerms.rate(5.0), counts(300, Map.of(), 0, 0), times(300, 5), null)
        .flow("get", closed(1, 5, 1), counts(5, Map.of(), 0, 0), times(5, 5), null)
        .write(new StellioTable());

    assertThat(directory.resolve("stellio-table.md")).doesNotExist();
  }

  /** Done in 25 s, with three failures. */
  private void run(String name, String flow, int requests, String profile) throws IOException {
    new MeasuredRun(directory)
        .name(name)
        .profile(profile)
        .flow(
            flow,
            closed(10, requests, 25),
            counts(requests, Map.of("answer.empty", 3L), 0, 0),
            times(requests - 3, 5),
            null)
        .write(new StellioTable());
  }

  private static PublishedRun run(StellioReport report, PublishedReport.Summary summary)
      throws IOException {
    JsonNode json = JSON.readTree(summary.json());
    return report.run(json, summary.asked(), null).orElseThrow();
  }

  private static String document() throws IOException {
    return new String(
        StellioTable.class.getResourceAsStream("stellio.md").readAllBytes(),
        StandardCharsets.UTF_8);
  }

  private String table() throws IOException {
    return Files.readString(directory.resolve("stellio-table.md"));
  }
}
