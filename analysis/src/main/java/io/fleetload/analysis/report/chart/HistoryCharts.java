// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.history.History;
import io.fleetload.results.format.ExitCode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Charts of histories: each figure by run, its intervals, bounds, levels and change points. */
public final class HistoryCharts {
  private static final MathContext DIGITS = new MathContext(6);

  private final ArrayNode runs = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode charts = JsonNodeFactory.instance.arrayNode();

  /**
   * One chart of the page.
   *
   * @param index its place in the data
   * @param heading the figure, which ends with its unit
   */
  public record HistoryChart(int index, String heading) {}

  /**
   * The charts of one history.
   *
   * @param main those that decide, and those that changed
   * @param others all others with a course
   * @param constant figures with the same value in all runs, with that value
   */
  public record ChartsOfHistory(
      List<HistoryChart> main, List<HistoryChart> others, Map<String, String> constant) {}

  /** Adds the charts of a history. */
  public ChartsOfHistory add(History.ProfileHistory history) {
    int of = runs.size();
    ArrayNode here = runs.addArray();
    history.runs().forEach(each -> here.add(run(each)));
    List<HistoryChart> main = new ArrayList<>();
    List<HistoryChart> others = new ArrayList<>();
    Map<String, String> constant = new LinkedHashMap<>();
    for (History.FigureOfHistory figure : history.figures()) {
      List<History.ChangeOfFigure> changes = changes(figure, history.changes());
      String name = figure.group() + " " + figure.figure();
      if (isConstant(figure)) {
        figure.values().stream()
            .filter(Objects::nonNull)
            .findFirst()
            .ifPresent(value -> constant.put(name, FigureFormat.plain(value * factor(figure))));
      } else if (!changes.isEmpty() || !figure.ofPart()) {
        (figure.decides() || !changes.isEmpty() ? main : others)
            .add(new HistoryChart(charts.size(), name));
        charts.add(chart(of, figure, changes));
      }
    }
    return new ChartsOfHistory(main, others, constant);
  }

  /** The data of all charts, for the page's script. */
  public ObjectNode data() {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.set("runs", runs);
    data.set("charts", charts);
    return data;
  }

  /** The mark of a run in charts and tables. */
  public static String mark(History.RunOfHistory run) {
    if (run.leftOut() != null) {
      return "none";
    }
    return run.status().equals(ExitCode.PASSED.status()) ? "held" : "crossed";
  }

  private static ObjectNode run(History.RunOfHistory run) {
    StringBuilder words = new StringBuilder(run.directory());
    run.labels().forEach((key, value) -> words.append(", ").append(key).append('=').append(value));
    return JsonNodeFactory.instance
        .objectNode()
        .put("time", run.time().substring(0, 16).replace('T', ' '))
        .put("words", words.toString())
        .put("mark", mark(run));
  }

  private static List<History.ChangeOfFigure> changes(
      History.FigureOfHistory figure, List<History.ChangeOfFigure> all) {
    return all.stream()
        .filter(
            each -> each.group().equals(figure.group()) && each.figure().equals(figure.figure()))
        .sorted(Comparator.comparingInt(History.ChangeOfFigure::first))
        .toList();
  }

  private static boolean isConstant(History.FigureOfHistory figure) {
    return figure.values().stream().filter(Objects::nonNull).distinct().count() < 2;
  }

  private static boolean isShare(History.FigureOfHistory figure) {
    return figure.unit().equals("share");
  }

  private static double factor(History.FigureOfHistory figure) {
    return isShare(figure) ? 100 : 1;
  }

  private static String sign(History.FigureOfHistory figure) {
    return isShare(figure) ? "%" : figure.unit();
  }

  private static ObjectNode chart(
      int of, History.FigureOfHistory figure, List<History.ChangeOfFigure> changes) {
    double factor = factor(figure);
    ObjectNode chart = JsonNodeFactory.instance.objectNode();
    chart.put("of", of).put("unit", sign(figure));
    column(chart.putArray("values"), figure.values(), factor);
    if (figure.low() != null || figure.high() != null) {
      column(chart.putArray("low"), orNulls(figure.low(), figure), factor);
      column(chart.putArray("high"), orNulls(figure.high(), figure), factor);
    }
    if (figure.bounds() != null) {
      column(chart.putArray("bounds"), figure.bounds(), factor);
    }
    ArrayNode levels = chart.putArray("levels");
    ArrayNode marks = chart.putArray("changes");
    for (int i = 0; i < changes.size(); i++) {
      History.ChangeOfFigure each = changes.get(i);
      if (i == 0) {
        level(levels, 0, each.last(), each.from() * factor);
      }
      int end = i == changes.size() - 1 ? figure.values().size() - 1 : changes.get(i + 1).last();
      level(levels, each.first(), end, each.to() * factor);
      marks.addObject().put("at", (each.last() + each.first()) / 2.0).put("word", each.word());
    }
    return chart;
  }

  private static void level(ArrayNode levels, int from, int to, double value) {
    levels.addObject().put("from", from).put("to", to).put("value", value);
  }

  private static List<Double> orNulls(List<Double> column, History.FigureOfHistory figure) {
    return column != null ? column : figure.values().stream().map(each -> (Double) null).toList();
  }

  private static void column(ArrayNode node, List<Double> values, double factor) {
    for (Double each : values) {
      if (each == null) {
        node.addNull();
      } else {
        node.add(new BigDecimal(each * factor).round(DIGITS).doubleValue());
      }
    }
  }
}
