// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of a folder of results, with a row for each run in it.
 *
 * <p>The folder itself says what is in it, so a run that is moved, deleted or judged again later is
 * right in the next page. A file beside the page keeps the rows, so each result is read once: the
 * page of a thousand runs costs a look at a thousand folders. A lock lets one command at a time
 * look and write.
 */
public final class ResultsIndex {
  /** The file's name in the folder of the results. */
  public static final String NAME = "index.html";

  /** The name of the folder that gets an index by itself. */
  private static final String RESULTS = "results";

  private static final String ROWS = ".index.json";
  private static final String LOCK = ".index.lock";

  /** Files that a row is read from: a series and a search have no result of their own. */
  private static final List<String> FILES = List.of(Repeat.FILE, Limit.FILE, Result.FILE);

  private final Path folder;

  private ResultsIndex(Path folder) {
    this.folder = folder;
  }

  /** The rows of an index that was written before. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record IndexRows(int version, List<IndexRow> rows) {
    private static final int VERSION = 1;
  }

  /**
   * Renews the index of the folder that a command's results lie in: one with the name {@code
   * results}, or one that has an index. Any other folder belongs to the user.
   *
   * @param run the directory of the run, the series or the search
   * @throws IOException with one line if it cannot be read or written
   */
  public static void renewAround(Path run) throws IOException {
    Path parent = run.toAbsolutePath().normalize().getParent();
    if (parent != null && (parent.endsWith(RESULTS) || Files.exists(parent.resolve(ROWS)))) {
      renew(parent);
    }
  }

  /**
   * Renews the index of a folder, or makes its first.
   *
   * @throws IOException with one line if it cannot be read or written
   */
  public static void renew(Path folder) throws IOException {
    // The lock of a file is that of a process; a second thread of this one would be refused.
    synchronized (ResultsIndex.class) {
      try (FileChannel lock =
              FileChannel.open(
                  folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = lock.lock()) {
        if (held.isValid()) {
          new ResultsIndex(folder).write();
        }
      }
    }
  }

  private void write() throws IOException {
    Map<String, IndexRow> before = before();
    List<IndexRow> rows = new ArrayList<>();
    for (Path each : folders()) {
      row(each, before.get(each.getFileName().toString())).ifPresent(rows::add);
    }
    rows.sort(Comparator.comparing(IndexRow::began).thenComparing(IndexRow::directory).reversed());
    ResultFiles.write(
        folder.resolve(ROWS),
        new IndexRows(
            IndexRows.VERSION, rows.stream().filter(each -> each.file() != null).toList()));
    ResultFiles.writeText(folder.resolve(NAME), html(rows));
  }

  private Map<String, IndexRow> before() {
    Path file = folder.resolve(ROWS);
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      IndexRows rows = ResultFiles.read(file, IndexRows.class);
      return rows.version() != IndexRows.VERSION
          ? Map.of()
          : rows.rows().stream()
              .collect(Collectors.toMap(IndexRow::directory, Function.identity(), (a, b) -> a));
    } catch (IOException | RuntimeException e) {
      // It only saves time: without it each result is read once more.
      return Map.of();
    }
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isDirectory).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Optional<IndexRow> row(Path directory, IndexRow before) {
    for (String file : FILES) {
      long changed = IndexRow.changed(directory.resolve(file));
      if (changed == 0) {
        continue;
      }
      if (before != null && file.equals(before.file()) && before.changed() == changed) {
        return Optional.of(before);
      }
      try {
        return Optional.of(IndexRow.of(directory, file));
      } catch (IOException | RuntimeException e) {
        return Optional.of(IndexRow.unread(directory, file, "cannot be read"));
      }
    }
    return Files.exists(directory.resolve("asked.json"))
        ? Optional.of(IndexRow.unread(directory, null, "no result yet"))
        : Optional.empty();
  }

  private String html(List<IndexRow> rows) {
    Map<String, Object> values = new HashMap<>();
    values.put("rows", rows.stream().map(IndexLine::of).toList());
    values.put("history", Files.exists(folder.resolve(HistoryReport.NAME)));
    values.put("link", HistoryReport.NAME);
    Path name = folder.getFileName();
    return new ReportPage("", List.of())
        .html(
            "%s – runs".formatted(name == null ? folder : name),
            Templates.render("index", values),
            "{}");
  }
}
