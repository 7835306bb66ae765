package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The parts of the page that say where messages and commands went, and which went wrong. */
final class LedgerSections {
  private static final String[] LEDGER = {
    "delivered", "lost", "deliveredUnconfirmed", "duplicate", "outOfOrder", "unaccounted"
  };

  /** The way of a command: each figure with its name for people. */
  private static final List<Map.Entry<String, String>> COMMANDS =
      List.of(
          Map.entry("queriesReceived", "queries received"),
          Map.entry("written", "commands written"),
          Map.entry("received", "received by the device"),
          Map.entry("answered", "answered"),
          Map.entry("answersSeen", "answers seen"));

  private static final String[] TROUBLES_OF_COMMANDS = {
    "missed", "refused", "answersLost", "writeFailed", "writeUnknown"
  };

  private final JsonNode result;
  private final Flows flows;
  private final ChartData data;

  LedgerSections(JsonNode result, ChartData data) {
    this.result = result;
    this.flows = Flows.of(result);
    this.data = data;
  }

  String ledger() {
    String picture = new LedgerPicture(result).svg();
    Table table =
        new Table()
            .words("flow")
            .numbers("delivered", "msg")
            .numbers("lost", "msg")
            .numbers("delivered, unconfirmed", "msg")
            .numbers("duplicate", "msg")
            .numbers("out of order", "msg")
            .numbers("unaccounted", "msg");
    flows.each(
        (name, flow) -> {
          if (flow.path("ledger").isObject()) {
            row(
                table.coloured(name, Flows.colour(flows.index(name))),
                "flows." + name + ".ledger.",
                flow.path("ledger"));
          }
        });
    if (!table.isEmpty() && result.path("ledger").isObject()) {
      row(table.row("all"), "ledger.", result.path("ledger"));
    }
    return Html.section(
        "ledger",
        Running.is(result) ? "Ledger so far, device side" : "Ledger",
        picture
            + (table.isEmpty()
                ? ""
                : table.html()
                    + Html.note(
                        "Lost: confirmed to the device, never received by the backend. Delivered,"
                            + " unconfirmed: received though the device saw a failure or nothing."
                            + " Unaccounted: what the books do not explain; anything but 0 makes"
                            + " the run invalid."))
            + notKnown()
            + unmeasured());
  }

  /** A backend that left a book and had not read everything. */
  private String notKnown() {
    return !Running.is(result) && !flows.any("/ledger") && flows.any("/received")
        ? "<p>What was delivered and what was lost is not known: the backend had not read everything."
            + " It received %s measured messages.</p>%n"
                .formatted(Printed.count(flows.sum("/received")))
        : "";
  }

  private String unmeasured() {
    StringBuilder lines = new StringBuilder();
    if (!Running.is(result)) {
      Unmeasured.of(result)
          .forEach(each -> lines.append("<p>").append(Html.escape(each)).append(".</p>\n"));
    }
    return lines.toString();
  }

  private static void row(Table.Row row, String path, JsonNode ledger) {
    for (String each : LEDGER) {
      if (each.equals("delivered")) {
        row.count(path + each, ledger.path(each));
      } else {
        row.trouble(path + each, ledger.path(each));
      }
    }
    row.end();
  }

  String commands() {
    JsonNode commands = result.path("commands");
    if (!commands.isObject()) {
      return "";
    }
    Table way = new Table();
    COMMANDS.forEach(each -> way.numbers(each.getValue(), "count"));
    way.numbers("missed", "count")
        .numbers("refused", "count")
        .numbers("answers lost", "count")
        .numbers("not written", "count")
        .numbers("written or not", "count");
    Table.Row row = way.unnamed();
    COMMANDS.forEach(each -> row.count("commands." + each.getKey(), commands.path(each.getKey())));
    for (String each : TROUBLES_OF_COMMANDS) {
      row.trouble("commands." + each, commands.path(each));
    }
    row.end();
    return Html.section("commands", "Commands", way.html() + legs(commands.path("legs")));
  }

  private static String legs(JsonNode legs) {
    Table table = new Table().words("leg").numbers("commands", "count");
    String[] figures = {"mean", "p50", "p99", "p99.9", "max"};
    for (String each : figures) {
      table.numbers(each, "ms");
    }
    int place = 0;
    for (Map.Entry<String, JsonNode> leg : legs.properties()) {
      String path = "commands.legs." + leg.getKey() + ".";
      Table.Row row =
          table
              .coloured(words(leg.getKey()), leg.getKey().equals("whole") ? "whole" : "k" + place)
              .count(path + "count", leg.getValue().path("count"));
      for (String each : figures) {
        row.decimal(path + each, leg.getValue().path(each));
      }
      row.end();
      place++;
    }
    return table.isEmpty()
        ? ""
        : "<h3>Legs of a command <small>ms</small></h3>\n"
            + Html.chart(
                "legs", 0, "", "legs of a command beside the whole; figures in the table below")
            + table.html()
            + Html.note(
                "The means of the legs add up to the mean of the whole. Percentiles do not add up:"
                    + " the slowest of one leg are seldom the slowest of the next.");
  }

  /** {@code queryToBackend} as {@code query to backend}. */
  static String words(String camelCase) {
    return camelCase.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }

  String errors() {
    Table table = new Table().words("cause");
    flows.each((name, flow) -> table.numbers(name, "msg"));
    table.numbers("all", "msg");
    List<String> drawn = new ArrayList<>(data.failures().keySet());
    causes(table, "failed", "failedBy", flows.keys("/failedBy"), drawn);
    causes(table, "not sent", "notSentBy", flows.keys("/notSentBy"), List.of());
    String chart =
        drawn.isEmpty()
            ? ""
            : "<h3>Failed messages over time <small>msg per "
                + (data.thinning().leavesOut() ? data.thinning().width() + " s" : "s")
                + "</small></h3>\n"
                + Html.chart("errors", 0, "", "failed messages by cause over time")
                + legend(drawn)
                + Html.note(
                    "All flows together, with the ramp and the warm-up. A device cannot tell a"
                        + " command that the target refused (target.commandRefused) from one that"
                        + " is missing, so in the course of time both are backend.missingCommand.");
    String content = (table.isEmpty() ? "" : table.html()) + chart;
    return Html.section(
        "errors",
        "Errors by cause",
        content.isEmpty() && !flows.byName().isEmpty()
            ? "<p>No message failed and none was left unsent%s.</p>%n"
                .formatted(Running.is(result) ? " so far" : "")
            : content);
  }

  private void causes(
      Table table, String what, String map, Set<String> causes, List<String> drawn) {
    for (String cause : causes) {
      String name = what + ": " + cause;
      int place = drawn.indexOf(cause);
      Table.Row row = place < 0 ? table.row(name) : table.coloured(name, colour(place));
      long[] all = {0};
      flows.each(
          (flow, node) -> {
            long count = node.path(map).path(cause).asLong();
            all[0] += count;
            row.figure(
                "flows." + flow + "." + map + "." + cause,
                node.path(map).path(cause),
                Printed.count(count),
                count > 0 ? " bad" : "");
          });
      row.number(Printed.count(all[0])).end();
    }
  }

  private static String legend(List<String> causes) {
    StringBuilder legend = new StringBuilder("<p class=\"legend\">");
    for (int i = 0; i < causes.size(); i++) {
      legend
          .append("<span><i class=\"swatch ")
          .append(colour(i))
          .append("\"></i>")
          .append(Html.escape(causes.get(i)))
          .append("</span>");
    }
    return legend.append("</p>\n").toString();
  }

  private static String colour(int place) {
    return "k" + place % Flows.COLOURS;
  }
}
