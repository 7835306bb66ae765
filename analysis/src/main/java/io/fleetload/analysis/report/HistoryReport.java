// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.history.History;
import io.fleetload.analysis.report.chart.HistoryCharts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Histories as one HTML page that needs nothing else, with links to the runs' reports. */
public final class HistoryReport {
  /** The file's name in the folder of the results. */
  public static final String NAME = "history.html";

  private final History history;
  private final PageLinks links;

  /**
   * The page of a folder's histories.
   *
   * @param page where it will lie, as its links are relative to it
   */
  public HistoryReport(History history, Path page) {
    this.history = history;
    this.links = PageLinks.on(page);
  }

  /** The histories that the page shows, each with its charts. */
  record HistoryPart(
      History.ProfileHistory of,
      HistoryCharts.ChartsOfHistory charts,
      List<ChangeGroup> changes,
      List<HistoryRow> runs) {}

  /** Changes of several figures at the same run. */
  record ChangeGroup(String time, String link, String directory, String differs, List<?> changes) {}

  /** A run as its row shows it. */
  record HistoryRow(
      String time, String link, String directory, String status, String labels, String why) {}

  public String html() {
    HistoryCharts charts = new HistoryCharts();
    List<HistoryPart> parts = new ArrayList<>();
    for (History.ProfileHistory each : history.histories()) {
      parts.add(new HistoryPart(each, charts.add(each), changes(each), runs(each)));
    }
    Map<String, Object> values = new HashMap<>();
    values.put("word", history.answer().toUpperCase(Locale.ROOT).replace('-', ' '));
    values.put("colour", ReportPage.colour(history.code().status()));
    values.put("history", history);
    values.put("newest", parts.get(0));
    values.put("others", parts.subList(1, parts.size()));
    ObjectNode data = new ObjectMapper().createObjectNode();
    // The script of a run's report looks for it on every page.
    data.putArray("flows");
    data.set("history", charts.data());
    return ReportPage.still()
        .html(
            "%s – history".formatted(parts.get(0).of().run()),
            Templates.render("history", values),
            data.toString());
  }

  private List<ChangeGroup> changes(History.ProfileHistory of) {
    Map<Integer, List<History.ChangeOfFigure>> byRun =
        of.changes().stream()
            .collect(
                Collectors.groupingBy(
                    History.ChangeOfFigure::first, LinkedHashMap::new, Collectors.toList()));
    List<ChangeGroup> groups = new ArrayList<>();
    byRun.forEach(
        (first, changes) -> {
          History.RunOfHistory run = of.runs().get(first);
          List<String> differs = changes.get(0).differs();
          groups.add(
              new ChangeGroup(
                  minute(run),
                  link(run),
                  run.directory(),
                  differs.isEmpty() ? "nothing that the results name" : String.join("; ", differs),
                  changes));
        });
    return groups;
  }

  private List<HistoryRow> runs(History.ProfileHistory of) {
    List<HistoryRow> rows = new ArrayList<>();
    for (History.RunOfHistory each : of.runs()) {
      rows.add(
          new HistoryRow(
              minute(each),
              link(each),
              each.directory(),
              each.status(),
              each.labels().entrySet().stream()
                  .map(label -> label.getKey() + "=" + label.getValue())
                  .collect(Collectors.joining(", ")),
              each.leftOut() == null ? "" : each.leftOut()));
    }
    Collections.reverse(rows);
    return rows;
  }

  private String link(History.RunOfHistory run) {
    return links.to(Path.of(run.directory()).resolve(ReportFile.NAME));
  }

  private static String minute(History.RunOfHistory run) {
    return run.time().substring(0, 16).replace('T', ' ') + " UTC";
  }
}
