// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.compare.Figure.Better;
import io.fleetload.analysis.compare.Figure.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The flat summary of the published load test, as its device simulator printed it. It says how many
 * messages were sent and how long the run was, and leaves the division to the reader.
 */
final class FlatSummary {
  /** What a flow is called in it. */
  enum Part {
    TELEMETRY("telemetry", "publishedTelemetryCount", "SendTelemetry"),
    EVENT("event", "publishedEventsCount", "SendEvent"),
    QUERY("commandQuery", "publishedCommandQueries", "SendCommandRequest"),
    /** Answers; of these only the ones that were confirmed are counted. */
    ANSWER("commandResponse", "answeredCommandsCount", "SendCommandResponse");

    private final String flow;
    private final String count;
    private final String what;

    Part(String flow, String count, String what) {
      this.flow = flow;
      this.count = count;
      this.what = what;
    }

    String flow() {
      return flow;
    }
  }

  private static final double SECONDS_A_MINUTE = 60;

  private final JsonNode summary;
  private final Map<String, Double> asked;

  /**
   * A summary.
   *
   * @param summary its JSON
   * @param asked the rates that were asked for by flow, as far as they are known, msg/s
   */
  FlatSummary(JsonNode summary, Map<String, Double> asked) {
    this.summary = summary;
    this.asked = Map.copyOf(asked);
  }

  /** Whether the JSON is one. */
  static boolean isOne(JsonNode json) {
    return json.path("type").asText().equals("device-simulator") && json.has(Part.TELEMETRY.count);
  }

  /** The run that it tells of. */
  Run run(String name) {
    return new Run(
        name,
        "flat summary, " + ResultRun.whole(seconds()) + " s, no verdict and no ledger",
        null,
        basics(),
        Map.of(),
        figures(),
        new SummaryFindings(this).lines());
  }

  double seconds() {
    return summary.path("runtimeInMinutes").asDouble() * SECONDS_A_MINUTE;
  }

  /** Messages a second that were sent of a flow. */
  double reached(Part part) {
    return seconds() <= 0 ? 0 : count(part) / seconds();
  }

  /** The rate asked for, msg/s, or null. */
  Double asked(Part part) {
    return part == Part.ANSWER ? null : asked.get(part.flow);
  }

  long count(Part part) {
    return summary.path(part.count).asLong();
  }

  long receivedCommands() {
    return summary.path("receivedCommands").asLong();
  }

  JsonNode roundTrip(Part part) {
    return summary.path("coapRtt" + part.what);
  }

  JsonNode errors(Part part) {
    return summary.path("coapErrors" + part.what);
  }

  long errorCount(Part part) {
    long sum = 0;
    for (JsonNode count : errors(part)) {
      sum += count.asLong();
    }
    return sum;
  }

  /** A time such as "74 ms", in ms; null for any other text. */
  static Double millis(JsonNode text) {
    String[] parts = text.asText().split(" ", -1);
    try {
      return parts.length == 2 && parts[1].equals("ms") ? Double.valueOf(parts[0]) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private Map<String, String> basics() {
    Map<String, String> basics = new LinkedHashMap<>();
    basics.put("measured", ResultRun.whole(seconds()) + " s");
    basics.put(
        "devices",
        String.valueOf(
            summary.path("numClientSuccessfulConnects").asLong()
                + summary.path("numClientConnectFailureClients").asLong()));
    for (Part part : Part.values()) {
      if (asked(part) != null) {
        basics.put("flows." + part.flow + ".asked", ResultRun.whole(asked(part)) + "/s");
      }
    }
    return basics;
  }

  private Map<Figure, Double> figures() {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    for (Part part : Part.values()) {
      if (count(part) == 0) {
        continue;
      }
      Double rate = asked(part);
      if (rate != null) {
        figures.put(RunFigures.asked(part.flow), rate);
      }
      figures.put(RunFigures.reached(part.flow), reached(part));
      if (rate != null) {
        figures.put(RunFigures.achieved(part.flow), reached(part) / rate);
      }
      if (errors(part).isObject()) {
        figures.put(RunFigures.failed(part.flow), (double) errorCount(part) / count(part));
      }
      for (Map.Entry<String, String> time :
          List.of(Map.entry("avg", "mean"), Map.entry("99%", "p99"), Map.entry("99.9%", "p99.9"))) {
        Double value = millis(roundTrip(part).path(time.getKey()));
        if (value != null) {
          figures.put(RunFigures.millis(part.flow, "response " + time.getValue()), value);
        }
      }
    }
    figures.put(
        new Figure("devices", "connected", Unit.NUMBER, Better.NEITHER),
        summary.path("numClientSuccessfulConnects").asDouble());
    return figures;
  }

  /** A number with one decimal. */
  static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
