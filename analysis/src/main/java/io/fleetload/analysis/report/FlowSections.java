package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;

/** The parts of the page that are of each flow. */
final class FlowSections {
  private static final String[] PERCENTILES = {
    "mean", "p50", "p90", "p95", "p99", "p99.9", "p99.99", "max"
  };

  private static final String[] TIMES = {"response", "service", "endToEnd"};

  private final Flows flows;
  private final boolean wholeCurves;
  private final boolean running;
  private final Thinning thinning;

  FlowSections(JsonNode result, boolean wholeCurves, Thinning thinning) {
    this.flows = Flows.of(result);
    this.wholeCurves = wholeCurves;
    this.running = Running.is(result);
    this.thinning = thinning;
  }

  String counts() {
    Table table =
        new Table()
            .words("flow")
            .numbers("asked", "msg/s")
            .numbers("reached", "msg/s")
            .numbers("achieved", "%")
            .numbers("sent", "msg")
            .numbers("ok", "msg")
            .numbers("failed", "msg")
            .numbers("not sent", "msg")
            .numbers(running ? "in flight" : "unsettled", "msg")
            .numbers("retransmitted", "times");
    flows.each(
        (name, flow) -> {
          String path = "flows." + name + ".";
          Table.Row row =
              table
                  .coloured(name, Flows.colour(flows.index(name)))
                  .decimal(path + "asked", flow.path("asked"))
                  .decimal(path + "reached", flow.path("reached"))
                  .percent(path + "achieved", flow.path("achieved"))
                  .count(path + "sent", flow.path("sent"))
                  .count(path + "ok", flow.path("ok"))
                  .trouble(path + "failed", flow.path("failed"))
                  .trouble(path + "notSent", flow.path("notSent"));
          // Messages are under way until the end; after it they have failed to get an outcome.
          if (running) {
            row.count(path + "unsettled", Flows.unsettled(flow));
          } else {
            row.trouble(path + "unsettled", Flows.unsettled(flow));
          }
          row.count(path + "retransmitted", flow.path("retransmitted")).end();
        });
    return Html.section(
        "flows",
        "Asked and reached",
        table.isEmpty()
            ? ""
            : table.html()
                + Html.note(
                    "Messages due in the measured phase. Unsettled: sent, and without an outcome when the"
                        + " drain was over. A flow without a rate of its own answers"
                        + " commands; its rate is that of the commands.")
                + closed()
                + overTime());
  }

  private String closed() {
    StringBuilder notes = new StringBuilder();
    flows.each(
        (name, flow) -> {
          if (flow.path("closed").isObject()) {
            notes.append(Html.note(Flows.closed(name, flow.path("closed"))));
          }
        });
    return notes.toString();
  }

  private String overTime() {
    if (!flows.any("/perSecond/scheduled")) {
      return "";
    }
    return "<h3>Over time <small>msg/s</small></h3>\n"
        + legend("line wide", "asked: due in that second", "line", "reached: sent in that second")
        + charts("asked", "/perSecond/scheduled", "messages asked and reached a second over time")
        + thinned(
            "Shaded: the phases before and after the measured one."
                + (flows.any("/closed")
                    ? " Of a closed model, asked is what its users were ready for."
                    : ""));
  }

  String responseOverTime() {
    if (!flows.any("/perSecond/responseMs")) {
      return "";
    }
    return Html.section(
        "response",
        "Response time over time",
        "ms",
        legend(
                "line", "p50",
                "band dark", "p50 to p90",
                "band", "p90 to p99",
                "line thin", "max")
            + charts("bands", "/perSecond/responseMs", "percentiles of the response time over time")
            + thinned(
                "Logarithmic, the same scale for every flow; from the intended send time to"
                    + " the outcome, by the second of the outcome."));
  }

