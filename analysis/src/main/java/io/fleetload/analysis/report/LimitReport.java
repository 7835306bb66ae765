// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitModel;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.limit.model.Estimate;
import io.fleetload.analysis.limit.model.ResponseFit;
import io.fleetload.analysis.limit.model.Scalability;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.verdict.Threshold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** A search for the limit as one HTML page that needs nothing else, as a {@link Report} does. */
public final class LimitReport {
  /** The file's name in the search's directory. */
  public static final String NAME = "limit.html";

  private static final int POINTS = 60;
  private static final Pattern P99 = Pattern.compile("flows\\..+\\.response\\.p99");

  private final Limit limit;
  private final Instant began;

  /**
   * The page of what a search found.
   *
   * @param began when the search began
   */
  public LimitReport(Limit limit, Instant began) {
    this.limit = limit;
    this.began = began;
  }

  /**
   * A probe as its row shows it; {@code figures} are its numbers with their paths, {@code report}
   * leads to the report of its run.
   */
  record ProbeRow(
      ResultNode figures,
      String report,
      String residual,
      String verdict,
      String crossed,
      String target) {}

  public String html() {
    Limit.Search search = limit.search();
    List<String> reasons = limit.verdict().reasons();
    Map<String, Object> values = new HashMap<>();
    values.put("limit", limit);
    values.put("began", FigureFormat.time(began.toEpochMilli()));
    values.put("bounds", bounds());
    values.put("word", limit.verdict().heading());
    values.put("colour", ReportPage.colour(limit.verdict().status()));
    values.put("reason", reasons.get(0));
    values.put("more", reasons.subList(1, reasons.size()));
    values.put("drawn", limit.probes().stream().anyMatch(each -> each.p99() != null));
    values.put("knee", knee());
    values.put("rows", rows());
    values.put("parameters", parameters());
    values.put("devices", search.raisesDevices());
    values.put(
        "groups",
        limit.probes().stream()
            .findFirst()
            .map(each -> List.copyOf(each.fleet().byGroup().keySet()))
            .orElse(List.of()));
    values.put("unit", unit());
    values.put("from", search.text(search.from()));
    values.put("to", search.text(search.to()));
    values.put("together", search.text(search.together()));
    values.put("measured", FigureFormat.duration(search.probeSeconds()));
    values.put("repeats", search.repeats() == 1 ? "once" : search.repeats() + " times");
    String body = Templates.render("limit", values);
    return ReportPage.still().html(limit.run() + " – limit", body, data().toString());
  }

  private String unit() {
    return limit.search().raisesDevices() ? "devices" : "msg/s";
  }

  private String knee() {
    return limit.knee().load() == null
        ? "No knee: " + limit.knee().why() + "."
        : "Knee at %s, p99 %s ms."
            .formatted(
                limit.search().text(limit.knee().load()), FigureFormat.digits(limit.knee().p99()));
  }

  /** A parameter of a model as its row shows it. */
  record Parameter(String name, String value, String low, String high) {}

  private List<Parameter> parameters() {
    List<Parameter> rows = new ArrayList<>();
    LimitModel model = limit.model();
    if (model != null && model.limit() != null) {
      rows.add(row("limit, " + unit(), model.limit()));
    }
    if (model != null && model.response() != null) {
      rows.add(row("capacity of the response times, " + unit(), model.response().capacity()));
      rows.add(residual("residual of the response times", model.response().residual()));
    }
    Scalability throughput = model == null ? null : model.scalability();
    if (throughput != null) {
      rows.add(row("λ, msg/s", throughput.lambda()));
      rows.add(row("σ, contention", throughput.sigma()));
      rows.add(row("κ, coherency", throughput.kappa()));
      if (throughput.most() != null) {
        rows.add(row("most throughput, msg/s", throughput.most()));
      }
      rows.add(residual("residual of the throughput", throughput.residual()));
    }
    return rows;
  }

