// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table of a page that the benchmarks write; the rest of the page stays as it is. */
final class FiguresTable {
  static final String BEGIN = "<!-- loadtest bench writes from here -->";
  static final String END = "<!-- to here -->";
  private static final List<String> HEAD =
      List.of(
          "| benchmark | figure | product | against | came to | bound | when, where |",
          "| --- | --- | ---: | ---: | ---: | ---: | --- |");

  private final Path page;

  FiguresTable(Path page) {
    this.page = page;
  }

  /**
   * Replaces the rows of benchmarks; rows of others stay.
   *
   * @param rows of each benchmark, each a line that begins with {@link #begin}
   * @throws IOException if the page cannot be read or written, or has no such table
   */
  void write(Map<String, List<String>> rows) throws IOException {
    List<String> lines = Files.readAllLines(page);
    int begin = lines.indexOf(BEGIN);
    int end = lines.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          "%s has no table to write: expected a line \"%s\" and after it \"%s\""
              .formatted(page, BEGIN, END));
    }
    List<String> table = new ArrayList<>();
    for (String line : lines.subList(begin + 1, end)) {
      boolean old = HEAD.contains(line) || rows.keySet().stream().anyMatch(of -> isOf(line, of));
      if (!old && !line.isBlank()) {
        table.add(line);
      }
    }
    rows.values().forEach(table::addAll);
    table.addAll(0, HEAD);
    List<String> written = new ArrayList<>(lines.subList(0, begin + 1));
    written.addAll(table);
    written.addAll(lines.subList(end, lines.size()));
    Path beside = page.resolveSibling(page.getFileName() + ".new");
    Files.write(beside, written);
    Files.move(beside, page, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isOf(String line, String benchmark) {
    return line.startsWith(begin(benchmark));
  }

  /** Returns the beginning of each row of a benchmark. */
  static String begin(String benchmark) {
    return "| `" + benchmark + "` |";
  }
}
