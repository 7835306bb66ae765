// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A search for the limit as one HTML page that needs nothing else, as a {@link Report} does. */
public final class LimitReport {
  /** The file's name in the search's directory. */
  public static final String NAME = "limit.html";

  private final Limit limit;

  /** The page of what a search found. */
  public LimitReport(Limit limit) {
    this.limit = limit;
  }

  /** A probe as its row shows it; {@code figures} are its numbers with their paths. */
  record ProbeRow(ResultNode figures, String verdict, String crossed, String target) {}

  public String html() {
    Limit.Search search = limit.search();
    List<String> reasons = limit.verdict().reasons();
    Map<String, Object> values = new HashMap<>();
    values.put("limit", limit);
    values.put("word", limit.verdict().status().toUpperCase(Locale.ROOT).replace('-', ' '));
    values.put("colour", colour());
    values.put("reason", reasons.get(0));
    values.put("more", reasons.subList(1, reasons.size()));
    values.put("drawn", limit.probes().stream().anyMatch(each -> each.p99() != null));
    values.put("knee", knee());
    values.put("rows", rows());
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

  private String colour() {
    String status = limit.verdict().status();
    if (status.equals(ExitCode.PASSED.status())) {
      return "good";
    }
    return status.equals(ExitCode.THRESHOLDS_CROSSED.status()) ? "crossed" : "void";
  }

  private String knee() {
    return limit.knee().load() == null
        ? "No knee: " + limit.knee().why() + "."
        : "Knee at %s, p99 %s ms."
            .formatted(
                limit.search().text(limit.knee().load()),
                String.format(Locale.ROOT, "%,.1f", limit.knee().p99()));
  }

  private List<ProbeRow> rows() {
    List<ProbeRow> rows = new ArrayList<>();
    List<ResultNode> figures = ResultNode.of(ResultFiles.tree(limit)).at("probes").each();
    for (Probe probe : limit.probes()) {
      rows.add(
          new ProbeRow(
              figures.get(rows.size()),
              word(probe, probe.status()),
              String.join("; ", probe.crossed()),
              notes(probe)));
    }
    return rows;
  }

  private static String word(Probe probe, String otherwise) {
    return probe.held() ? "held" : probe.judged() ? "crossed" : otherwise;
  }

  private static String notes(Probe probe) {
    List<String> notes = new ArrayList<>();
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
    if (limit.knee().load() != null) {
      data.putObject("knee").put("load", limit.knee().load()).put("p99", limit.knee().p99());
    }
    return data;
  }
}
