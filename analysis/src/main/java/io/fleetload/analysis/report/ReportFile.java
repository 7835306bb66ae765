// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.export.Exports;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The report of a run in the run's directory. */
public final class ReportFile {
  /** The file's name in the run's directory. */
  public static final String NAME = "report.html";

  private ReportFile() {}

  /**
   * Reads what a run left and writes its report into the same directory, and the {@link Exports}
   * beside it.
   *
   * @param directory the run's directory
   * @param remarks gets one line when a part of the report had to be left out
   * @return the file written
   * @throws IOException with one line when there is no result or the report cannot be written
   */
  public static Path write(Path directory, Consumer<String> remarks) throws IOException {
    Path report = directory.resolve(NAME);
    JsonNode result = result(directory);
    ResultFiles.writeText(report, new Report(result, book(directory, result, remarks)).html());
    Exports.write(result, directory);
    return report;
  }

  /**
   * Reads what a run left.
   *
   * @param directory the run's directory
   * @param remarks gets one line when a part of the report has to be left out
   * @throws IOException with one line when there is no result
   */
  public static Report read(Path directory, Consumer<String> remarks) throws IOException {
    JsonNode result = result(directory);
    return new Report(result, book(directory, result, remarks));
  }

  private static JsonNode result(Path directory) throws IOException {
    Path file = directory.resolve(Result.FILE);
    if (!Files.exists(file)) {
      throw new IOException(
          directory + ": holds no " + Result.FILE + "; name the directory that a run wrote");
    }
    return ResultFiles.resultTree(file);
  }

  private static DeviceBook book(Path directory, JsonNode result, Consumer<String> remarks) {
    Path file = directory.resolve(DeviceBook.FILE);
    if (!Files.exists(file)) {
      return null;
    }
    try {
      DeviceBook book = ResultFiles.read(file, DeviceBook.class);
      if (!book.runId().equals(result.path("runId").asText())) {
        remarks.accept(file + ": is of another run; percentile curves are drawn without it");
        return null;
      }
      return book;
    } catch (IOException e) {
      remarks.accept(e.getMessage() + "; percentile curves are drawn without it");
      return null;
    }
  }
}
