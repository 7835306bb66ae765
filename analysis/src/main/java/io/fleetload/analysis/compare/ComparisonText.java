// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
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
      lines.add(
          comparison.tools().size() > 1
              ? "asked of both: the same, as far as both say it"
              : "asked of both: the same");
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
        lines.add(
            run.tool().equals(ComparedRun.Instrument.OWN)
                ? "what %s %s hides:".formatted(letter, run.name())
                : "how to read %s %s, of %s:".formatted(letter, run.name(), run.tool().name()));
        run.findings().forEach(finding -> lines.add("  " + finding));
      }
    }
  }

  /** The last line: the answer in one sentence. */
  public String verdict() {
    if (comparison.tools().size() > 1) {
      return "no verdict: the runs are of %s, and figures of two tools are only shown side by side"
          .formatted(
              comparison.tools().stream()
                  .map(ComparedRun.Instrument::name)
                  .collect(Collectors.joining(" and ")));
    }
    if (!comparison.judged()) {
      return "no verdict: no run of %s says anything about the target"
          .formatted(Comparison.valid(comparison.a()).isEmpty() ? "A" : "B");
    }
    if (comparison.refused()) {
      return "compare runs of one load, fleet and kind of target, or add --anyway: "
          + String.join("; ", comparison.incomparable());
    }
    String bound = comparison.bound().text();
    return switch (comparison.answer()) {
      case WORSE -> "B is worse than A: " + named(Row.Word.WORSE);
      case BETTER -> "B is better than A: " + named(Row.Word.BETTER);
      case ALIKE -> "A and B are alike: no figure that decides differs by more than " + bound;
      case NOT_ENOUGH_RUNS -> notEnough();
      default -> "no verdict: no figure of both sides could be judged";
    };
  }

  private String notEnough() {
    Row widest =
        comparison.rows().stream()
            .filter(row -> row.word() == Row.Word.NOT_ENOUGH_RUNS && row.decides())
            .max(Comparator.comparingInt(Row::enough))
            .orElseThrow();
    if (widest.difference() == null) {
      return "not enough runs: %s or more a side would do, as one has no noise of %s"
          .formatted(Evidence.LEAST_RUNS, widest.path());
    }
    String runs =
        widest.enough() > Difference.MOST_RUNS
            ? "more than " + Difference.MOST_RUNS
            : "about " + widest.enough();
    return "not enough runs: %s a side would do, as %s differs by %s"
        .formatted(runs, widest.path(), widest.interval());
  }

  private void verdict(List<String> lines) {
    if (comparison.judged() && !comparison.refused()) {
      if (comparison.ofOneRunEach()) {
        lines.add(
            "one run a side, judged by blocks of time within it: how far two runs of one kind are"
                + " apart is not known");
      }
      comparison.incomparable().forEach(each -> lines.add("not the same: " + each));
    }
    lines.add(verdict());
  }

  private String named(Row.Word word) {
    return comparison.rows().stream()
        .filter(row -> row.word() == word)
        .map(
            row ->
                row.difference() == null
                    ? row.path()
                    : "%s (%s)".formatted(row.path(), row.interval()))
        .collect(Collectors.joining(", "));
  }
}
