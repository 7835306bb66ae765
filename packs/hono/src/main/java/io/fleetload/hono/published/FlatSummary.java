// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.PublishedRun;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The flat summary of the published load test, as its device simulator printed it. It says how many
 * messages were sent and how long the run was, and leaves the division to the reader.
 */
final class FlatSummary {
  /** Names of the flows in it. */
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

  /** Names of the times here, with those in the summary. */
  private static final Map<String, String> TIMES = times();

  private static final double SECONDS_A_MINUTE = 60;

  private final JsonNode summary;
  private final Map<String, Double> asked;
  private final Double askedOfAll;

  /**
   * A summary.
   *
   * @param summary its JSON
   * @param asked the rates that were asked for by flow, as far as they are known, msg/s
   * @param askedOfAll the rate of every other flow, msg/s; null if it is not known
   */
  FlatSummary(JsonNode summary, Map<String, Double> asked, Double askedOfAll) {
    this.summary = summary;
    this.asked = Map.copyOf(asked);
    this.askedOfAll = askedOfAll;
  }

  /** Returns whether the JSON is a flat summary. */
  static boolean isOne(JsonNode json) {
    return json.path("type").asText().equals("device-simulator") && json.has(Part.TELEMETRY.count);
  }

  /** The run that it tells of. */
  PublishedRun run() {
    long connected = summary.path("numClientSuccessfulConnects").asLong();
    return new PublishedRun(
        seconds(),
        connected + summary.path("numClientConnectFailureClients").asLong(),
        connected,
        Arrays.stream(Part.values()).map(this::flow).toList(),
        new SummaryFindings(this).lines());
  }

  private PublishedRun.PublishedFlow flow(Part part) {
    Map<String, Double> times = new LinkedHashMap<>();
    TIMES.forEach(
        (ours, theirs) -> {
          Double value = millis(roundTrip(part).path(theirs));
          if (value != null) {
            times.put(ours, value);
          }
        });
    return new PublishedRun.PublishedFlow(
        part.flow,
        asked(part),
        count(part),
        errors(part).isObject() ? errorCount(part) : null,
        times);
  }

  private static Map<String, String> times() {
    Map<String, String> times = new LinkedHashMap<>();
    times.put("mean", "avg");
    times.put("p99", "99%");
    times.put("p999", "99.9%");
    return times;
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
    return part == Part.ANSWER ? null : asked.getOrDefault(part.flow, askedOfAll);
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

  /** A number as short as it can be. */
  static String whole(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /** A number with one decimal. */
  static String tenths(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
