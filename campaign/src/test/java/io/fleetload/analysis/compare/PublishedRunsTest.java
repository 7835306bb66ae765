// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.PublishedReport;
import io.fleetload.rig.Golden;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published load tests, read by the packs that repeat them, which the analysis does not know. */
class PublishedRunsTest {
  private static final Golden WORDS = Golden.of("compare");
  private static final List<PublishedReport> PUBLISHED = Packs.installed().published();
  private static final RunFile NOTHING_SAID = new RunFile(PUBLISHED, List.of(), null);

  @TempDir Path directory;
  private Path document;

  @BeforeEach
  void writeDocument() throws IOException {
    document = Files.writeString(directory.resolve("published.md"), text());
  }

  private static String text() throws IOException {
    try (InputStream in = PublishedRunsTest.class.getResourceAsStream("two-published-tests.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String summary() throws IOException {
    String text = text();
    return PUBLISHED.stream()
        .flatMap(each -> each.summaries(text).stream())
        .findFirst()
        .orElseThrow()
        .json();
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private void refused(String named, String... values) {
    assertThatThrownBy(() -> NOTHING_SAID.read(directory + named))
        .isInstanceOf(IOException.class)
        .message()
        .satisfies(message -> WORDS.says(message.replace(directory.toString(), "DIR"), values));
  }

  @Test
  void theFirstPublishedTestReachedLessThanHalfOfWhatWasAsked() throws IOException {
    ComparedRun run = NOTHING_SAID.read(document + "#1");
    assertThat(run.findings()).hasSize(9);
    WORDS.holds("the first published test", String.join("\n", run.findings()));
    assertThat(String.join("\n", run.findings()))
        .containsSubsequence(
            "telemetry: 141.1/s of 300/s asked (47.0 %): 127026 ",
            " 270000\nevent: 141.1/s of 300/s asked (47.0 %): 127026 ",
            " 270000\ncommandQuery: 141.1/s of 300/s asked (47.0 %): 127026 ",
            " 270000\ntelemetry: 127026 published - 126824 answered - 201 errors = 1 ",
            "\ncommands: 127026 queries, 125784 ",
            "(1242 ",
            "125602 answered (182 ",
            "\ncommands: ",
            " 182 ",
            " 5 ms slots (39, 74, 519 ms ...)");
    assertThat(run.figures())
        .containsEntry(ComparedFigures.ofFlow("telemetry", "asked"), 300.0)
        .containsEntry(ComparedFigures.ofFlow("telemetry", "reached"), 127026 / 900.0)
        .containsEntry(ComparedFigures.ofFlow("event", "achieved"), 127026 / 900.0 / 300)
        .containsEntry(ComparedFigures.shareOfFlow("commandQuery", "failed"), 1242 / 127026.0)
        .containsEntry(ComparedFigures.ofFlow("commandQuery", "response.p999"), 854.0)
        .containsEntry(ComparedFigures.ofFlow("commandResponse", "response.mean"), 18.0);
  }

  @Test
  void theSecondPublishedTestLostMessagesInItsOwnCounts() throws IOException {
    String findings = String.join("\n", NOTHING_SAID.read(document + "#2").findings());
    WORDS.holds("the second published test", findings);
    assertThat(findings)
        .containsSubsequence(
            "telemetry: 564.6/s of 600/s asked (94.1 %): 508118 ",
            " 540000\n",
            "event: 506539 published - 505797 answered - 734 errors = 8 ",
            "commandQuery: 494335 published - 492645 answered - 1681 errors = 9 ",
            "commands: 492646 received, 492645 ");
  }

  @Test
  void theTwoPublishedTestsCompare() throws IOException {
    Comparison comparison =
        new Comparison(
            List.of(NOTHING_SAID.read(document + "#1")),
            List.of(NOTHING_SAID.read(document + "#2")),
            new Bound(0.1),
            true);
    assertThat(new ComparisonText(comparison).lines())
        .contains("  flows.telemetry.asked: 300/s -> 600/s")
        .anyMatch(line -> line.matches("  achieved % +47.0 +94.1 +\\+100.0 % +not enough runs"))
        .anyMatch(
            line -> line.matches("  response p99 ms +74.0 +564 +\\+662.2 % +not enough runs"));
    assertThat(comparison.rows())
        .as("messages that fail are counted, also in one summary")
        .anyMatch(
            row ->
                row.figure().equals(ComparedFigures.shareOfFlow("commandQuery", "failed"))
                    && row.word() == Row.Word.BETTER);
    assertThat(comparison.answer()).isEqualTo(Row.Word.NOT_ENOUGH_RUNS);
  }

  @Test
  void aSummaryByItselfNeedsToBeToldWhatWasAsked() throws IOException {
    String json = summary();
    String file = write("device-simulator.json", json).toString();
    WORDS.says(
        NOTHING_SAID.read(file).findings().get(0), "telemetry: 141.1/s ", "--asked", "300/s");
    assertThat(new RunFile(PUBLISHED, List.of(), 300.0).read(file).findings().get(0))
        .startsWith("telemetry: 141.1/s of 300/s asked (47.0 %)");
  }

  @Test
  void aDocumentIsAskedWhichOfItsTestsIsMeant() {
    for (String each : List.of("", "#3", "#first")) {
      String named = "/published.md" + each;
      refused(named, "DIR" + named + ": ", " 2 ", "DIR/published.md#1", "DIR/published.md#2");
    }
  }

  @Test
  void aDocumentWithoutASummaryIsNamed() throws IOException {
    write("empty.md", "# Nothing\n");
    refused("/empty.md#1", "DIR/empty.md: ", "```json");
    write("other.md", "```json\n{\"type\": 1}\n```\n```json\n{\"a\n```\n");
    refused("/other.md#1", "DIR/other.md#1: ");
    refused("/other.md#2", "DIR/other.md#2: ", "JSON");
    refused("/no.md#1", "DIR/no.md: ");
    refused("/no.json#1", "DIR/no.json#1: ", "DIR/no.json ", "(.md)");
  }
}
