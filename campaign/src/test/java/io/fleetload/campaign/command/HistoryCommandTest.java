// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.campaign.Printed;
import io.fleetload.campaign.ResultSchema;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
  private static final Golden WORDS = Golden.of("history");
  @TempDir Path directory;
  private final Random random = new Random(3);
  private int made;

  private void runs(int number, double p99) throws IOException {
    for (int i = 0; i < number; i++) {
      Path run = Files.createDirectory(directory.resolve("run-%02d".formatted(made)));
      Files.writeString(
          run.resolve("result.json"),
          """
          {
            "version": 2, "run": "nightly", "complete": true, "measuredSeconds": 60,
            "phases": [{"name": "measure", "startEpochMs": %s, "endEpochMs": 0}],
            "verdict": {"status": "passed", "exitCode": 0},
            "flows": {"telemetry": {"asked": 20, "reached": 20, "response": {"p99": %s}}},
            "labels": {"commit": "c%s"}
          }
          """
              .formatted(
                  1_750_000_000_000L + 86_400_000L * made,
                  p99 * (1 + 0.02 * random.nextGaussian()),
                  made));
      made++;
    }
  }

  private Printed history(String... more) {
    String[] all = new String[more.length + 2];
    all[0] = "history";
    all[1] = directory.toString();
    System.arraycopy(more, 0, all, 2, more.length);
    return Printed.by(all);
  }

  @Test
  void aNewestRunAfterAChangeToTheWorseEndsWithOne() throws Exception {
    runs(12, 10);
    runs(6, 14);

    Printed printed = history();

    assertThat(printed.code()).isEqualTo(1);
    WORDS.says(
        printed.out().replace(directory.toString(), "DIR"),
        "label commit: c11 -> c12",
        "worse",
        "telemetry response p99 ms");
    assertThat(directory.resolve("history.html")).content().contains("run-17/report.html");
    assertThat(directory.resolve("index.html")).exists();
  }

  @Test
  void withoutAChangeToTheWorseItEndsWithZero() throws Exception {
    runs(12, 14);
    runs(6, 10);
    Path page = directory.resolve("a/page.html");
    Files.createDirectory(page.getParent());

    Printed printed = history("--out", page.toString());

    assertThat(printed.code()).isZero();
    assertThat(printed.out())
        .contains("better")
        .endsWith("page in " + page + System.lineSeparator());
    assertThat(page).content().contains("../run-17/report.html");
    assertThat(directory.resolve("history.html")).doesNotExist();
    assertThat(directory.resolve("index.html")).doesNotExist();
  }

  @Test
  void tooFewRunsEndWithFive() throws Exception {
    runs(3, 10);

    Printed printed = history();

    assertThat(printed.code()).isEqualTo(5);
    WORDS.says(printed.out().replace(directory.toString(), "DIR"), "too few", "3", "10");
  }

  @Test
  void itsJsonHasTheSchemaOfTheDocs() throws Exception {
    runs(12, 10);
    runs(6, 14);

    Printed printed = history("--json");

    JsonNode document = new ObjectMapper().readTree(printed.out());
    assertThat(ResultSchema.problems(document, ResultSchema.ofHistory())).isEmpty();
    assertThat(document.path("answer").asText()).isEqualTo("worse");
    assertThat(document.path("exitCode").asInt()).isEqualTo(printed.code()).isEqualTo(1);
    assertThat(document.at("/histories/0/changes/0/first").asInt()).isEqualTo(12);
    assertThat(printed.err()).contains("after a change to the worse");
  }

  @Test
  void aFolderWithoutRunsIsRefusedInOneLine() {
    Printed printed = history();

    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1);
    WORDS.says(printed.err().replace(directory.toString(), "DIR"), "holds no result");
  }
}
