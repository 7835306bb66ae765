package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What both simulators say of themselves: their times, their processors, the cap on messages under
 * way; and what the host did beside the run.
 */
final class GeneratorSection {
  private final JsonNode result;
  private final JsonNode generator;

  GeneratorSection(JsonNode result) {
    this.result = result;
    this.generator = result.path("generator");
  }

  boolean isEmpty() {
    return !generator.isObject();
  }

  String tables() {
    JsonNode backend = result.at("/health/backend");
    return notes()
        + part(generator, "generator.")
        + (backend.isObject()
            ? "<h3>Backend simulator</h3>\n" + part(backend, "health.backend.")
            : "")
        + host(result.at("/health/host"));
  }

  private String notes() {
    StringBuilder notes = new StringBuilder();
    result
        .at("/health/notes")
        .forEach(each -> notes.append("<p>").append(Html.escape(each.asText())).append(".</p>\n"));
    return notes.toString();
  }

  private static String part(JsonNode health, String path) {
    return times(health, path) + use(health, path);
  }

  private static String times(JsonNode health, String path) {
    Table table =
        new Table()
            .words("time")
            .numbers("p50", "ms")
            .numbers("p99", "ms")
            .numbers("limit of p99", "ms")
            .numbers("max", "ms")
            .numbers("count", "");
    time(table, path, "lag", "lag", health);
    time(table, path, "pacing", "due time to send", health);
    time(table, path, "loopDelay", "loop delay", health);
    time(table, path, "capped", "waited for the cap", health);
    return table.html();
  }

  private static void time(Table table, String path, String key, String words, JsonNode health) {
    JsonNode summary = health.path(key);
    if (!summary.isObject()) {
      return;
    }
    JsonNode limit = health.path(key + "LimitMs");
    Table.Row row =
        table
            .row(words)
            .decimal(path + key + ".p50", summary.path("p50"))
            .decimal(path + key + ".p99", summary.path("p99"));
    if (limit.isNumber()) {
      row.decimal(path + key + "LimitMs", limit);
    } else {
      row.number("");
    }
    row.decimal(path + key + ".max", summary.path("max"))
        .count(path + key + ".count", summary.path("count"));
    row.end();
  }

  private static String use(JsonNode health, String path) {
    boolean shares = health.path("cpu").isObject();
    boolean stalls = health.path("longestStallMs").isNumber();
    Table table =
        new Table()
            .numbers("processor time", "s")
            .numbers("garbage collection", "ms")
            .numbers("longest pause of it", "ms");
    if (stalls) {
      table.numbers("longest standstill", "ms");
    }
    if (shares) {
      table
          .numbers("processors busy", "")
          .numbers("its thread busy", "%")
          .numbers("taken by others", "%");
    }
    Table.Row row =
        table
            .unnamed()
            .decimal(path + "cpuSeconds", health.path("cpuSeconds"))
            .count(path + "gcPauseMs", health.path("gcPauseMs"))
            .decimal(path + "longestGcPauseMs", health.path("longestGcPauseMs"));
    if (stalls) {
      row.decimal(path + "longestStallMs", health.path("longestStallMs"));
    }
    if (shares) {
      JsonNode cpu = health.path("cpu");
      row.decimal(path + "cpu.process", cpu.path("process"))
          .percent(path + "cpu.thread", cpu.path("thread"))
          .percent(path + "cpu.stolen", cpu.path("stolen"));
    }
    row.end();
    return table.html();
  }

  private static String host(JsonNode host) {
    if (!host.isObject()) {
      return "";
    }
    if (!host.path("others").isNumber()) {
      return "<h3>This host</h3>\n<p>" + Html.escape(host.path("unknown").asText()) + ".</p>\n";
    }
    Table table =
        new Table()
            .numbers("processors", "")
            .numbers("the run", "%")
            .numbers("other programs", "%")
            .numbers("most in 10 s", "%")
            .numbers("limit", "%");
    table
        .unnamed()
        .count("health.host.processors", host.path("processors"))
        .percent("health.host.run", host.path("run"))
        .percent("health.host.others", host.path("others"))
        .percent("health.host.othersPeak", host.path("othersPeak"))
        .percent("health.host.maxOthers", host.path("maxOthers"))
        .end();
    return "<h3>This host</h3>\n" + table.html();
  }

  String charts() {
    JsonNode perSecond = generator.path("perSecond");
    String charts = "";
    if (Flows.present(perSecond.path("lagMaxMs"))) {
      charts +=
          Html.chart(
              "lag",
              0,
              "largest lag and loop delay, ms",
              "largest lag and loop delay of the generator over time");
    }
    if (Flows.present(perSecond.path("cpu"))) {
      charts += Html.chart("cpu", 0, "processors busy", "processor use over time");
    }
    return charts.isEmpty() ? "" : "<div class=\"charts plain\">\n" + charts + "</div>\n";
  }

  String note() {
    return "Lag is how late the device simulator turned to a message that was due, or the backend"
        + " simulator to one that had arrived; loop delay is how late its one thread looked at its"
        + " connections, and its longest standstill is the largest of these. Over their limits, a"
        + " run says nothing about the target."
        + (generator.at("/capped/count").asLong() > 0
            ? " Messages waited for devices.maxInFlight: the target had not acknowledged as many as"
                + " that. They count as late."
            : "");
  }
}
