// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.compare.Figure.Scale;
import io.fleetload.results.time.LatencySummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a result. What a result has not, or has as null, is left out. */
public final class ComparedFigures {
  /** Messages that counts are made of, so that runs of different lengths can be compared. */
  static final double MILLION = 1e6;

  /** Processor time of the target for a million messages. */
  static final Figure COST = Figure.of("target", "target.cpuSecondsPerMillionMessages");

  /** The groups that say what became of messages and commands. */
  private static final Set<String> OF_MESSAGES = Set.of("ledger", "commands");

  private static final String OF_FLOW = "flows.*.";
  private static final String OF_TENANTS_FLOW = "tenants.*.flows.*.";
  private static final String OF_TENANT = "tenant ";
  private static final String OF_GROUP = "group ";

  /**
   * Ten of them are above their 99th percentile; of fewer it is the time of one or two messages.
   */
  private static final long LEAST_FOR_P99 = 1_000;

  private static final Set<String> DECIDING =
      Stream.of(
              ofFlow("", "achieved"),
              ofFlow("", "response.p99"),
              shareOfFlow("", "failed"),
              shareOfFlow("", "unsettled"))
          .map(Figure::name)
          .collect(Collectors.toUnmodifiableSet());

  /** The times by which runs are compared. */
  private static final List<String> TIMES = List.of("mean", "p50", "p99", "p999");

  private final JsonNode result;
  private final List<String> times;
  private final Map<Figure, Double> figures = new LinkedHashMap<>();
  private final Map<Figure, ComparedRun.Count> counts = new LinkedHashMap<>();

  private ComparedFigures(JsonNode result, List<String> times) {
    this.result = result;
    this.times = times;
  }

  static ComparedFigures of(JsonNode result) {
    return of(result, TIMES);
  }

  /** The same with all times that a result has, beside the output of another tool. */
  static ComparedFigures withAllTimes(JsonNode result) {
    return of(result, LatencySummary.TIMES);
  }

  private static ComparedFigures of(JsonNode result, List<String> times) {
    ComparedFigures reading = new ComparedFigures(result, times);
    result.path("flows").properties().forEach(flow -> reading.flow(flow.getKey(), flow.getValue()));
    reading.commands(result.path("commands"));
    reading.ledger(result.path("ledger"));
    reading.rest();
    reading.tenants();
    reading.groups();
    return reading;
  }

  /** The values of the figures. */
  Map<Figure, Double> values() {
    return figures;
  }

  /** Of figures that are parts of a number, what they are made of. */
  Map<Figure, ComparedRun.Count> counts() {
    return counts;
  }

  /** A figure of a flow, such as {@code reached}, in its own unit. */
  static Figure ofFlow(String flow, String key) {
    return Figure.of(flow, OF_FLOW + key);
  }

  /** Returns the figure for a part of a flow's messages, such as those that failed. */
  static Figure shareOfFlow(String flow, String key) {
    return Figure.of(flow, OF_FLOW + key, Scale.SHARE);
  }

  private void flow(String name, JsonNode flow) {
    for (String key : List.of("asked", "reached", "achieved")) {
      put(ofFlow(name, key), flow.path(key));
    }
    double sent = flow.path("sent").asDouble();
    if (sent > 0) {
      share(shareOfFlow(name, "failed"), flow.path("failed"), sent);
      if (flow.has("unsettled")) {
        share(shareOfFlow(name, "unsettled"), flow.path("unsettled"), sent);
      }
    }
    JsonNode response = flow.path("response");
    for (String key : times) {
      if (!response.has("count")
          || LatencySummary.isOfEnough(key, response.path("count").asLong())) {
        put(ofFlow(name, "response." + key), response.path(key));
      }
    }
    put(ofFlow(name, "endToEnd.p99"), flow.path("endToEnd").path("p99"));
    for (Map.Entry<String, JsonNode> part : flow.path("parts").properties()) {
      for (String key : List.of("mean", "p99")) {
        put(
            Figure.ofPart(name, OF_FLOW + "parts.*." + key, part.getKey()),
            part.getValue().path(key));
      }
    }
    for (Map.Entry<String, JsonNode> way : flow.path("bytes").properties()) {
      if (sent > 0) {
        figures.put(
            Figure.of(name, OF_FLOW + "bytes." + way.getKey(), Scale.BYTES_EACH),
            way.getValue().asDouble() / sent);
      }
    }
  }

  private void commands(JsonNode commands) {
    double queries = commands.path("queriesReceived").asDouble();
    Million of = new Million("commands", "commands.", commands, queries);
    of.put(Scale.SOME_PER_MILLION, "missed", "refused");
    of.put(Scale.PER_MILLION, "answersLost");
    put(
        Figure.of("commands", "commands.legs.whole.p99"),
        commands.path("legs").path("whole").path("p99"));
  }

  private void ledger(JsonNode ledger) {
    double sent = 0;
    for (JsonNode flow : result.path("flows")) {
      sent += flow.path("sent").asDouble();
    }
    Million of = new Million("ledger", "ledger.", ledger, sent);
    of.put(Scale.PER_MILLION, "delivered", "lost");
    of.put(Scale.SOME_PER_MILLION, "late", "deliveredUnconfirmed", "duplicate", "outOfOrder");
    of.put(Scale.PER_MILLION, "unaccounted");
    JsonNode deliveries = ledger.path("deliveries");
    new Million("ledger", "ledger.deliveries.", deliveries, deliveries.path("expected").asDouble())
        .put(Scale.PER_MILLION, "delivered", "lost");
    JsonNode store = ledger.path("store");
    new Million("ledger", "ledger.store.", store, sent).put(Scale.PER_MILLION, "stored", "lost");
  }

