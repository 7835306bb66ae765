// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.Printed;
import io.fleetload.campaign.ShardBooks;
import io.fleetload.campaign.run.RunRequest;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code loadtest report DIR} as a user does it. */
class ReportCommandTest {
  private static final String RESULT =
      """
      {"version": 1, "run": "by hand", "verdict": {"status": "passed", "exitCode": 0},
       "devices": {"asked": 5, "connected": 5}, "measuredSeconds": 60,
       "flows": {"telemetry": {"asked": 8, "reached": 8, "sent": 480, "ok": 480}}}
      """;

  @TempDir private Path directory;

  @Test
  void theReportOfAnEarlierRunIsWrittenBesideItsResult() throws Exception {
    Files.writeString(directory.resolve("result.json"), RESULT);
    Printed printed = Printed.by("report", directory.toString());
    assertThat(printed.code()).as(printed.err()).isZero();
    assertThat(printed.out().strip()).isEqualTo(directory.resolve("report.html").toString());
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("5 sessions ", " 8/s of telemetry ", " 60 seconds");
  }

  @Test
  void booksOfTwoRunsAreNotJoined() throws Exception {
    Path run = ShardBooks.whole(directory, 10);
    Path book = run.resolve(BackendBook.FILE);
    String own = Files.readString(ShardBooks.backend(directory).resolve(BackendBook.FILE));
    Files.writeString(book, own.replace("c0ffee", "c0ffef"));
    Printed printed = Printed.by("report", run.toString());
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err())
        .hasLineCount(1)
        .contains(book + ": ", "(c0ffef)", run.resolve("device-book.json").toString(), "(c0ffee)");
    assertThat(run.resolve("result.json")).doesNotExist();

    Files.writeString(book, own);
    ResultFiles.write(
        run.resolve(RunRequest.FILE),
        new RunRequest(
            "c0fff0", "shared", 5, null, 1, List.of(), List.of(), null, Map.of(), Map.of()));
    printed = Printed.by("report", run.toString());
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).hasLineCount(1).contains("c0ffee", "asked.json", "c0fff0");
    assertThat(run.resolve("result.json")).doesNotExist();

    Files.delete(run.resolve(RunRequest.FILE));
    assertThat(Printed.by("report", run.toString()).code()).isZero();
    assertThat(run.resolve("result.json")).exists();
  }

  @Test
  void aDirectoryWithoutAResultIsNamed() {
    refused(directory + ": ", "result.json");
  }

  @Test
  void aResultThatWasCutOffIsNamed() throws Exception {
    Files.writeString(directory.resolve("result.json"), RESULT.substring(0, 40));
    refused(directory.resolve("result.json") + ": ", "no Result");
  }

  private void refused(String where, String... named) {
    Printed printed = Printed.by("report", directory.toString());
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).startsWith(where).contains(List.of(named)).hasLineCount(1);
    assertThat(directory.resolve("report.html")).doesNotExist();
  }
}