  private static Parameter row(String name, Estimate of) {
    return new Parameter(
        name, digits(of.value()), digits(of.low()), of.high() == null ? "" : digits(of.high()));
  }

  private static Parameter residual(String name, double share) {
    return new Parameter(name, String.format(Locale.ROOT, "%.1f %%", 100 * share), "", "");
  }

  private static String digits(double value) {
    return value == 0 || value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  private List<ProbeRow> rows() {
    List<ProbeRow> rows = new ArrayList<>();
    List<ResultNode> figures = ResultNode.of(ResultFiles.tree(limit)).at("probes").each();
    ResponseFit fit = LimitModel.p99Of(limit);
    for (Probe probe : limit.probes()) {
      rows.add(
          new ProbeRow(
              figures.get(rows.size()),
              PageLinks.encoded(probe.directory()) + "/" + ReportFile.NAME,
              residual(fit, probe),
              word(probe, probe.status()),
              String.join("; ", probe.crossed()),
              notes(probe)));
    }
    return rows;
  }

  private static String word(Probe probe, String otherwise) {
    return probe.held() ? "held" : probe.judged() ? "crossed" : otherwise;
  }

  private static String residual(ResponseFit fit, Probe probe) {
    if (fit == null || probe.p99() == null || !Double.isFinite(fit.at(probe.load()))) {
      return "";
    }
    return String.format(Locale.ROOT, "%+.0f %%", 100 * (probe.p99() / fit.at(probe.load()) - 1));
  }

  private static String notes(Probe probe) {
    List<String> notes = new ArrayList<>();
    if (Boolean.TRUE.equals(probe.run().scout())) {
      notes.add("scout");
    }
    if (probe.recovered() != null) {
      notes.add(probe.recovered() ? "recovered" : "had not recovered");
    }
    if (Boolean.TRUE.equals(probe.gettingFaster())) {
      notes.add("was getting faster");
    }
    return String.join(", ", notes);
  }

  private ObjectNode data() {
    ObjectNode data = new ObjectMapper().createObjectNode();
    // The script of a run's report looks for it on every page.
    data.putArray("flows");
    data.put("unit", unit());
    ArrayNode points = data.putArray("probes");
    for (Probe probe : limit.probes()) {
      if (probe.p99() != null) {
        points
            .addObject()
            .put("load", probe.load())
            .put("p50", probe.p50())
            .put("p99", probe.p99())
            .put("verdict", word(probe, "none"));
      }
    }
    fit(data);
    bounds().forEach(data.withArray("/bounds")::add);
    data.put("held", limit.bounds().held());
    data.put("crossed", limit.bounds().crossed());
    if (limit.knee().load() != null) {
      data.putObject("knee").put("load", limit.knee().load()).put("p99", limit.knee().p99());
    }
    return data;
  }

  /** The upper bounds on a 99th percentile, in ms. */
  private List<Double> bounds() {
    return limit.thresholds().stream()
        .map(Threshold::parse)
        .filter(each -> P99.matcher(each.path()).matches() && each.divisor() == null)
        .filter(each -> !each.ofBaseline() && each.comparison().isUpper() && each.bound() > 0)
        .map(Threshold::bound)
        .distinct()
        .toList();
  }

  /** The curve and its band at as many loads as a picture shows, up to the highest probe. */
  private void fit(ObjectNode data) {
    ResponseFit fit = LimitModel.p99Of(limit);
    if (fit == null) {
      return;
    }
    double[] loads = limit.probes().stream().mapToDouble(Probe::load).sorted().toArray();
    double last = Math.min(loads[loads.length - 1], fit.curve().capacity().value());
    ArrayNode curve = data.putArray("model");
    for (int i = 0; i <= POINTS; i++) {
      double load = loads[0] + (last - loads[0]) * i / POINTS;
      Estimate p99 = fit.band(load);
      if (Double.isFinite(p99.value())) {
        curve
            .addObject()
            .put("load", load)
            .put("p99", p99.value())
            .put("low", p99.low())
            .put("high", p99.high());
      }
    }
  }
}
