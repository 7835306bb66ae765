package io.fleetload.results.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** The parts of the page that are of the run as a whole: devices, generator, target, bounds. */
final class RunSections {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode result;
  private final Thinning thinning;

  RunSections(JsonNode result, Thinning thinning) {
    this.result = result;
    this.thinning = thinning;
  }

  /** The facts under the verdict. */
  String facts() {
    JsonNode devices = result.path("devices");
    List<String> facts = new ArrayList<>();
    if (devices.isObject()) {
      fact(
          facts,
          "devices connected",
          Printed.count(devices.path("connected")) + " of " + Printed.count(devices.path("asked")));
      fact(facts, "handshake p99", withUnit(devices.at("/connectTime/p99"), "ms"));
      fact(facts, "sessions lost", Printed.count(devices.path("disconnects")));
      devices
          .path("failedBy")
          .properties()
          .forEach(
              each -> fact(facts, "attempts: " + each.getKey(), Printed.count(each.getValue())));
    }
    fact(facts, "measured", Printed.duration(result.path("measuredSeconds").asDouble()));
    fact(facts, "run", result.path("runId").asText());
    return "<dl class=\"facts\">" + String.join("", facts) + "</dl>\n";
  }

  private static void fact(List<String> facts, String name, String value) {
    if (!value.isEmpty() && !value.startsWith(Printed.NOTHING)) {
      facts.add("<div><dt>" + Html.escape(name) + "</dt><dd>" + Html.escape(value) + "</dd></div>");
    }
  }

  private static String withUnit(JsonNode value, String unit) {
    return value.isNumber() ? Printed.oneDecimal(value) + " " + unit : "";
  }

  String worstDevices() {
    Table table =
        new Table()
            .words("device")
            .numbers("failed", "msg")
            .numbers("lost", "msg")
            .numbers("duplicate", "msg")
            .numbers("out of order", "msg");
    int place = 0;
    for (JsonNode each : result.path("worstDevices")) {
      String path = "worstDevices." + place++ + ".";
      Table.Row row = table.row(each.path("device").asText());
      for (String count : new String[] {"failed", "lost", "duplicate", "outOfOrder"}) {
        row.trouble(path + count, each.path(count));
      }
      row.end();
    }
    return table.isEmpty()
        ? ""
        : Html.section("worst", "Devices with the most trouble", table.html());
  }

  String generator() {
    JsonNode generator = result.path("generator");
    if (!generator.isObject()) {
      return "";
    }
    Table table =
        new Table()
            .numbers("lag p50", "ms")
            .numbers("lag p99", "ms")
            .numbers("limit of p99", "ms")
            .numbers("lag max", "ms")
            .numbers("processor time", "s")
            .numbers("garbage collection", "ms");
    table
        .unnamed()
        .decimal("generator.lag.p50", generator.at("/lag/p50"))
        .decimal("generator.lag.p99", generator.at("/lag/p99"))
        .decimal("generator.lagLimitMs", generator.path("lagLimitMs"))
        .decimal("generator.lag.max", generator.at("/lag/max"))
        .decimal("generator.cpuSeconds", generator.path("cpuSeconds"))
        .count("generator.gcPauseMs", generator.path("gcPauseMs"))
        .end();
    return Html.section(
        "generator",
        "Generator health",
        table.html()
            + clock()
            + courses(generator.path("perSecond"))
            + Html.note(
                "Lag is how late the generator itself turned to a message that was due. Over its"
                    + " limit, a run says nothing about the target."
                    + FlowSections.thinningNote(thinning)));
  }

  private String clock() {
    JsonNode clock = result.path("clock");
    return clock.path("offsetMs").isNumber()
        ? "<p>The backend’s clock is %s ms ahead of the devices’, ± %s ms (%s samples).</p>%n"
            .formatted(
                Printed.plain(clock.path("offsetMs").asDouble()),
                Printed.plain(clock.path("uncertaintyMs").asDouble()),
                Printed.count(clock.path("samples")))
        : "";
  }

  private static String courses(JsonNode perSecond) {
    String charts = "";
    if (Flows.present(perSecond.path("lagP99Ms"))) {
      charts +=
          Html.chart("lag", 0, "lag p99, ms, and its limit", "lag of the generator over time");
    }
    if (Flows.present(perSecond.path("cpu"))) {
      charts += Html.chart("cpu", 0, "processors busy", "processor use over time");
    }
    return charts.isEmpty() ? "" : "<div class=\"charts plain\">\n" + charts + "</div>\n";
  }

  String target() {
    JsonNode target = result.path("target");
    Table table =
        new Table()
            .words("process")
            .numbers("processor time", "s")
            .numbers("peak memory", "MB")
            .numbers("garbage collection", "ms");
    int place = 0;
    for (JsonNode each : target.path("processes")) {
      String path = "target.processes." + place++ + ".";
      table
          .row(each.path("name").asText())
          .decimal(path + "cpuSeconds", each.path("cpuSeconds"))
          .count(path + "peakRssMb", each.path("peakRssMb"))
          .count(path + "gcPauseMs", each.path("gcPauseMs"))
          .end();
    }
    JsonNode cost = target.path("cpuSecondsPerMillionMessages");
    return Html.section(
        "target",
        "What the target cost",
        (cost.isNumber()
                ? "<p><strong data-figure=\"target.cpuSecondsPerMillionMessages\" data-value=\""
                    + Html.escape(cost.asText())
                    + "\">"
                    + Printed.oneDecimal(cost)
                    + "</strong> seconds of processor time for a million messages.</p>\n"
                : "")
            + (table.isEmpty() ? "" : table.html()));
  }

  String thresholds() {
    Table table =
        new Table()
            .words("threshold")
            .words("figure")
            .numbers("found", "ms, msg/s or share")
            .words("verdict");
    int place = 0;
    for (JsonNode each : result.path("thresholds")) {
      boolean held = each.path("held").asBoolean();
      table
          .row(each.path("threshold").asText())
          .word(each.path("figure").asText())
          .figure(
              "thresholds." + place++ + ".found",
              each.path("found"),
              each.path("found").isNumber()
                  ? Printed.plain(each.path("found").asDouble())
                  : Printed.NOTHING,
              held ? "" : " bad")
          .judged(held)
          .end();
    }
    return table.isEmpty()
        ? ""
        : Html.section(
            "thresholds", "Thresholds", table.html() + Html.note("A share is from 0 to 1."));
  }

  String about() {
    StringBuilder about = new StringBuilder();
    for (String each : new String[] {"versions", "host", "profile"}) {
      JsonNode part = result.has(each) ? result.path(each) : result.path("about").path(each);
      if (Flows.present(part)) {
        about
            .append("<h3>")
            .append(each)
            .append("</h3>\n<pre>")
            .append(Html.escape(pretty(part)))
            .append("</pre>\n");
      }
    }
    return about.length() == 0
        ? ""
        : "<section id=\"about\">\n<details><summary>Profile, versions, host</summary>\n"
            + about
            + "</details></section>\n";
  }

  private static String pretty(JsonNode node) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree always has a text", e);
    }
  }
}
