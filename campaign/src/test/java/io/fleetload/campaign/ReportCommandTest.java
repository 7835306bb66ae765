// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code loadtest report DIR} as a user does it. */
class ReportIT {
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
    try (CommandRun run = CommandRun.loadtest(List.of("report", directory.toString()))) {
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo(directory.resolve("report.html").toString());
    }
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("5 sessions sent 8/s of telemetry for 60 seconds");
  }

  @Test
  void aDirectoryWithoutAResultIsNamed() throws Exception {
    refused(directory + ": holds no result.json; name the directory that a run wrote");
  }

  @Test
  void aResultThatWasCutOffIsNamed() throws Exception {
    Files.writeString(directory.resolve("result.json"), RESULT.substring(0, 40));
    refused(directory.resolve("result.json") + ": no Result: ");
  }

  private void refused(String line) throws Exception {
    try (CommandRun run = CommandRun.loadtest(List.of("report", directory.toString()))) {
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).startsWith(line).hasLineCount(1);
    }
    assertThat(directory.resolve("report.html")).doesNotExist();
  }
}
