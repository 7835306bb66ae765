// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.analysis.end.EndOfRun;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  private static final Golden WORDS = Golden.of("report");
  private static final String OF_THE_TABLE = "Drawn from the percentiles";

  @TempDir private Path directory;
  private final List<String> remarks = new ArrayList<>();

  private String written() throws IOException {
    return Files.readString(ReportFile.write(directory, remarks::add));
  }

  private void refused(String where, String... values) {
    assertThatThrownBy(() -> ReportFile.write(directory, remarks::add))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1)
        .startsWith(where)
        .satisfies(message -> WORDS.says(message.replace(directory.toString(), "DIR"), values));
    assertThat(directory.resolve(ReportFile.NAME)).doesNotExist();
  }

  private ExitCode judged() throws IOException {
    return new EndOfRun(directory, List.of(), remarks::add)
        .judge(
            RichResult.book(),
            null,
            new EndOfRun.Terms(List.of(), null, null, new Result.About(null, Map.of(), Map.of())),
            UnaryOperator.identity());
  }

  @Test
  void aRunWhoseReportCannotBeWrittenDoesNotEndAsIfAllWereThere() throws IOException {
    assertThat(judged()).isNotEqualTo(ExitCode.RESULTS_NOT_WRITTEN);

    Files.delete(directory.resolve(ReportFile.NAME));
    Files.createDirectory(directory.resolve(ReportFile.NAME));
    assertThat(judged()).isEqualTo(ExitCode.RESULTS_NOT_WRITTEN);
  }

  @Test
  void theBookGivesTheCurvesTheirPoints() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree());
    assertThat(written()).contains(OF_THE_TABLE);
    ResultFiles.write(directory.resolve(DeviceBook.FILE), RichResult.book());
    assertThat(written()).doesNotContain(OF_THE_TABLE);
    assertThat(remarks).isEmpty();
  }

  @Test
  void aBookThatCannotBeReadIsSaidAndLeftOut() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree());
    Files.writeString(directory.resolve(DeviceBook.FILE), "{\"version\": 1");
    assertThat(written()).contains(OF_THE_TABLE);
    assertThat(remarks).singleElement().asString().contains("device-book.json: no DeviceBook: ");
  }

  @Test
  void aBookOfAnotherRunIsSaidAndLeftOut() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree().put("runId", "other"));
    ResultFiles.write(directory.resolve(DeviceBook.FILE), RichResult.book());
    assertThat(written()).contains(OF_THE_TABLE);
    assertThat(remarks).singleElement().asString().contains("is of another run");
  }

  @Test
  void aDirectoryWithoutAResultIsRefused() {
    refused(directory + ": ", "result.json");
  }

  @Test
  void aResultOfANewerVersionIsRefused() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree().put("version", 3));
    refused(directory.resolve(Result.FILE) + ": ", "version 3", "2", "loadtest");
  }

  @Test
  void aResultThatIsNoneIsRefused() throws IOException {
    for (String text : List.of("{\"version\": 1, \"flo", "{}", "[]", "7", "null", "")) {
      Files.writeString(directory.resolve(Result.FILE), text);
      assertThatThrownBy(() -> ReportFile.write(directory, remarks::add))
          .isInstanceOf(IOException.class)
          .message()
          .hasLineCount(1)
          .startsWith(directory.resolve(Result.FILE) + ": no Result: ");
    }
  }
}
