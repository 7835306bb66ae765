// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.analysis.repeat.RunMark;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Charts of a series: the 99th percentile of each flow and the rate reached by the value of the key
 * that is varied or, where the runs are all the same, by run, then each further figure that the
 * profile has a threshold on. Bounds are in the chart of their figure.
 */
public final class SeriesCharts {
  private static final String P99 = "flows.*.response.p99";

  private final Repeat repeat;
  private final Map<String, SeriesChart> charts = new LinkedHashMap<>();

  /**
   * The charts of a series.
   *
   * @param repeat the runs
   */
  public SeriesCharts(Repeat repeat) {
    this.repeat = repeat;
    charts.put(P99, new SeriesChart("response time p99", "ms", new LinkedHashMap<>(), false));
    charts.put("", new SeriesChart("rate of all flows", "msg/s", new LinkedHashMap<>(), true));
    for (int run = 0; run < repeat.runs().size(); run++) {
      flows(run);
      thresholds(run);
    }
    charts.values().removeIf(each -> !each.isDrawn());
  }

  /**
   * One chart.
   *
   * @param title what it shows
   * @param unit of its y axis; empty of a count
   * @param lines by their name; a value for each run, null if the run has none
   * @param ofRates whether its first line is the rate asked for
   */
  public record SeriesChart(
      String title, String unit, Map<String, ChartLine> lines, boolean ofRates) {

    /** The title with the unit of the figures. */
    public String heading() {
      return unit.isEmpty() ? title : title + ", " + unit;
    }

    boolean isDrawn() {
      return lines.values().stream()
          .filter(each -> !each.bound)
          .flatMap(each -> each.values.stream())
          .anyMatch(Objects::nonNull);
    }

    private void put(String name, boolean bound, int run, Double value) {
      List<Double> values = lines.computeIfAbsent(name, each -> new ChartLine(bound)).values;
      while (values.size() < run) {
        values.add(null);
      }
      if (values.size() == run) {
        values.add(value);
      }
    }
  }

  /**
   * One line.
   *
   * @param bound whether it is the bound of a threshold, and not a figure
   * @param values one for each run
   */
  public record ChartLine(boolean bound, List<Double> values) {
    private ChartLine(boolean bound) {
      this(bound, new ArrayList<>());
    }
  }

  /** All charts with a point, in their order. */
  public List<SeriesChart> all() {
    return List.copyOf(charts.values());
  }

  private void flows(int run) {
    Double asked = null;
    Double reached = null;
    for (var flow : repeat.runs().get(run).flows().entrySet()) {
      charts.get(P99).put(flow.getKey(), false, run, flow.getValue().p99());
      asked = sum(asked, flow.getValue().asked());
      // The rate of a closed flow is beside no rate asked for.
      reached = sum(reached, flow.getValue().asked() == null ? null : flow.getValue().reached());
    }
    charts.get("").put("asked", false, run, asked);
    charts.get("").put("reached", false, run, reached);
  }

  private static Double sum(Double a, Double b) {
    return a == null ? b : b == null ? a : Double.valueOf(a + b);
  }

  private void thresholds(int run) {
    for (ThresholdOutcome each : repeat.runs().get(run).thresholds()) {
      String kind = FigureCatalogue.kindOf(each.figure()).map(FigureKind::path).orElse(null);
      double scale = ThresholdOutcome.isInPercent(each.threshold(), each.figure()) ? 100 : 1;
      SeriesChart chart =
          charts.computeIfAbsent(
              kind == null ? each.threshold() : kind, path -> chart(each, scale));
      if (!P99.equals(kind) || each.windows() != null) {
        String worst = each.windows() == null ? "" : ", worst window";
        chart.put(each.figure() + worst, false, run, scaled(each.found(), scale));
      }
      chart.put(each.threshold(), true, run, scaled(bound(each), scale));
    }
  }

  private static SeriesChart chart(ThresholdOutcome outcome, double scale) {
    String title =
        FigureCatalogue.kindOf(outcome.figure()).map(FigureKind::label).orElse(outcome.figure());
    String unit = scale == 1 ? FigureCatalogue.unitOf(outcome.figure()).strip() : "%";
    return new SeriesChart(title, unit, new LinkedHashMap<>(), false);
  }

  private static Double bound(ThresholdOutcome outcome) {
    Threshold threshold = Threshold.parse(outcome.threshold());
    return threshold.ofBaseline()
        ? outcome.baseline() == null ? null : outcome.baseline().bound()
        : Double.valueOf(threshold.bound());
  }

  private static Double scaled(Double value, double scale) {
    return value == null ? null : value * scale;
  }

  /** Points, lines and axes for the page's script. */
  public ObjectNode data() {
    ObjectNode data = new ObjectMapper().createObjectNode();
    Repeat.VariedKey over = repeat.over();
    data.put("key", over == null ? "run" : over.key());
    data.put("unit", over == null || over.unit() == null ? "" : over.unit());
    boolean numbers = repeat.runs().stream().allMatch(each -> each.number() != null);
    data.put("numbers", numbers);
    ArrayNode runs = data.putArray("runs");
    for (Repeat.RunOfSeries each : repeat.runs()) {
      runs.addObject()
          .put("x", numbers ? each.number() : Double.valueOf(runs.size() - 1))
          .put("value", over == null ? each.directory() : each.value())
          .put("mark", RunMark.of(each).name().toLowerCase(Locale.ROOT));
    }
    ArrayNode drawn = data.putArray("charts");
    for (SeriesChart chart : all()) {
      ObjectNode node = drawn.addObject();
      node.put("unit", chart.unit());
      node.put("ofRates", chart.ofRates());
      ArrayNode lines = node.putArray("lines");
      chart.lines.forEach(
          (name, line) -> {
            ObjectNode of = lines.addObject();
            of.put("name", name).put("bound", line.bound);
            line.values.forEach(of.putArray("values")::add);
          });
    }
    return data;
  }
}
