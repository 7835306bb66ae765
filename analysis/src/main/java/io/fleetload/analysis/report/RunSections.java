package io.fleetload.analysis.report;

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
    JsonNode start = result.path("start");
    if (start.path("spreadMs").isNumber()) {
      fact(
          facts,
          "shards began after the agreed start",
          Printed.oneDecimal(start.path("leastSkewMs"))
              + " to "
              + withUnit(start.path("skewMs"), "ms"));
      fact(facts, "shards began apart", withUnit(start.path("spreadMs"), "ms"));
    } else {
      fact(facts, "flows began after the agreed start", withUnit(start.path("skewMs"), "ms"));
    }
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
    GeneratorSection section = new GeneratorSection(result);
    return section.isEmpty()
        ? ""
        : Html.section(
            "generator",
            "Generator health",
            section.tables()
                + clock()
                + section.charts()
                + Html.note(section.note() + FlowSections.thinningNote(thinning)));
  }

  private String clock() {
    JsonNode clock = result.path("clock");
    return clock.path("offsetMs").isNumber()
        ? "<p>The backend’s clock is %s ms %s the devices’, ± %s ms (%s samples). %s</p>%n"
            .formatted(
                Printed.plain(Math.abs(clock.path("offsetMs").asDouble())),
                clock.path("offsetMs").asDouble() < 0 ? "behind" : "ahead of",
                Printed.plain(clock.path("uncertaintyMs").asDouble()),
                Printed.count(clock.path("samples")),
                clock.path("correctedMs").asDouble() == 0
                    ? "The clocks may be equal, so no time is corrected."
                    : "End-to-end times and legs are corrected by it.")
        : "";
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
