// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.compare.SpreadTable;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RunMark;
import io.fleetload.analysis.repeat.RunTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A series of runs as an engineer reads it on a terminal: a line a run, then the figures. Of runs
 * over a key these are a row for each flow of each run.
 */
final class RepeatText {
  private RepeatText() {}

  static String row(Repeat.RunOfSeries run, Repeat repeat) {
    String note =
        run.leftOut() != null ? "left out: " + run.leftOut() : String.join("; ", run.crossed());
    return repeat.over() == null
        ? line("  %-8s  %-18s  %s", run.directory(), run.status(), note)
        : line(
            "  %-8s  %s=%s  %s  %s",
            run.directory(), repeat.over().key(), run.value(), run.status(), note);
  }

  static List<String> end(Repeat repeat, List<SpreadTable.SpreadRow> table) {
    List<String> lines = new ArrayList<>();
    if (repeat.over() != null && !repeat.runs().isEmpty()) {
      for (RunTable each : RunTable.all(repeat)) {
        lines.add("");
        lines.addAll(table(each));
      }
      lines.add("  " + RunMark.LEGEND);
    }
    if (!table.isEmpty()) {
      lines.add("");
      lines.addAll(table(table));
    }
    lines.add("");
    lines.add(line("%s: %s", repeat.run(), repeat.verdict().status().toUpperCase(Locale.ROOT)));
    repeat.verdict().reasons().forEach(reason -> lines.add("  " + reason));
    lines.add(line("  all %d figures are in %s", repeat.figures().size(), Repeat.FILE));
    return lines;
  }

  private static List<String> table(RunTable table) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < table.heads().size(); i++) {
      int place = i;
      int width =
          table.rows().stream()
              .mapToInt(each -> each.cells().get(place).length())
              .reduce(table.heads().get(i).length(), Math::max);
      form.append(i < RunTable.OF_TEXT ? "  %-" : "  %").append(width).append('s');
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(form.toString(), table.heads().toArray()));
    table.rows().forEach(each -> lines.add(line(form.toString(), each.cells().toArray())));
    return lines;
  }

  private static List<String> table(List<SpreadTable.SpreadRow> rows) {
    String form =
        "  %-"
            + width(rows, SpreadTable.SpreadRow::name, "")
            + "s"
            + column(rows, SpreadTable.SpreadRow::median, "median")
            + column(rows, SpreadTable.SpreadRow::least, "least")
            + column(rows, SpreadTable.SpreadRow::most, "most")
            + column(rows, SpreadTable.SpreadRow::spread, "spread")
            + "  %4s";
    List<String> lines = new ArrayList<>();
    lines.add(line(form, "", "median", "least", "most", "spread", "runs"));
    String group = "";
    for (SpreadTable.SpreadRow row : rows) {
      if (!row.group().equals(group)) {
        group = row.group();
        lines.add(group);
      }
      lines.add(
          line(form, row.name(), row.median(), row.least(), row.most(), row.spread(), row.runs()));
    }
    return lines;
  }

  private static String column(
      List<SpreadTable.SpreadRow> rows, Function<SpreadTable.SpreadRow, String> cell, String head) {
    return "  %" + width(rows, cell, head) + "s";
  }

  private static int width(
      List<SpreadTable.SpreadRow> rows, Function<SpreadTable.SpreadRow, String> cell, String head) {
    return Math.max(
        head.length(), rows.stream().map(cell).mapToInt(String::length).max().orElse(1));
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).stripTrailing();
  }
}
