// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.PublishedReport;
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
  private static final List<PublishedReport> PUBLISHED = Packs.installed().published();
  private static final RunFile NOTHING_SAID = new RunFile(PUBLISHED, null);

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

  private static void refused(String named, String message) {
    assertThatThrownBy(() -> NOTHING_SAID.read(named))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  @Test
  void theFirstPublishedTestReachedLessThanHalfOfWhatWasAsked() throws IOException {
    ComparedRun run = NOTHING_SAID.read(document + "#1");
    assertThat(run.findings())
        .containsExactly(
            "telemetry: 141.1/s of 300/s asked (47.0 %): 127026 messages where 15 min of that rate"
                + " are 270000",
            "event: 141.1/s of 300/s asked (47.0 %): 127026 messages where 15 min of that rate are"
                + " 270000",
            "commandQuery: 141.1/s of 300/s asked (47.0 %): 127026 messages where 15 min of that"
                + " rate are 270000",
            "telemetry: 127026 published - 126824 answered - 201 errors = 1 that nothing explains",
            "commands: 127026 queries, 125784 commands received (1242 never came), 125602 answered"
                + " (182 received and not answered)",
            "commands: no error says why 182 were not answered",
            "percentiles are in 5 ms slots (39, 74, 519 ms ...): no finer difference is in them",
            "its times count from the actual send, those of a result from the intended one: what a"
                + " message waited before it left is not in them",
            "it holds nothing of the backend: lost and duplicate messages are not known");
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
    assertThat(NOTHING_SAID.read(document + "#2").findings())
        .contains(
            "telemetry: 564.6/s of 600/s asked (94.1 %): 508118 messages where 15 min of that rate"
                + " are 540000",
            "event: 506539 published - 505797 answered - 734 errors = 8 that nothing explains",
            "commandQuery: 494335 published - 492645 answered - 1681 errors = 9 that nothing"
                + " explains",
            "commands: 492646 received, 492645 of them timed");
  }

  @Test
  void theTwoPublishedTestsCompare() throws IOException {
    Comparison comparison =
        new Comparison(
            List.of(NOTHING_SAID.read(document + "#1")),
            List.of(NOTHING_SAID.read(document + "#2")),
            new Bound(0.1));
    assertThat(new ComparisonText(comparison).lines())
        .contains(
            "  flows.telemetry.asked: 300/s -> 600/s",
            "  asked /s             300    600    +100.0 %",
            "  reached /s         141.1  564.6    +300.0 %",
            "  achieved %          47.0   94.1    +100.0 %  better",
            "  response p99 ms     74.0    564    +662.2 %  worse");
    assertThat(comparison.worse()).isTrue();
  }

  @Test
  void aSummaryByItselfNeedsToBeToldWhatWasAsked() throws IOException {
    String json = summary();
    String file = write("device-simulator.json", json).toString();
    assertThat(NOTHING_SAID.read(file).findings().get(0))
        .isEqualTo(
            "telemetry: 141.1/s sent; what was asked is not in the file, give --asked, such as"
                + " 300/s");
    assertThat(new RunFile(PUBLISHED, 300.0).read(file).findings().get(0))
        .startsWith("telemetry: 141.1/s of 300/s asked (47.0 %)");
  }

  @Test
  void aDocumentIsAskedWhichOfItsTestsIsMeant() {
    String which = ": holds 2 summaries; name one, from %s#1 to %s#2".formatted(document, document);
    refused(document.toString(), document + which);
    refused(document + "#3", document + "#3" + which);
    refused(document + "#first", document + "#first" + which);
  }

  @Test
  void aDocumentWithoutASummaryIsNamed() throws IOException {
    Path empty = write("empty.md", "# Nothing\n");
    refused(empty + "#1", empty + ": holds no summary: no block that begins with ```json");
    Path other = write("other.md", "```json\n{\"type\": 1}\n```\n```json\n{\"a\n```\n");
    refused(other + "#1", other + "#1: is no summary of a device simulator");
    refused(other + "#2", other + "#2: its block is no JSON");
    refused(directory + "/no.md#1", directory + "/no.md: there is no such file");
    refused(
        directory + "/no.json#1",
        directory
            + "/no.json#1: there is no such file, and "
            + directory
            + "/no.json is no document (.md)");
  }
}
