package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The flows of a result in their order, which gives each its colour on the whole page.
 *
 * @param byName each flow by its name
 */
record Flows(Map<String, JsonNode> byName) {
  /** How many colours there are. */
  static final int COLOURS = 8;

  static Flows of(JsonNode result) {
    Map<String, JsonNode> flows = new LinkedHashMap<>();
    result.path("flows").properties().forEach(each -> flows.put(each.getKey(), each.getValue()));
    return new Flows(flows);
  }

  /** Style class of the colour of the flow at that place. */
  static String colour(int index) {
    return "f" + index % COLOURS;
  }

  /** Goes through the flows with their names. */
  void each(BiConsumer<String, JsonNode> action) {
    byName.forEach(action);
  }

  /** Place of a flow. */
  int index(String name) {
    int index = 0;
    for (String each : byName.keySet()) {
      if (each.equals(name)) {
        return index;
      }
      index++;
    }
    throw new IllegalArgumentException("no flow " + name);
  }

  /** The sum of a count over the flows. */
  long sum(String pointer) {
    return byName.values().stream().mapToLong(flow -> flow.at(pointer).asLong()).sum();
  }

  /** The flow's messages without an outcome; a result of an earlier version has another name. */
  static JsonNode unsettled(JsonNode flow) {
    return flow.path(flow.has("unsettled") ? "unsettled" : "inFlight");
  }

  /** The sum of the messages without an outcome over the flows. */
  long sumUnsettled() {
    return byName.values().stream().mapToLong(flow -> unsettled(flow).asLong()).sum();
  }

  /** Whether any flow has that part. */
  boolean any(String pointer) {
    return byName.values().stream().anyMatch(flow -> present(flow.at(pointer)));
  }

  /** All keys of a map that flows have, in the order of their first appearance. */
  Set<String> keys(String pointer) {
    Set<String> keys = new LinkedHashSet<>();
    byName.values().forEach(flow -> flow.at(pointer).fieldNames().forEachRemaining(keys::add));
    return keys;
  }

  /** What the reader has to know of a closed model. */
  static String closed(String name, JsonNode closed) {
    String undone =
        closed.path("undone").asLong() > 0
            ? "; %s of their messages did not begin in the measured phase"
                .formatted(Printed.count(closed.path("undone")))
            : "";
    return "%s is a closed model: %s users, each of which waited for an outcome before it sent again%s."
            .formatted(name, Printed.count(closed.path("users")), undone)
        + " No rate was asked, and its response times hide stalls: while the target stood still,"
        + " its users sent nothing that could have been late (coordinated omission).";
  }

  static boolean present(JsonNode node) {
    return !node.isMissingNode() && !node.isNull() && !(node.isContainerNode() && node.isEmpty());
  }
}
