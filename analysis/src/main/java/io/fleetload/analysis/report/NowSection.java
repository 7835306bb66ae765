package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The part of a live page that says how far the run is: what the tools told in the last second,
 * newer than the books that the rest of the page is made from. It reads {@code now}: {@code phase},
 * {@code secondsLeft} and {@code phaseSeconds} of it; {@code said}, the last sentence; {@code
 * devicesAsked}, {@code devicesConnected}; {@code received} and {@code lateOrLost} at the backend;
 * {@code flows}, each with {@code asked}, {@code reached}, {@code p99Ms}, {@code failed} and {@code
 * inFlight}.
 */
final class NowSection {
  private final JsonNode now;

  NowSection(JsonNode result) {
    this.now = result.path(Running.NOW);
  }

  String html() {
    if (!now.isObject()) {
      return "";
    }
    String content = progress() + facts() + flows();
    return Html.section("now", "The last second", content);
  }

  private String progress() {
    double whole = now.path("phaseSeconds").asDouble();
    double left = now.path("secondsLeft").asDouble();
    return whole <= 0
        ? ""
        : "<progress max=\"%s\" value=\"%s\" aria-label=\"time passed of the phase\"></progress>%n"
            .formatted(whole, Math.max(0, Math.min(whole, whole - left)));
  }

  private String facts() {
    String facts =
        fact("devices connected", "devicesConnected")
            + fact("received by the backend", "received")
            + fact("late or lost", "lateOrLost");
    return facts.isEmpty() ? "" : "<dl class=\"facts\">" + facts + "</dl>\n";
  }

  private String fact(String name, String key) {
    JsonNode value = now.path(key);
    return value.isNumber()
        ? "<div><dt>"
            + Html.escape(name)
            + "</dt><dd data-figure=\"now."
            + key
            + "\">"
            + Printed.count(value)
            + "</dd></div>"
        : "";
  }

  private String flows() {
    Table table =
        new Table()
            .words("flow")
            .numbers("asked", "msg/s")
            .numbers("reached", "msg/s")
            // Percentiles of several processes cannot be added: it is the largest of theirs.
            .numbers(
                now.path("shards").isNumber() ? "largest p99 of a shard" : "response p99", "ms")
            .numbers("failed so far", "msg")
            .numbers("in flight", "msg");
    Flows flows = Flows.of(now);
    boolean draining = now.path("phase").asText().equals("drain");
    flows.each(
        (name, flow) -> {
          String path = "now.flows." + name + ".";
          table
              .coloured(name, Flows.colour(flows.index(name)))
              // Nothing is due any more in the drain.
              .decimal(path + "asked", flow.path(draining ? "" : "asked"))
              .decimal(path + "reached", flow.path("reached"))
              .decimal(path + "p99Ms", flow.path("p99Ms"))
              .trouble(path + "failed", flow.path("failed"))
              .count(path + "inFlight", flow.path("inFlight"))
              .end();
        });
    return table.isEmpty()
        ? ""
        : table.html()
            + Html.note(
                "Late or lost: confirmed to a device for a second or longer and not received by"
                    + " the backend. What follows is of the books, which are a few seconds older;"
                    + " whole seconds only, and without what only the end can tell: ledger,"
                    + " thresholds, cost.");
  }
}
