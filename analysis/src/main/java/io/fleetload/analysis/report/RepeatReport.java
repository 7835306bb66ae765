// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.compare.SpreadTable;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RunMark;
import io.fleetload.analysis.repeat.RunTable;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.analysis.report.chart.SeriesCharts;
import io.fleetload.analysis.report.chart.SeriesTiles;
import io.fleetload.results.ResultFiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A series of runs as one HTML page that needs nothing else, with links to the runs' reports. Runs
 * over a key have a table and charts of their figures instead of medians.
 */
public final class RepeatReport {
  /** The file's name in the directory of the series. */
  public static final String NAME = "repeat.html";

  private final Repeat repeat;
  private final List<SpreadTable.SpreadRow> table;
  private final Instant began;

  /**
   * The page of a series.
   *
   * @param repeat what it says
   * @param table what comparisons show of it
   * @param began when the series began
   */
  public RepeatReport(Repeat repeat, List<SpreadTable.SpreadRow> table, Instant began) {
    this.repeat = repeat;
    this.table = List.copyOf(table);
    this.began = began;
  }

  /** A run as its row shows it. */
  record RunRow(String directory, String report, String verdict, String counts, String note) {}

  /**
   * A row of the table of runs over a key.
   *
   * @param report where the run's report lies; null in all rows but the run's first
   * @param colour {@code bad} or {@code void}, or empty
   */
  record OverRow(String report, String colour, List<String> texts, List<String> numbers) {
    static OverRow of(RunTable.RunTableRow row) {
      return new OverRow(
          row.first() ? row.run().directory() + "/" + ReportFile.NAME : null,
          switch (RunMark.of(row.run())) {
            case HELD -> "";
            case CROSSED -> "bad";
            case NONE -> "void";
          },
          row.cells().subList(0, RunTable.OF_TEXT),
          row.cells().subList(RunTable.OF_TEXT, row.cells().size()));
    }
  }

  /** A table of runs over a key: a row for each flow or disturbance. */
  record OverTable(String name, List<String> heads, List<OverRow> rows) {
    static OverTable of(RunTable table) {
      return new OverTable(
          table.name(), table.heads(), table.rows().stream().map(OverRow::of).toList());
    }
  }

  public String html() {
    List<String> reasons = repeat.verdict().reasons();
    Map<String, Object> values = new HashMap<>();
    values.put("repeat", repeat);
    values.put("word", repeat.verdict().heading());
    values.put("colour", ReportPage.colour(repeat.verdict().status()));
    values.put("reason", reasons.get(0));
    values.put("more", reasons.subList(1, reasons.size()));
    values.put("figures", ResultNode.of(ResultFiles.tree(repeat)).at("figures").each());
    ObjectNode data = new ObjectMapper().createObjectNode();
    // The script of a run's report looks for it on every page.
    data.putArray("flows");
    values.put("began", FigureFormat.time(began.toEpochMilli()));
    SeriesCharts charts = new SeriesCharts(repeat);
    values.put("charts", charts.all());
    data.set("series", charts.data());
    if (repeat.over() == null) {
      values.put("rows", rows());
      values.put("groups", groups());
      values.put("tiles", SeriesTiles.of(repeat));
    } else {
      values.put("tables", RunTable.all(repeat).stream().map(OverTable::of).toList());
    }
    String body = Templates.render(repeat.over() == null ? "repeat" : "over", values);
    return ReportPage.still()
        .html("%s – %s runs".formatted(repeat.run(), repeat.runs().size()), body, data.toString());
  }

  private List<RunRow> rows() {
    return repeat.runs().stream()
        .map(
            each ->
                new RunRow(
                    each.directory(),
                    each.directory() + "/" + ReportFile.NAME,
                    each.status(),
                    each.leftOut() == null ? "counts" : "left out",
                    each.leftOut() == null ? String.join("; ", each.crossed()) : each.leftOut()))
        .toList();
  }

  private Map<String, List<SpreadTable.SpreadRow>> groups() {
    Map<String, List<SpreadTable.SpreadRow>> groups = new LinkedHashMap<>();
    table.forEach(
        each -> groups.computeIfAbsent(each.group(), group -> new ArrayList<>()).add(each));
    return groups;
  }
}
