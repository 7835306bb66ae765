// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.export.Markdown;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RunMark;
import io.fleetload.analysis.repeat.RunTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A series of runs over a key as a page of Markdown for a pull request: verdict and table. */
public final class SeriesMarkdown {
  /** The file's name in the directory of the series. */
  public static final String FILE = "repeat.md";

  private SeriesMarkdown() {}

  /** The page. */
  public static String of(Repeat repeat) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "### %s over %s: %s"
            .formatted(
                Markdown.text(String.valueOf(repeat.run())),
                Markdown.text(repeat.over().key()),
                repeat.verdict().status().toUpperCase(Locale.ROOT).replace('-', ' ')));
    line(text, "");
    repeat.verdict().reasons().forEach(reason -> line(text, "- " + Markdown.text(reason)));
    line(text, "");
    RunTable table = RunTable.of(repeat);
    row(text, table.heads());
    line(text, "|" + "---|".repeat(RunTable.OF_TEXT) + "--:|".repeat(ofNumbers(table)));
    table.rows().forEach(each -> row(text, each.cells()));
    line(text, "");
    line(text, RunMark.LEGEND);
    return text.toString();
  }

  private static int ofNumbers(RunTable table) {
    return table.heads().size() - RunTable.OF_TEXT;
  }

  private static void row(StringBuilder text, List<String> cells) {
    line(text, cells.stream().map(Markdown::text).collect(Collectors.joining(" | ", "| ", " |")));
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
