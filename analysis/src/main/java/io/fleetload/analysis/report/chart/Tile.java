// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One of the figures that a reader sees first.
 *
 * @param name what it is
 * @param value its value with its unit
 * @param note what it is measured by; may be empty
 * @param bad whether a threshold on it was crossed, or it makes the run no verdict
 */
public record Tile(String name, String value, String note, boolean bad) {

  /** Returns the tiles of a run that has ended. */
  public static List<Tile> of(ResultNode result) {
    JsonNode json = result.json();
    List<ResultNode> flows = result.at("flows").each();
    List<Tile> tiles = new ArrayList<>();
    if (flows.isEmpty()) {
      tiles.add(connected(json));
      tiles.add(handshake(json));
      tiles.add(ended(json));
      tiles.add(generator(json));
      return tiles;
    }
    tiles.add(reached(json, flows));
    tiles.add(response(json, flows));
    tiles.add(lost(json));
    tiles.add(failed(json, result.at("flows")));
    tiles.add(generator(json));
    return tiles;
  }

  private static Tile connected(JsonNode result) {
    return new Tile(
        "connected",
        FigureFormat.count(result.at("/devices/connected")),
        "of " + FigureFormat.count(result.at("/devices/asked")) + " sessions",
        crossed(result, figure -> figure.startsWith("devices.notConnected")));
  }

  private static Tile handshake(JsonNode result) {
    return new Tile(
        "handshake p99",
        FigureFormat.oneDecimal(result.at("/devices/connectTime/p99")) + " ms",
        FigureFormat.plain(result.at("/devices/handshakes/peakRate")) + " in the busiest second",
        crossed(result, figure -> figure.startsWith("devices.connectTime")));
  }

  private static Tile ended(JsonNode result) {
    return new Tile(
        "ended unexpectedly",
        FigureFormat.count(result.at("/devices/disconnects")),
        FigureFormat.count(result.at("/devices/reconnects/succeeded")) + " began again",
        crossed(result, figure -> figure.startsWith("devices.reconnects")));
  }

  private static Tile reached(JsonNode result, List<ResultNode> all) {
    List<ResultNode> flows =
        all.stream().filter(each -> each.json().path("achieved").isNumber()).toList();
    Optional<ResultNode> worst =
        flows.stream()
            .min(Comparator.comparingDouble(each -> each.json().path("achieved").asDouble()));
    return worst
        .map(
            flow ->
                new Tile(
                    "reached of asked",
                    FigureFormat.percent(flow.json().path("achieved")) + " %",
                    ofWorst(flow, flows),
                    crossed(result, figure -> figure.endsWith(".achieved"))))
        .orElseGet(
            () ->
                new Tile(
                    "reached of asked",
                    FigureFormat.NOTHING,
                    "a closed model asks for no rate",
                    false));
  }

  private static Tile response(JsonNode result, List<ResultNode> flows) {
    Optional<ResultNode> worst =
        flows.stream()
            .filter(each -> each.json().at("/response/p99").isNumber())
            .max(Comparator.comparingDouble(each -> each.json().at("/response/p99").asDouble()));
    return new Tile(
        "response p99",
        worst
            .map(flow -> FigureFormat.oneDecimal(flow.json().at("/response/p99")) + " ms")
            .orElse(FigureFormat.NOTHING),
        worst.map(flow -> within(flow) + ofWorst(flow, flows) + bound(result, flow)).orElse(""),
        crossed(result, figure -> figure.endsWith(".response.p99")));
  }

  private static String within(ResultNode flow) {
    String interval =
        FigureFormat.within(flow.json().at("/response/intervals/p99"), FigureFormat::oneDecimal);
    return interval.isEmpty() ? "" : interval + " ms with 95 %; ";
  }

  private static Tile lost(JsonNode result) {
    JsonNode lost = result.at("/ledger/lost");
    return new Tile(
        "lost",
        lost.isNumber() ? FigureFormat.count(lost) : FigureFormat.NOTHING,
        lost.isNumber()
            ? "of "
                + FigureFormat.count(result.at("/ledger/delivered").asLong() + lost.asLong())
                + " confirmed"
                + deliveries(result.at("/ledger/deliveries"))
            : "not known without a backend's whole book",
        crossed(result, figure -> figure.endsWith("ledger.lost")));
  }

  private static String deliveries(JsonNode deliveries) {
    return deliveries.path("lost").asLong() == 0
        ? ""
        : "; "
            + FigureFormat.count(deliveries.path("lost"))
            + " of "
            + FigureFormat.count(deliveries.path("expected"))
            + " deliveries";
  }

  private static Tile failed(JsonNode result, ResultNode flows) {
    List<String> others = new ArrayList<>();
    if (flows.sum("/notSent") > 0) {
      others.add(FigureFormat.count(flows.sum("/notSent")) + " not sent");
    }
    if (flows.sum("/unsettled") > 0) {
      others.add(FigureFormat.count(flows.sum("/unsettled")) + " without an outcome");
    }
    return new Tile(
        "failed",
        FigureFormat.count(flows.sum("/failed")),
        others.isEmpty()
            ? "of " + FigureFormat.count(flows.sum("/sent")) + " sent"
            : String.join(", ", others),
        crossed(result, figure -> figure.contains(".failed") || figure.endsWith(".unsettled")));
  }

  private static Tile generator(JsonNode result) {
    boolean limited =
        result.at("/verdict/status").asText().equals(ExitCode.GENERATOR_LIMITED.status());
    return new Tile(
        "generator",
        limited ? "was the limit" : "kept time",
        "lag p99 %s ms, limit %s ms"
            .formatted(
                FigureFormat.oneDecimal(result.at("/generator/lag/p99")),
                FigureFormat.plain(result.at("/generator/lagLimitMs"))),
        limited);
  }

  private static String ofWorst(ResultNode flow, List<ResultNode> flows) {
    return flows.size() == 1
        ? flow.key()
        : flow.key() + ", the worst of " + flows.size() + " flows";
  }

  private static String bound(JsonNode result, ResultNode flow) {
    for (JsonNode each : result.path("thresholds")) {
      if (each.path("figure").asText().equals("flows." + flow.key() + ".response.p99")) {
        return "; asked: " + each.path("threshold").asText();
      }
    }
    return "";
  }

  private static boolean crossed(JsonNode result, Predicate<String> figure) {
    for (JsonNode each : result.path("thresholds")) {
      if (!each.path("held").asBoolean() && figure.test(each.path("figure").asText())) {
        return true;
      }
    }
    return false;
  }
}
