// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A comparison as an engineer reads it on a terminal. */
public final class ComparisonText {
  private final Comparison comparison;

  public ComparisonText(Comparison comparison) {
    this.comparison = comparison;
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    side("A", comparison.a(), lines);
    side("B", comparison.b(), lines);
    changes(lines);
    table(lines);
    findings("A", comparison.a(), lines);
    findings("B", comparison.b(), lines);
    lines.add("");
    verdict(lines);
    return lines;
  }

  private void side(String letter, List<ComparedRun> runs, List<String> lines) {
    for (ComparedRun run : runs) {
      lines.add(letter + "  " + run.name() + ": " + run.says());
      if (run.noVerdict() != null) {
        lines.add("   says nothing about the target: " + run.noVerdict());
      }
    }
    comparison.mixed(runs).forEach(each -> lines.add("   not asked the same: " + each));
  }

  private void changes(List<String> lines) {
    List<String> changes = comparison.changes();
    lines.add("");
    if (changes.isEmpty()) {
      lines.add("asked of both: the same");
    } else {
      lines.add("changed from A to B:");
      changes.forEach(change -> lines.add("  " + change));
    }
  }

  private void table(List<String> lines) {
    List<Row> rows = comparison.rows();
    int name = width(rows.stream().map(row -> row.figure().name()).toList(), "figure");
    int left = width(rows.stream().map(row -> cell(row, row.a())).toList(), "A");
    int right = width(rows.stream().map(row -> cell(row, row.b())).toList(), "B");
    String form = "  %-" + name + "s  %" + left + "s  %" + right + "s  %10s  %s";
    lines.add("");
    lines.add(line(form, "", "A", "B", "difference", ""));
    String group = "";
    for (Row row : rows) {
      if (!row.figure().group().equals(group)) {
        group = row.figure().group();
        lines.add(group);
      }
      lines.add(
          line(
              form,
              row.figure().name(),
              cell(row, row.a()),
              cell(row, row.b()),
              row.percent(),
              row.meaning()));
    }
  }

  private static String line(String form, Object... cells) {
    return String.format(Locale.ROOT, form, cells).stripTrailing();
  }

  static String cell(Row row, Spread side) {
    return side == null ? "-" : side.text(row.figure().scale());
  }

  private static int width(List<String> cells, String head) {
    return Math.max(head.length(), cells.stream().mapToInt(String::length).max().orElse(1));
  }

  private static void findings(String letter, List<ComparedRun> runs, List<String> lines) {
    for (ComparedRun run : runs) {
      if (!run.findings().isEmpty()) {
        lines.add("");
        lines.add("what " + letter + " " + run.name() + " hides:");
        run.findings().forEach(finding -> lines.add("  " + finding));
      }
    }
  }

  /** The last line. */
  public String verdict() {
    if (!comparison.judged()) {
      return "no verdict: no run of %s says anything about the target"
          .formatted(Comparison.valid(comparison.a()).isEmpty() ? "A" : "B");
    }
    String bound = comparison.bound().text();
    return switch (comparison.code()) {
      case THRESHOLDS_CROSSED ->
          "B is worse than A by more than " + bound + ": " + named(Row.Word.WORSE);
      case PASSED -> "B is not worse than A by more than " + bound;
      case WRONG_USAGE -> "not comparable: " + String.join("; ", comparison.incomparable());
      default -> "no verdict: no figure of both sides could be judged";
    };
  }

  private void verdict(List<String> lines) {
    if (comparison.judged()) {
      if (comparison.a().size() == 1 && comparison.b().size() == 1) {
        lines.add("one run a side: how far two runs of one kind are apart is not known");
      }
      String open = named(Row.Word.NO_VERDICT);
      if (!open.isEmpty()) {
        lines.add("no verdict on: " + open);
      }
      if (comparison.worse()) {
        comparison.incomparable().forEach(each -> lines.add("not the same: " + each));
      }
    }
    lines.add(verdict());
  }

  private String named(Row.Word word) {
    return comparison.rows().stream()
        .filter(row -> row.word() == word)
        .map(Row::path)
        .collect(Collectors.joining(", "));
  }
}
