package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;

/** The part of the page about handshakes: the first ones, and those of sessions that came back. */
final class ConnectionSection {
  private final JsonNode devices;

  ConnectionSection(JsonNode result) {
    this.devices = result.path("devices");
  }

  String html() {
    JsonNode all = devices.path("handshakes");
    if (!all.isObject()) {
      return "";
    }
    Table table =
        new Table()
            .words("handshakes")
            .numbers("attempted", "")
            .numbers("succeeded", "")
            .numbers("failed", "")
            .numbers("p50", "ms")
            .numbers("p99", "ms")
            .numbers("max", "ms");
    JsonNode again = devices.path("reconnects");
    long failedFirst = all.path("failed").asLong() - again.path("failed").asLong();
    JsonNode time = devices.path("connectTime");
    table
        .row("first")
        .count("devices.attempts", devices.path("attempts"))
        .count("devices.connected", devices.path("connected"))
        .number(Printed.count(failedFirst))
        .decimal("devices.connectTime.p50", time.path("p50"))
        .decimal("devices.connectTime.p99", time.path("p99"))
        .decimal("devices.connectTime.max", time.path("max"))
        .end();
    if (again.path("attempts").asLong() > 0) {
      String path = "devices.reconnects.";
      table
          .row("again")
          .count(path + "attempts", again.path("attempts"))
          .count(path + "succeeded", again.path("succeeded"))
          .trouble(path + "failed", again.path("failed"))
          .decimal(path + "connectTime.p50", again.at("/connectTime/p50"))
          .decimal(path + "connectTime.p99", again.at("/connectTime/p99"))
          .decimal(path + "connectTime.max", again.at("/connectTime/max"))
          .end();
    }
    return Html.section(
        "connections", "Connections", table.html() + how(all) + why(again) + outage(again));
  }

  /** What a restart of the target looks like from the devices. */
  private static String outage(JsonNode again) {
    JsonNode outage = again.path("outage");
    if (outage.path("sessions").asLong() == 0) {
      return "";
    }
    String path = "devices.reconnects.outage.";
    Table table =
        new Table()
            .words("outage")
            .numbers("sessions", "")
            .numbers("most at once", "")
            .numbers("not back", "")
            .numbers("gone p50", "s")
            .numbers("p99", "s")
            .numbers("max", "s")
            .numbers("first gone to last back", "s")
            .numbers("messages failed", "")
            .numbers("late", "");
    table
        .row("by the target or the network")
        .count(path + "sessions", outage.path("sessions"))
        .count(path + "mostAtOnce", outage.path("mostAtOnce"))
        .trouble(path + "notBack", outage.path("notBack"))
        .number(seconds(outage.at("/goneFor/p50")))
        .number(seconds(outage.at("/goneFor/p99")))
        .number(seconds(outage.at("/goneFor/max")))
        .number(seconds(outage.path("recoveryMs")))
        .trouble(path + "messagesFailed", outage.path("messagesFailed"))
        .count(path + "messagesLate", outage.path("messagesLate"))
        .end();
    return table.html();
  }

  private static String seconds(JsonNode millis) {
    return millis.isNumber()
        ? Printed.oneDecimal(DoubleNode.valueOf(millis.doubleValue() / 1e3))
        : Printed.NOTHING;
  }

  private static String how(JsonNode all) {
    return Html.note(
        "%s full and %s resumed; %s with a connection id; %s a second in the connect phase, %s in the busiest second."
            .formatted(
                Printed.count(all.path("full")),
                Printed.count(all.path("resumed")),
                Printed.count(all.path("withConnectionId")),
                Printed.oneDecimal(all.path("connectRate")),
                Printed.count(all.path("peakRate"))));
  }

  private static String why(JsonNode again) {
    return again.path("attempts").asLong() > 0
        ? Html.note(
            ("Ended by churn %s, by a storm %s, after a changed port %s of %s, by the target %s, given up in silence"
                    + " %s; not back at the end: %s.")
                .formatted(
                    Printed.count(again.path("churned")),
                    Printed.count(again.path("stormed")),
                    Printed.count(again.path("rebindLost")),
                    Printed.count(again.path("rebound")),
                    Printed.count(again.path("targetEnded")),
                    Printed.count(again.path("silent")),
                    Printed.count(again.path("outstanding"))))
        : "";
  }
}
