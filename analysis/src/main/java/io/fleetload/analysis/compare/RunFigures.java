// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.compare.Figure.Better;
import io.fleetload.analysis.compare.Figure.Unit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a result. What a result has not, or has as null, is left out. */
final class RunFigures {
  /** Processor time of the target for a million messages. */
  static final Figure COST = new Figure("target", "cpu s/M messages", Unit.NUMBER, Better.LOWER);

  private static final double MILLION = 1e6;
  private static final String OF_TENANT = "tenant ";

  /**
   * Ten of them are above their 99th percentile; of fewer it is the time of one or two messages.
   */
  private static final long LEAST_FOR_P99 = 1_000;

  private final JsonNode result;
  private final Map<Figure, Double> figures = new LinkedHashMap<>();

  private RunFigures(JsonNode result) {
    this.result = result;
  }

  static Map<Figure, Double> of(JsonNode result) {
    RunFigures reading = new RunFigures(result);
    result.path("flows").properties().forEach(flow -> reading.flow(flow.getKey(), flow.getValue()));
    reading.commands(result.path("commands"));
    reading.ledger(result.path("ledger"));
    reading.rest();
    reading.tenants();
    return reading.figures;
  }

  static Figure asked(String flow) {
    return new Figure(flow, "asked /s", Unit.RATE, Better.NEITHER);
  }

  static Figure reached(String flow) {
    return new Figure(flow, "reached /s", Unit.RATE, Better.HIGHER);
  }

  static Figure achieved(String flow) {
    return new Figure(flow, "achieved %", Unit.SHARE, Better.HIGHER);
  }

  static Figure failed(String flow) {
    return new Figure(flow, "failed %", Unit.SHARE, Better.LOWER);
  }

  static Figure millis(String group, String name) {
    return new Figure(group, name + " ms", Unit.MILLIS, Better.LOWER);
  }

  private void flow(String name, JsonNode flow) {
    put(asked(name), flow.path("asked"));
    put(reached(name), flow.path("reached"));
    put(achieved(name), flow.path("achieved"));
    double sent = flow.path("sent").asDouble();
    if (sent > 0) {
      figures.put(failed(name), flow.path("failed").asDouble() / sent);
      if (flow.has("unsettled")) {
        figures.put(
            new Figure(name, "unsettled %", Unit.SHARE, Better.LOWER),
            flow.path("unsettled").asDouble() / sent);
      }
    }
    for (String percentile : new String[] {"mean", "p50", "p99", "p99.9"}) {
      put(millis(name, "response " + percentile), flow.path("response").path(percentile));
    }
    put(millis(name, "end to end p99"), flow.path("endToEnd").path("p99"));
  }

  private void commands(JsonNode commands) {
    double queries = commands.path("queriesReceived").asDouble();
    perMillion("commands", "missed", commands, queries, Unit.SOME_PER_MILLION, Better.LOWER);
    perMillion("commands", "refused", commands, queries, Unit.SOME_PER_MILLION, Better.LOWER);
    perMillion("commands", "answersLost", commands, queries, Unit.PER_MILLION, Better.LOWER);
    put(millis("commands", "whole p99"), commands.path("legs").path("whole").path("p99"));
  }

  private void ledger(JsonNode ledger) {
    double sent = 0;
    for (JsonNode flow : result.path("flows")) {
      sent += flow.path("sent").asDouble();
    }
    perMillion("ledger", "delivered", ledger, sent, Unit.PER_MILLION, Better.HIGHER);
    perMillion("ledger", "lost", ledger, sent, Unit.PER_MILLION, Better.LOWER);
    for (String some : new String[] {"deliveredUnconfirmed", "duplicate", "outOfOrder"}) {
      perMillion("ledger", some, ledger, sent, Unit.SOME_PER_MILLION, Better.LOWER);
    }
    perMillion("ledger", "unaccounted", ledger, sent, Unit.PER_MILLION, Better.LOWER);
  }

  private void rest() {
    put(
        new Figure("devices", "connected", Unit.NUMBER, Better.NEITHER),
        result.path("devices").path("connected"));
    put(
        new Figure("generator", "lag p99 ms", Unit.MILLIS, Better.NEITHER),
        result.path("generator").path("lag").path("p99"));
    put(COST, result.path("target").path("cpuSecondsPerMillionMessages"));
  }

  /** Flow by flow, so that the tenants' figures of one flow are next to each other. */
  private void tenants() {
    result
        .path("tenants")
        .properties()
        .forEach(tenant -> connected(OF_TENANT + tenant.getKey(), tenant.getValue()));
    for (Map.Entry<String, JsonNode> flow : result.path("flows").properties()) {
      for (Map.Entry<String, JsonNode> tenant : result.path("tenants").properties()) {
        JsonNode own = tenant.getValue().path("flows").path(flow.getKey());
        if (own.isObject()) {
          ofTenant(OF_TENANT + tenant.getKey() + " " + flow.getKey(), own);
        }
      }
    }
  }

  /** Whether it is of one of several tenants. */
  static boolean isOfTenant(Figure figure) {
    return figure.group().startsWith(OF_TENANT);
  }

  private void connected(String group, JsonNode tenant) {
    double sessions = tenant.path("sessions").asDouble();
    if (sessions > 0) {
      figures.put(
          new Figure(group, "connected %", Unit.SHARE, Better.HIGHER),
          tenant.path("connected").asDouble() / sessions);
    }
  }

  /** A tenant has a part of the messages, so its percentiles beyond the 99th mean little. */
  private void ofTenant(String group, JsonNode own) {
    double seconds = result.path("measuredSeconds").asDouble();
    double sent = own.path("sent").asDouble();
    if (seconds > 0) {
      figures.put(new Figure(group, "sent /s", Unit.RATE, Better.HIGHER), sent / seconds);
    }
    if (sent > 0) {
      figures.put(failed(group), own.path("failed").asDouble() / sent);
    }
    perMillion(group, "lost", own, sent, Unit.PER_MILLION, Better.LOWER);
    perMillion(group, "duplicate", own, sent, Unit.SOME_PER_MILLION, Better.LOWER);
    put(millis(group, "response mean"), own.path("response").path("mean"));
    put(millis(group, "response p50"), own.path("response").path("p50"));
    if (own.path("ok").asLong() >= LEAST_FOR_P99) {
      put(millis(group, "response p99"), own.path("response").path("p99"));
    }
  }

  /** Of a million messages, so that runs of different lengths can be compared. */
  private void perMillion(
      String group, String name, JsonNode parent, double of, Unit unit, Better better) {
    JsonNode count = parent.path(name);
    if (count.isNumber() && of > 0) {
      figures.put(new Figure(group, name + " /M", unit, better), count.asDouble() * MILLION / of);
    }
  }

  private void put(Figure figure, JsonNode value) {
    if (value.isNumber()) {
      figures.put(figure, value.asDouble());
    }
  }
}
