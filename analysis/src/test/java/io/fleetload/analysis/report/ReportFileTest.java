// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir private Path directory;
  private final List<String> remarks = new ArrayList<>();

  private String written() throws IOException {
    return Files.readString(ReportFile.write(directory, remarks::add));
  }

  private void refused(String message) {
    assertThatThrownBy(() -> ReportFile.write(directory, remarks::add))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1)
        .startsWith(message);
    assertThat(directory.resolve(ReportFile.NAME)).doesNotExist();
  }

  @Test
  void theBookGivesTheCurvesTheirPoints() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree());
    assertThat(written()).contains("Drawn from the percentiles of the table alone.");
    ResultFiles.write(directory.resolve(DeviceBook.FILE), RichResult.book());
    assertThat(written()).doesNotContain("Drawn from the percentiles of the table alone.");
    assertThat(remarks).isEmpty();
  }

  @Test
  void aBookThatCannotBeReadIsSaidAndLeftOut() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree());
    Files.writeString(directory.resolve(DeviceBook.FILE), "{\"version\": 1");
    assertThat(written()).contains("Drawn from the percentiles of the table alone.");
    assertThat(remarks).singleElement().asString().contains("device-book.json: no DeviceBook: ");
  }

  @Test
  void aBookOfAnotherRunIsSaidAndLeftOut() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree().put("runId", "other"));
    ResultFiles.write(directory.resolve(DeviceBook.FILE), RichResult.book());
    assertThat(written()).contains("Drawn from the percentiles of the table alone.");
    assertThat(remarks).singleElement().asString().contains("is of another run");
  }

  @Test
  void aDirectoryWithoutAResultIsRefused() {
    refused(directory + ": holds no result.json; name the directory that a run wrote");
  }

  @Test
  void aResultOfANewerVersionIsRefused() throws IOException {
    ResultFiles.write(directory.resolve(Result.FILE), RichResult.tree().put("version", 3));
    refused(directory.resolve(Result.FILE) + ": is of version 3, this tool reads up to 2");
  }

  @Test
  void aResultThatIsNoneIsRefused() throws IOException {
    for (String text : List.of("{\"version\": 1, \"flo", "{}", "[]", "7", "null", "")) {
      Files.writeString(directory.resolve(Result.FILE), text);
      refused(directory.resolve(Result.FILE) + ": no Result: ");
    }
  }
}
