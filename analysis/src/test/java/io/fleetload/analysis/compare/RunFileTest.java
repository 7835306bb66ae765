// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {
  private static final RunFile RUNS = new RunFile(List.of(), null);

  @TempDir Path directory;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static void refused(String named, String message) {
    assertThatThrownBy(() -> RUNS.read(named)).isInstanceOf(IOException.class).hasMessage(message);
  }

  @Test
  void aRunIsReadFromItsDirectoryOrItsFile() throws IOException {
    refused(
        directory.toString(),
        directory
            + ": holds no result.json; give the directory of a run, and of one that was killed make"
            + " it with: loadtest report "
            + directory);
    ResultFiles.write(directory.resolve("result.json"), Runs.result());
    assertThat(RUNS.read(directory.toString()).figures())
        .isEqualTo(RUNS.read(directory + "/result.json").figures())
        .containsEntry(ComparedFigures.ofFlow("telemetry", "response.p99"), 12.0);
  }

  @Test
  void whatIsNoResultIsOneLine() throws IOException {
    Path newer = write("newer.json", Runs.result().put("version", 7).toString());
    refused(
        newer.toString(),
        newer + ": is of version 7, this tool reads up to 2; use a newer loadtest");
    Path cut = write("cut.json", Runs.result().toString().substring(0, 400));
    refused(cut.toString(), cut + ": no Result: is cut off");
    Path book = write("device-book.json", "{\"version\": 1, \"run\": \"x\", \"flows\": {}}");
    refused(book.toString(), book + ": verdict is missing");
    refused(directory + "/no.json", directory + "/no.json: there is no such file");
  }
}
