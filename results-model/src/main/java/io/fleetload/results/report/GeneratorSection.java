package io.fleetload.results.report;

import com.fasterxml.jackson.databind.JsonNode;

/** What the generator says of itself: its times, its processors, the cap on messages under way. */
final class GeneratorSection {
  private final JsonNode generator;

  GeneratorSection(JsonNode result) {
    this.generator = result.path("generator");
  }

  boolean isEmpty() {
    return !generator.isObject();
  }

  String tables() {
    return times() + use();
  }

  private String times() {
    Table table =
        new Table()
            .words("time")
            .numbers("p50", "ms")
            .numbers("p99", "ms")
            .numbers("limit of p99", "ms")
            .numbers("max", "ms")
            .numbers("count", "");
    time(table, "lag", "lag", generator.path("lagLimitMs"));
    time(table, "pacing", "due time to send", generator.path("none"));
    time(table, "loopDelay", "loop delay", generator.path("none"));
    time(table, "capped", "waited for the cap", generator.path("none"));
    return table.html();
  }

  private void time(Table table, String key, String words, JsonNode limit) {
    JsonNode summary = generator.path(key);
    if (!summary.isObject()) {
      return;
    }
    String path = "generator." + key + ".";
    Table.Row row =
        table
            .row(words)
            .decimal(path + "p50", summary.path("p50"))
            .decimal(path + "p99", summary.path("p99"));
    if (limit.isNumber()) {
      row.decimal("generator." + key + "LimitMs", limit);
    } else {
      row.number("");
    }
    row.decimal(path + "max", summary.path("max")).count(path + "count", summary.path("count"));
    row.end();
  }

  private String use() {
    boolean shares = generator.path("cpu").isObject();
    Table table =
        new Table()
            .numbers("processor time", "s")
            .numbers("garbage collection", "ms")
            .numbers("longest pause of it", "ms");
    if (shares) {
      table
          .numbers("processors busy", "")
          .numbers("fleet’s thread busy", "%")
          .numbers("taken by others", "%");
    }
    Table.Row row =
        table
            .unnamed()
            .decimal("generator.cpuSeconds", generator.path("cpuSeconds"))
            .count("generator.gcPauseMs", generator.path("gcPauseMs"))
            .decimal("generator.longestGcPauseMs", generator.path("longestGcPauseMs"));
    if (shares) {
      JsonNode cpu = generator.path("cpu");
      row.decimal("generator.cpu.process", cpu.path("process"))
          .percent("generator.cpu.fleetThread", cpu.path("fleetThread"))
          .percent("generator.cpu.stolen", cpu.path("stolen"));
    }
    row.end();
    return table.html();
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
    return "Lag is how late the generator itself turned to a message that was due, loop delay how"
        + " late its one thread looked at wire and timers; the largest is the longest time that"
        + " thread stood still. Over their limits, a run says nothing about the target."
        + (generator.at("/capped/count").asLong() > 0
            ? " Messages waited for devices.maxInFlight: the target had not acknowledged as many as"
                + " that. They count as late."
            : "");
  }
}
