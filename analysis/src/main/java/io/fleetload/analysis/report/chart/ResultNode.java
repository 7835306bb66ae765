// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.qute.Mapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A part of a result as a template reads it: {@code flow.response.p99} goes down by name, and the
 * part knows its path. What a result lacks is an empty part, so an old result needs no special
 * case.
 *
 * @param path where it is in the result, with dots
 * @param key the last step of the path
 * @param place its place among the parts of the same whole
 * @param json what is there
 * @param interval the interval of 95 % of a figure; missing where it has none
 */
public record ResultNode(String path, String key, int place, JsonNode json, JsonNode interval)
    implements Mapper {
  /** A part that is no figure with an interval. */
  ResultNode(String path, String key, int place, JsonNode json) {
    this(path, key, place, json, MissingNode.getInstance());
  }

  /** Number of colours for flows and for causes. */
  public static final int COLOURS = 8;

  public static ResultNode of(JsonNode result) {
    return new ResultNode("", "", 0, upToDate(result));
  }

  /** A result of an earlier version calls the messages without an outcome {@code inFlight}. */
  private static JsonNode upToDate(JsonNode result) {
    if (result.path("flows").findValue("inFlight") == null) {
      return result;
    }
    ObjectNode flows = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> each : result.path("flows").properties()) {
      JsonNode flow = each.getValue();
      if (flow.has("inFlight") && !flow.has("unsettled")) {
        flow = JsonNodeFactory.instance.objectNode().setAll((ObjectNode) flow);
        ((ObjectNode) flow).set("unsettled", flow.path("inFlight"));
      }
      flows.set(each.getKey(), flow);
    }
    return JsonNodeFactory.instance
        .objectNode()
        .<ObjectNode>setAll((ObjectNode) result)
        .set("flows", flows);
  }

  @Override
  public Object get(String name) {
    return switch (name) {
      case "path" -> path;
      case "key" -> key;
      case "keyInWords" -> key.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
      case "place" -> place;
      case "colour" -> place % COLOURS;
      case "each" -> each();
      case "notSurelyHeld" -> notSurelyHeld();
      case "surelyHeld" -> each().stream().filter(ResultNode::isSurelyHeld).toList();
      case "exact" -> json.isValueNode() ? json.asText() : "";
      case "number" -> json.asDouble();
      case "asCount" -> FigureFormat.count(json);
      case "asDecimal" -> FigureFormat.digits(json);
      case "asRate" -> FigureFormat.rate(json);
      case "asPercent" -> FigureFormat.percent(json);
      case "within" -> FigureFormat.within(interval, FigureFormat::digits);
      case "withinPercent" -> FigureFormat.within(interval, FigureFormat::percent);
      case "asFound" -> FigureFormat.found(json, json.path("found"));
      case "foundWithin" ->
          FigureFormat.within(json.path("interval"), each -> FigureFormat.found(json, each));
      case "asBaseline" -> FigureFormat.found(json, json.path("baseline").path("found"));
      case "asBound" -> FigureFormat.found(json, json.path("baseline").path("bound"));
      case "asSeconds" -> FigureFormat.seconds(json);
      case "asPlain" -> FigureFormat.plain(json);
      case "asSize" -> FigureFormat.plain(Math.abs(json.asDouble()));
      case "asDuration" -> FigureFormat.duration(json.asDouble());
      case "asInstant" ->
          Instant.ofEpochMilli(json.asLong()).truncatedTo(ChronoUnit.SECONDS).toString();
      case "orZero" -> FigureFormat.count(json.asLong());
      case "anyUnsure" ->
          each().stream().anyMatch(each -> !each.json.path("surely").asBoolean(true));
      case "isTrue" -> json.asBoolean();
      case "isFalse" -> json.isBoolean() && !json.booleanValue();
      case "isNumber" -> json.isNumber();
      case "isObject" -> json.isObject();
      case "isPresent" -> isPresent();
      case "isPositive" -> json.asDouble() > 0;
      case "isNegative" -> json.asDouble() < 0;
      case "isNotZero" -> json.asDouble() != 0;
      default -> at(name);
    };
  }

  @Override
  public Set<String> mappedKeys() {
    return Set.of();
  }

  /** The part of that name, or at that place of a list. */
  public ResultNode at(String name) {
    JsonNode found =
        json.isArray() && name.matches("\\d+")
            ? json.path(Integer.parseInt(name))
            : json.path(name);
    JsonNode interval =
        json.path("intervals").has(name)
            ? json.path("intervals").path(name)
            : json.path(name + "Interval");
    return child(name, 0, found, interval);
  }

  private ResultNode child(String name, int position, JsonNode found) {
    return child(name, position, found, MissingNode.getInstance());
  }

  private ResultNode child(String name, int position, JsonNode found, JsonNode within) {
    return new ResultNode(path.isEmpty() ? name : path + "." + name, name, position, found, within);
  }

  /** The parts of a list or of an object, in their order. */
  public List<ResultNode> each() {
    List<ResultNode> parts = new ArrayList<>();
    if (json.isArray()) {
      json.forEach(each -> parts.add(child(String.valueOf(parts.size()), parts.size(), each)));
    } else {
      json.properties()
          .forEach(each -> parts.add(child(each.getKey(), parts.size(), each.getValue())));
    }
    return parts;
  }

  private boolean isSurelyHeld() {
    return json.path("held").asBoolean() && json.path("surely").asBoolean(true);
  }

  /**
   * The outcomes of thresholds but those that held surely: those that were crossed before the
   * others; each keeps its path.
   */
  private List<ResultNode> notSurelyHeld() {
    List<ResultNode> outcomes = new ArrayList<>(each());
    outcomes.removeIf(ResultNode::isSurelyHeld);
    outcomes.sort(
        Comparator.comparing((ResultNode outcome) -> outcome.json.path("held").asBoolean()));
    return outcomes;
  }

  /** The objects that it has of those names. */
  public List<ResultNode> objects(String... names) {
    return Stream.of(names).map(this::at).filter(each -> each.json.isObject()).toList();
  }

  /** Returns whether it has anything of that name, at any depth. */
  public boolean has(String name) {
    return json.findValues(name).stream().anyMatch(ResultNode::present);
  }

  /** Returns whether any of its parts has something at that pointer. */
  public boolean anyAt(String pointer) {
    return each().stream().anyMatch(each -> present(each.json.at(pointer)));
  }

  /** A text about it. */
  public String labelled(String text) {
    return key + ": " + text;
  }

  /** The sum of counts that it has under those names. */
  public String sumOf(String... names) {
    return FigureFormat.count(Stream.of(names).mapToLong(each -> json.path(each).asLong()).sum());
  }

  /** The sum of a count over its parts. */
  public long sum(String pointer) {
    return each().stream().mapToLong(each -> each.json.at(pointer).asLong()).sum();
  }

  public boolean isPresent() {
    return present(json);
  }

  private static boolean present(JsonNode node) {
    return !node.isMissingNode() && !node.isNull() && !(node.isContainerNode() && node.isEmpty());
  }

  @Override
  public String toString() {
    return json.asText();
  }
}
