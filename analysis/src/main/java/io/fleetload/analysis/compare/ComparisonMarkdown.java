// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.analysis.export.Markdown;
import java.util.ArrayList;
import java.util.List;

/** A comparison as a table of Markdown for a pull request. */
public final class ComparisonMarkdown {
  private ComparisonMarkdown() {}

  /** Its lines: the verdict, and what both sides measured. */
  public static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("### " + Markdown.text(new ComparisonText(comparison).verdict()));
    lines.add("");
    lines.add("| | figure | A | B | difference | |");
    lines.add("|---|---|--:|--:|--:|---|");
    for (Row row : comparison.rows()) {
      lines.add(
          "| %s | %s | %s | %s | %s | %s |"
              .formatted(
                  Markdown.text(row.figure().group()),
                  Markdown.text(row.figure().name()),
                  ComparisonText.cell(row, row.a()),
                  ComparisonText.cell(row, row.b()),
                  row.percent(),
                  row.word() == Row.Word.WORSE
                      ? "**worse** (%s)".formatted(Markdown.text(row.interval()))
                      : Markdown.text(row.meaning())));
    }
    comparison.changes().forEach(change -> lines.add("- changed: " + Markdown.text(change)));
    return lines;
  }
}
