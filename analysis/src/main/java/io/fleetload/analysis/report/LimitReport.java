package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.limit.Answer;
import io.fleetload.analysis.limit.Knee;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import io.fleetload.results.ExitCode;
import io.fleetload.results.ResultFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A search for the limit as one HTML page that needs nothing else, as a {@link Report} does. */
public final class LimitReport {
  /** The file's name in the search's directory. */
  public static final String NAME = "limit.html";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Limit limit;

  /** The page of what a search found. */
  public LimitReport(Limit limit) {
    this.limit = limit;
  }

  /** The text of the page. */
  public String html() {
    return Frame.still().page(limit.run() + " – limit", body(), data().toString());
  }

  private String body() {
    return header()
        + Html.section("curve", "Rate and response time", "ms by msg/s", curve())
        + Html.section("probes", "Probes", table())
        + Html.section("thresholds", "Thresholds", list(limit.thresholds()))
        + Html.section("search", "Search", search());
  }

  private String header() {
    List<String> reasons = limit.verdict().reasons();
    return "<header>\n<h1>"
        + Html.escape(limit.run())
        + "</h1>\n<p id=\"verdict\" class=\"verdict "
        + colour()
        + "\" data-status=\""
        + Html.escape(limit.verdict().status())
        + "\"><strong>"
        + Html.escape(limit.verdict().status().toUpperCase(Locale.ROOT).replace('-', ' '))
        + ":</strong> "
        + Html.escape(reasons.get(0))
        + "</p>\n"
        + list(reasons.subList(1, reasons.size()))
        + "</header>\n";
  }

  private String colour() {
    String status = limit.verdict().status();
    if (status.equals(ExitCode.PASSED.status())) {
      return "good";
    }
    return status.equals(ExitCode.THRESHOLDS_CROSSED.status()) ? "crossed" : "void";
  }

  private String curve() {
    if (limit.probes().stream().noneMatch(each -> each.p99() != null)) {
      return Html.note("No probe has a response time.");
    }
    return "<p class=\"legend\"><span><i class=\"line\"></i>p99</span><span><i class=\"line"
        + " dashed\"></i>p50</span><span>● held</span><span>✕ crossed</span><span>△ no"
        + " verdict on the target</span><span>◇ knee</span></p>\n"
        + Html.chart(
            "limit",
            0,
            "",
            "response time p50 and p99 by the rate asked for; the figures are in the table of"
                + " probes")
        + "<p id=\"knee\">"
        + Html.escape(knee(limit.knee()))
        + "</p>\n"
        + Html.note(
            "Response times count from the intended time, over all flows together. The knee is"
                + " where the p99 turns from flat to steep (Kneedle, Satopää et al. 2011); it"
                + " depends on how far the curve was probed.");
  }

  private static String knee(Knee knee) {
    return knee.rate() == null
        ? "No knee: " + knee.why() + "."
        : "Knee at %s, p99 %s ms."
            .formatted(Answer.rate(knee.rate()), String.format(Locale.ROOT, "%,.1f", knee.p99()));
  }

  private String table() {
    Table table =
        new Table()
            .words("probe")
            .numbers("asked", "msg/s")
            .numbers("reached", "msg/s")
            .numbers("p50", "ms")
            .numbers("p99", "ms")
            .words("verdict")
            .words("crossed")
            .words("target");
    JsonNode tree = ResultFiles.tree(limit);
    for (int i = 0; i < limit.probes().size(); i++) {
      Probe probe = limit.probes().get(i);
      JsonNode figures = tree.path("probes").path(i);
      Table.Row row = table.row(probe.directory());
      for (String figure : List.of("asked", "reached", "p50", "p99")) {
        row.decimal("probes." + i + "." + figure, figures.path(figure));
      }
      row.word(probe.held() ? "held" : probe.judged() ? "crossed" : probe.status())
          .word(String.join("; ", probe.crossed()))
          .word(notes(probe))
          .end();
    }
    return table.isEmpty() ? "" : table.html();
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

  private String search() {
    Limit.Search search = limit.search();
    return Html.note(
        ("From %s to %s of all flows together, in steps of %s, to within %s; %s measured a probe;"
                + " the rates around the answer probed %s more. The profile's own rates make %s."
                + " Each probe has a report of its own in its directory.")
            .formatted(
                Answer.rate(search.from()),
                Answer.rate(search.to()),
                search.step(),
                search.resolution(),
                Printed.duration(search.probeSeconds()),
                search.repeats() == 1 ? "once" : search.repeats() + " times",
                Answer.rate(search.together())));
  }

  private static String list(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(each -> text.append("<p>").append(Html.escape(each)).append("</p>\n"));
    return text.toString();
  }

  private ObjectNode data() {
    ObjectNode data = JSON.createObjectNode();
    // What the script of a run's report looks for on every page.
    data.putArray("flows");
    ArrayNode points = data.putArray("probes");
    for (Probe probe : limit.probes()) {
      if (probe.p99() != null) {
        points
            .addObject()
            .put("rate", probe.asked())
            .put("p50", probe.p50())
            .put("p99", probe.p99())
            .put("verdict", probe.held() ? "held" : probe.judged() ? "crossed" : "none");
      }
    }
    if (limit.knee().rate() != null) {
      data.putObject("knee").put("rate", limit.knee().rate()).put("p99", limit.knee().p99());
    }
    return data;
  }
}