  private void rest() {
    put(Figure.of("devices", "devices.connected"), result.path("devices").path("connected"));
    put(
        Figure.of("generator", "generator.lag.p99"),
        result.path("generator").path("lag").path("p99"));
    put(COST, result.path("target").path("cpuSecondsPerMillionMessages"));
  }

  /** Flow by flow, so that the tenants' figures of one flow are next to each other. */
  private void tenants() {
    result
        .path("tenants")
        .properties()
        .forEach(tenant -> connected(OF_TENANT + tenant.getKey(), "tenants", tenant.getValue()));
    for (Map.Entry<String, JsonNode> flow : result.path("flows").properties()) {
      for (Map.Entry<String, JsonNode> tenant : result.path("tenants").properties()) {
        JsonNode own = tenant.getValue().path("flows").path(flow.getKey());
        if (own.isObject()) {
          ofTenant(OF_TENANT + tenant.getKey() + " " + flow.getKey(), own);
        }
      }
    }
  }

  /**
   * Returns whether a figure is a part of the answer on all figures: what was reached, what became
   * of messages, and the 99th percentile of response times. The other figures explain it; they have
   * words of their own, and may make B worse, but no noise of them leaves a comparison open.
   */
  public static boolean decides(Figure figure) {
    return !isOfFleetPart(figure) && (isOfMessages(figure) || DECIDING.contains(figure.name()));
  }

  /** Returns whether a figure counts what became of messages or commands. */
  static boolean isOfMessages(Figure figure) {
    return OF_MESSAGES.contains(figure.group()) && figure.scale() != Scale.MILLIS;
  }

  /** Returns whether a figure is of one of several tenants. */
  static boolean isOfTenant(Figure figure) {
    return figure.group().startsWith(OF_TENANT);
  }

  /** Returns whether a figure is of a part of the fleet: a tenant or a group of devices. */
  public static boolean isOfFleetPart(Figure figure) {
    return isOfTenant(figure) || figure.group().startsWith(OF_GROUP);
  }

  private void connected(String group, String parts, JsonNode part) {
    double sessions = part.path("sessions").asDouble();
    if (sessions > 0) {
      share(
          Figure.of(group, parts + ".*.connected", Scale.SHARE), part.path("connected"), sessions);
    }
  }

  private void groups() {
    for (Map.Entry<String, JsonNode> each : result.path("groups").properties()) {
      String group = OF_GROUP + each.getKey();
      connected(group, "groups", each.getValue());
      put(
          Figure.of(group, "groups.*.connectTime.p99"),
          each.getValue().path("connectTime").path("p99"));
      JsonNode messages = each.getValue().path("messages");
      double sent = messages.path("sent").asDouble();
      if (sent > 0) {
        share(
            Figure.of(group, "groups.*.messages.failed", Scale.SHARE),
            messages.path("failed"),
            sent);
      }
      Million of = new Million(group, "groups.*.messages.", messages, sent);
      of.put(Scale.PER_MILLION, "lost");
      of.put(Scale.SOME_PER_MILLION, "duplicate");
    }
  }

  /** A tenant has a part of the messages, so its percentiles beyond the 99th mean little. */
  private void ofTenant(String group, JsonNode own) {
    double seconds = result.path("measuredSeconds").asDouble();
    double sent = own.path("sent").asDouble();
    put(Figure.of(group, OF_TENANTS_FLOW + "achieved"), own.path("achieved"));
    if (seconds > 0) {
      figures.put(Figure.of(group, OF_TENANTS_FLOW + "sent", Scale.RATE), sent / seconds);
    }
    if (sent > 0) {
      share(Figure.of(group, OF_TENANTS_FLOW + "failed", Scale.SHARE), own.path("failed"), sent);
    }
    Million of = new Million(group, OF_TENANTS_FLOW, own, sent);
    of.put(Scale.PER_MILLION, "lost");
    of.put(Scale.SOME_PER_MILLION, "duplicate");
    for (String key : List.of("mean", "p50", "p99")) {
      if (!key.equals("p99") || own.path("ok").asLong() >= LEAST_FOR_P99) {
        put(Figure.of(group, OF_TENANTS_FLOW + "response." + key), own.path("response").path(key));
      }
    }
  }

  /** Counts of a million messages, so that runs of different lengths can be compared. */
  private final class Million {
    private final String group;
    private final String section;
    private final JsonNode counts;
    private final double messages;

    Million(String group, String section, JsonNode counts, double messages) {
      this.group = group;
      this.section = section;
      this.counts = counts;
      this.messages = messages;
    }

    void put(Scale scale, String... keys) {
      for (String key : keys) {
        JsonNode count = counts.path(key);
        if (count.isNumber() && messages > 0) {
          part(Figure.of(group, section + key, scale), count.asDouble(), messages);
        }
      }
    }
  }

  private void share(Figure figure, JsonNode count, double of) {
    part(figure, count.asDouble(), of);
  }

  /** A remainder of the books may be below 0, and copies may be more than the messages. */
  private void part(Figure figure, double count, double of) {
    figures.put(figure, count * figure.scale().ofWhole() / of);
    if (count >= 0 && count <= of) {
      counts.put(figure, new ComparedRun.Count(count, of));
    }
  }

  private void put(Figure figure, JsonNode value) {
    if (value.isNumber()) {
      figures.put(figure, value.asDouble());
    }
  }
}
