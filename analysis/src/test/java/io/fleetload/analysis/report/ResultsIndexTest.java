// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.history.PastResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsIndexTest {
  @TempDir Path directory;
  private Path folder;
  private PastResults results;

  @BeforeEach
  void results() throws IOException {
    folder = Files.createDirectory(directory.resolve("results"));
    results = new PastResults(folder);
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("index.html"));
  }

  @Test
  void aRunHasARowWithItsFiguresAndALinkToItsReport() throws Exception {
    ResultsIndex.renewAround(results.write(results.result(12.34)));

    assertThat(page())
        .contains(
            "href=\"nightly-000/report.html\"",
            "<td class=\"fine\">passed</td>",
            "external Hono 2.6.0",
            "<td class=\"n\">20</td><td class=\"n\">20</td><td class=\"n\">12.3</td>",
            "commit=c0");
  }

  @Test
  void seriesSearchesAndRunsWithoutAResultHaveARowToo() throws Exception {
    Path series = Files.createDirectory(folder.resolve("a series"));
    Files.writeString(
        series.resolve("repeat.json"),
        "{\"version\": 1, \"run\": \"five\", \"verdict\": {\"status\": \"passed\"}}");
    Path search = Files.createDirectory(folder.resolve("search"));
    Files.writeString(search.resolve("limit.json"), "{\"version\": 1, \"run\": \"most\"}");
    Path killed = Files.createDirectory(folder.resolve("killed"));
    Files.writeString(killed.resolve("asked.json"), "{}");
    Files.createDirectory(folder.resolve("calibration"));

    ResultsIndex.renewAround(killed);

    assertThat(page())
        .contains("href=\"a%20series/repeat.html\"", "href=\"search/limit.html\"")
        .contains("five, a series", "most, a search", "no result yet", ">3 of them")
        .doesNotContain("calibration");
  }

  @Test
  void aResultIsReadOnceUntilItChanges() throws Exception {
    Path run = results.write(results.result(10));
    Path file = run.resolve("result.json");
    ResultsIndex.renewAround(run);
    FileTime written = Files.getLastModifiedTime(file);
    Files.writeString(file, "{}");
    Files.setLastModifiedTime(file, written);

    ResultsIndex.renewAround(run);
    assertThat(page()).contains(">passed<");

    Files.setLastModifiedTime(file, FileTime.fromMillis(written.toMillis() + 5_000));
    ResultsIndex.renewAround(run);
    assertThat(page()).contains("cannot be read");
  }

  @Test
  void aDeletedRunIsGoneFromTheNextPageAndADamagedCacheDoesNoHarm() throws Exception {
    Path gone = results.write(results.result(10));
    Path stays = results.write(results.result(10));
    ResultsIndex.renewAround(gone);
    Files.delete(gone.resolve("result.json"));
    Files.delete(gone);
    Files.writeString(folder.resolve(".index.json"), "{\"version\": 1, \"rows\": [null");

    ResultsIndex.renewAround(stays);

    assertThat(page()).contains("nightly-001").doesNotContain("nightly-000");
  }

  @Test
  void runsThatEndAtOnceAreAllThere() throws Exception {
    List<Path> runs = IntStream.range(0, 8).mapToObj(each -> written()).toList();

    runs.parallelStream().forEach(ResultsIndexTest::renewed);

    assertThat(page()).contains(runs.stream().map(each -> each.getFileName() + "/").toList());
  }

  private Path written() {
    try {
      return results.write(results.result(10));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void renewed(Path run) {
    try {
      ResultsIndex.renewAround(run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anotherFolderHasAnIndexOnlyOnceItWasGivenOne() throws Exception {
    PastResults elsewhere = new PastResults(directory);
    Path run = elsewhere.write(elsewhere.result(10));

    ResultsIndex.renewAround(run);
    assertThat(directory.resolve("index.html")).doesNotExist();

    ResultsIndex.renew(directory);
    ResultsIndex.renewAround(elsewhere.write(elsewhere.result(10)));
    assertThat(Files.readString(directory.resolve("index.html"))).contains("nightly-001");
  }
}
