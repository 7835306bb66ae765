// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

/**
 * A run, a series or a search as the index of its folder shows it.
 *
 * @param directory its folder, below that of the index
 * @param file the file that it was read from; null before there is one
 * @param changed when that file was written, in ms since the epoch
 * @param began when the run began, or the file was written
 * @param name the profile's {@code run.name}, or what it is
 * @param status its verdict
 * @param target which target it was; empty if it does not say
 * @param words labels, or the answer of a series or a search
 * @param asked the rate of all flows, msg/s; null if it has none
 * @param reached the rate that these flows reached, msg/s
 * @param p99 the largest of the flows' 99th percentiles, in ms
 * @param lost messages that the backend did not get
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record IndexRow(
    String directory,
    String file,
    long changed,
    String began,
    String name,
    String status,
    String target,
    String words,
    Double asked,
    Double reached,
    Double p99,
    Long lost) {

  /**
   * Reads what lies in a folder.
   *
   * @param folder of a run, a series or a search
   * @param file what it left: its name
   */
  static IndexRow of(Path folder, String file) throws IOException {
    Path read = folder.resolve(file);
    return switch (file) {
      case Result.FILE -> ofRun(folder, ResultFiles.resultWithoutCourses(read));
      case Repeat.FILE -> ofSeries(folder, file, ResultFiles.tree(read, Repeat.class), "series");
      default -> ofSeries(folder, file, ResultFiles.tree(read, Limit.class), "search");
    };
  }

  /** Of a folder of which nothing can be read. */
  static IndexRow unread(Path folder, String file, String why) {
    return new IndexRow(
        name(folder), file, 0, time(changed(folder)), "", why, "", "", null, null, null, null);
  }

  private static IndexRow ofRun(Path folder, JsonNode result) {
    JsonNode about = result.has("about") ? result.path("about") : result;
    Double asked = null;
    Double reached = null;
    Double p99 = null;
    for (JsonNode flow : result.path("flows")) {
      // The rate of a closed flow, or of answers, is beside no rate asked for.
      if (flow.path("asked").isNumber()) {
        asked = sum(asked, flow.path("asked"));
        reached = sum(reached, flow.path("reached"));
      }
      JsonNode time = flow.path("response").path("p99");
      p99 = time.isNumber() ? Math.max(p99 == null ? 0 : p99, time.doubleValue()) : p99;
    }
    JsonNode lost = result.path("ledger").path("lost");
    long written = changed(folder.resolve(Result.FILE));
    return new IndexRow(
        name(folder),
        Result.FILE,
        written,
        time(result.path("phases").path(0).path("startEpochMs").asLong(written)),
        result.path("run").asText(),
        result.path("verdict").path("status").asText(),
        about.path("versions").path(Result.About.TARGET).asText(""),
        about.path("labels").properties().stream()
            .map(each -> each.getKey() + "=" + each.getValue().asText())
            .collect(Collectors.joining(", ")),
        asked,
        reached,
        p99,
        lost.isNumber() ? lost.longValue() : null);
  }

  private static IndexRow ofSeries(Path folder, String file, JsonNode tree, String what) {
    long written = changed(folder.resolve(file));
    return new IndexRow(
        name(folder),
        file,
        written,
        time(written),
        tree.path("run").asText() + ", a " + what,
        tree.path("verdict").path("status").asText(),
        "",
        tree.path("verdict").path("reasons").path(0).asText(""),
        null,
        null,
        null,
        null);
  }

  private static Double sum(Double before, JsonNode more) {
    return more.isNumber() ? (before == null ? 0 : before) + more.doubleValue() : before;
  }

  private static String name(Path folder) {
    return folder.getFileName().toString();
  }

  private static String time(long epochMs) {
    return Instant.ofEpochMilli(epochMs).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns when a file was written, in ms since the epoch; 0 if it is gone. */
  static long changed(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The page of it, below the folder of the index. */
  String page() {
    String page =
        file == null || file.equals(Result.FILE)
            ? ReportFile.NAME
            : file.equals(Repeat.FILE) ? RepeatReport.NAME : LimitReport.NAME;
    return directory + "/" + page;
  }
}
