package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The part of the page that says what the thresholds asked for and what was found. */
final class ThresholdSection {
  private final JsonNode result;

  ThresholdSection(JsonNode result) {
    this.result = result;
  }

  String html() {
    boolean times = any("firstCrossed") || any("windows");
    boolean baseline = any("baseline");
    Table table =
        new Table()
            .words("threshold")
            .words("figure")
            .numbers("found", "ms, msg/s or share")
            .words("verdict");
    if (times) {
      table.words("first crossed");
    }
    if (baseline) {
      table.words("compared with");
    }
    int place = 0;
    for (JsonNode each : result.path("thresholds")) {
      Table.Row row = row(table, each, place++);
      if (times) {
        row.word(firstCrossed(each));
      }
      if (baseline) {
        row.word(comparedWith(each));
      }
      row.end();
    }
    return table.isEmpty()
        ? ""
        : Html.section("thresholds", "Thresholds", aborted() + table.html() + Html.note(note()));
  }

  private boolean any(String part) {
    for (JsonNode each : result.path("thresholds")) {
      if (each.has(part)) {
        return true;
      }
    }
    return false;
  }

  private static Table.Row row(Table table, JsonNode outcome, int place) {
    boolean held = outcome.path("held").asBoolean();
    JsonNode found = outcome.path("found");
    return table
        .row(
            outcome.path("threshold").asText()
                + (outcome.path("default").asBoolean() ? " (default)" : ""))
        .word(outcome.path("figure").asText())
        .figure(
            "thresholds." + place + ".found",
            found,
            found.isNumber() ? Printed.plain(found.asDouble()) : Printed.NOTHING,
            held ? "" : " bad")
        .judged(held);
  }

  private String note() {
    return any("windows")
        ? "A share is from 0 to 1. Of windows, the worst value is shown. A time counts from the"
            + " begin of the measured phase."
        : "A share is from 0 to 1.";
  }

  private String aborted() {
    JsonNode aborted = result.path("aborted");
    return aborted.isObject()
        ? "<p>A threshold ended this run %s into the measured phase: %s.</p>%n"
            .formatted(
                Printed.duration(aborted.path("afterSeconds").asDouble()),
                Html.escape(aborted.path("threshold").asText()))
        : "";
  }

  private static String firstCrossed(JsonNode outcome) {
    JsonNode windows = outcome.path("windows");
    JsonNode first = outcome.path("firstCrossed");
    String when =
        first.isObject()
            ? "after %s, at %s"
                .formatted(
                    Printed.duration(first.path("afterSeconds").asDouble()),
                    Instant.ofEpochMilli(first.path("epochMs").asLong())
                        .truncatedTo(ChronoUnit.SECONDS))
            : "";
    String often =
        windows.isObject()
            ? "%s of %s windows"
                .formatted(
                    Printed.count(windows.path("crossed")), Printed.count(windows.path("judged")))
            : "";
    return when + (when.isEmpty() || often.isEmpty() ? "" : "; ") + often;
  }

  private static String comparedWith(JsonNode outcome) {
    JsonNode baseline = outcome.path("baseline");
    return baseline.path("found").isNumber()
        ? "%s in run %s; %s allowed"
            .formatted(
                Printed.plain(baseline.path("found").asDouble()),
                baseline.path("runId").asText(),
                Printed.plain(baseline.path("bound").asDouble()))
        : "";
  }
}