  String percentiles() {
    Table table = new Table().words("flow").words("time").numbers("messages", "count");
    for (String each : PERCENTILES) {
      table.numbers(each, "ms");
    }
    flows.each(
        (name, flow) -> {
          String colour = Flows.colour(flows.index(name));
          for (String key : TIMES) {
            JsonNode summary = flow.path(key);
            if (!summary.isObject()) {
              continue;
            }
            Table.Row row =
                table
                    .coloured(name, colour)
                    .word(LedgerSections.words(key))
                    .count("flows." + name + "." + key + ".count", summary.path("count"));
            for (String each : PERCENTILES) {
              row.decimal("flows." + name + "." + key + "." + each, summary.path(each));
            }
            row.end();
          }
        });
    if (table.isEmpty()) {
      return "";
    }
    return Html.section(
        "percentiles",
        "Percentiles",
        "ms",
        legend("line", "response time", "line dashed", "service time")
            + charts("curve", "/response/count", "percentile curve of response and service time")
            + Html.note(
                "From left to right the share of all messages, upwards the time that none of"
                    + " these exceeded; both axes logarithmic, the same scale for every flow."
                    + (wholeCurves ? "" : " Drawn from the percentiles of the table alone."))
            + table.html()
            + Html.note(
                "Response time counts from the intended send time, service time from the actual"
                    + " one, end to end from the actual send to the receipt at the backend."));
  }

  String coldAndWarm() {
    Table table =
        new Table()
            .words("flow")
            .numbers("first contacts", "msg")
            .numbers("ok", "msg")
            .numbers("failed", "msg")
            .numbers("p50 first", "ms")
            .numbers("p50 measured", "ms")
            .numbers("p99 first", "ms")
            .numbers("p99 measured", "ms")
            .numbers("max first", "ms")
            .numbers("max measured", "ms");
    flows.each(
        (name, flow) -> {
          JsonNode cold = flow.path("cold");
          if (!cold.isObject()) {
            return;
          }
          String path = "flows." + name + ".";
          Table.Row row =
              table
                  .coloured(name, Flows.colour(flows.index(name)))
                  .count(path + "cold.count", cold.path("count"))
                  .count(path + "cold.ok", cold.path("ok"))
                  .trouble(path + "cold.failed", cold.path("failed"));
          for (String each : new String[] {"p50", "p99", "max"}) {
            row.decimal(path + "cold.response." + each, cold.at("/response/" + each))
                .decimal(path + "response." + each, flow.at("/response/" + each));
          }
          row.end();
        });
    return table.isEmpty()
        ? ""
        : Html.section(
            "cold",
            "Cold and warm",
            table.html()
                + Html.note(
                    "The first message of each device in a flow, whenever it was due, beside all"
                        + " messages of the measured phase. Response times."));
  }

  private String charts(String kind, String pointer, String what) {
    StringBuilder charts = new StringBuilder("<div class=\"charts\">\n");
    flows.each(
        (name, flow) -> {
          if (Flows.present(flow.at(pointer))) {
            charts.append(
                Html.chart(
                    kind,
                    flows.index(name),
                    name,
                    name + ": " + what + "; the figures are in the tables of this page"));
          }
        });
    return charts.append("</div>\n").toString();
  }

  private String thinned(String note) {
    return Html.note(note + thinningNote(thinning));
  }

  /** What the reader has to know of a thinned course; empty where all seconds are shown. */
  static String thinningNote(Thinning thinning) {
    return thinning.leavesOut()
        ? " Of every " + thinning.width() + " seconds the smallest and the largest value are drawn."
        : "";
  }

  /** What the strokes of a chart mean; their colour is the flow's. */
  private static String legend(String... classesAndTexts) {
    StringBuilder legend = new StringBuilder("<p class=\"legend\">");
    for (int i = 0; i < classesAndTexts.length; i += 2) {
      legend
          .append("<span><i class=\"")
          .append(classesAndTexts[i])
          .append("\"></i>")
          .append(Html.escape(classesAndTexts[i + 1]))
          .append("</span>");
    }
    return legend.append("</p>\n").toString();
  }
}
