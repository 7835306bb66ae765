// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One of the figures that a reader sees first.
 *
 * @param name what it is
 * @param value its value with its unit
 * @param note what it is measured by; may be empty
 * @param mark how it is shown
 */
public record Tile(String name, String value, String note, Mark mark) {

  /** Ways in which a tile is shown. */
  public enum Mark {
    PLAIN,
    /** A threshold on it was crossed. */
    BAD,
    /** It makes the run no verdict. */
    VOID,
    /** The run is no verdict, so it says nothing of the target. */
    GREY;

    /** The name of its style. */
    public String style() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the tiles of a run; of one that goes on, with what is known so far. */
  public static List<Tile> of(ResultNode result) {
    JsonNode json = result.json();
    if (LiveResult.is(json) && result.at("flows").each().isEmpty()) {
      return soFar(json);
    }
    List<ResultNode> flows = result.at("flows").each();
    List<Tile> tiles = new ArrayList<>();
    if (flows.isEmpty()) {
      tiles.add(connected(json));
      tiles.add(handshake(json));
      tiles.add(ended(json));
      tiles.add(generator(json));
    } else {
      tiles.add(reached(json, flows));
      tiles.add(response(result, flows));
      tiles.add(LiveResult.is(json) ? lateOrLost(json) : lost(json));
      tiles.add(failed(json, result.at("flows")));
      tiles.add(generator(json));
    }
    return isVerdict(json) ? tiles : tiles.stream().map(Tile::ofNoVerdict).toList();
  }

  private static boolean isVerdict(JsonNode result) {
    String status = result.at("/verdict/status").asText();
    return LiveResult.is(result)
        || status.equals(ExitCode.PASSED.status())
        || status.equals(ExitCode.THRESHOLDS_CROSSED.status());
  }

  private Tile ofNoVerdict() {
    return mark == Mark.VOID ? this : new Tile(name, value, note, Mark.GREY);
  }

  /** The tiles before there is a book; of a run on a cluster, until its end. */
  private static List<Tile> soFar(JsonNode result) {
    JsonNode now = result.path(LiveResult.NOW);
    return now.path("devicesConnected").isNumber()
        ? List.of(
            new Tile(
                "connected",
                FigureFormat.count(now.path("devicesConnected")),
                now.path("devicesAsked").isNumber()
                    ? "of " + FigureFormat.count(now.path("devicesAsked")) + " sessions"
                    : "",
                Mark.PLAIN),
            lateOrLost(result))
        : List.of();
  }

  private static Tile lateOrLost(JsonNode result) {
    JsonNode now = result.path(LiveResult.NOW);
    return new Tile(
        "late or lost so far",
        FigureFormat.count(now.path("lateOrLost")),
        now.path("received").isNumber()
            ? FigureFormat.count(now.path("received")) + " received by the backend"
            : "",
        Mark.PLAIN);
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
        FigureFormat.digits(result.at("/devices/connectTime/p99")) + " ms",
        FigureFormat.count(result.at("/devices/handshakes/peakRate")) + " in the busiest second",
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
                    within(flow.json().path("achievedInterval"), FigureFormat::percent, "%")
                        + ofWorst(flow, flows),
                    crossed(result, figure -> figure.endsWith(".achieved"))))
        .orElseGet(
            () ->
                new Tile(
                    "reached of asked",
                    FigureFormat.NOTHING,
                    LiveResult.is(result)
                        ? "not known before the measured phase"
                        : "a closed model asks for no rate",
                    Mark.PLAIN));
  }

  private static Tile response(ResultNode result, List<ResultNode> flows) {
    Optional<WorstResponse> worst = WorstResponse.of(result);
    return new Tile(
        "response p99",
        worst.map(each -> FigureFormat.digits(each.p99()) + " ms").orElse(FigureFormat.NOTHING),
        worst
            .map(
                each ->
                    within(
                            each.flow().json().at("/response/intervals/p99"),
                            FigureFormat::digits,
                            "ms")
                        + ofWorst(each.flow(), flows)
                        + (each.bound() == null
                            ? ""
                            : "; bound " + FigureFormat.plain(each.bound().millis()) + " ms"))
            .orElse(""),
        crossed(result.json(), figure -> figure.endsWith(".response.p99")));
  }

  private static String within(JsonNode interval, Function<JsonNode, String> figure, String unit) {
    String text = FigureFormat.within(interval, figure);
    return text.isEmpty() ? "" : text + " " + unit + " with 95 %; ";
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
    if (flows.sum("/unsettled") > 0 && !LiveResult.is(result)) {
      others.add(FigureFormat.count(flows.sum("/unsettled")) + " without an outcome");
    }
    return new Tile(
        LiveResult.is(result) ? "failed so far" : "failed",
        FigureFormat.count(flows.sum("/failed")),
        others.isEmpty()
            ? "of " + FigureFormat.count(flows.sum("/sent")) + " sent"
            : String.join(", ", others),
        crossed(result, figure -> figure.contains(".failed") || figure.endsWith(".unsettled")));
  }

  private static Tile generator(JsonNode result) {
    boolean limited =
        result.at("/verdict/status").asText().equals(ExitCode.GENERATOR_LIMITED.status());
    boolean late =
        Stream.of("/generator/reasons", "/health/backend/reasons", "/health/host/reasons")
            .anyMatch(each -> !result.at(each).isEmpty());
    if (LiveResult.is(result)) {
      return new Tile(
          "generator lag p99",
          FigureFormat.digits(result.at("/generator/lag/p99")) + " ms",
          "so far; limit " + FigureFormat.plain(result.at("/generator/lagLimitMs")) + " ms",
          Mark.PLAIN);
    }
    return new Tile(
        "generator",
        limited ? "was the limit" : late ? "was late" : "kept time",
        "lag p99 %s ms, limit %s ms"
            .formatted(
                FigureFormat.digits(result.at("/generator/lag/p99")),
                FigureFormat.plain(result.at("/generator/lagLimitMs"))),
        limited || late ? Mark.VOID : Mark.PLAIN);
  }

  private static String ofWorst(ResultNode flow, List<ResultNode> flows) {
    return flows.size() == 1
        ? flow.key()
        : flow.key() + ", the worst of " + flows.size() + " flows";
  }

  private static Mark crossed(JsonNode result, Predicate<String> figure) {
    for (JsonNode each : result.path("thresholds")) {
      if (!each.path("held").asBoolean() && figure.test(each.path("figure").asText())) {
        return Mark.BAD;
      }
    }
    return Mark.PLAIN;
  }
}
