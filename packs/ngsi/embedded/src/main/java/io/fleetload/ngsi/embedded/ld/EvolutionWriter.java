// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.history.Evolution;
import io.fleetload.ngsi.embedded.history.RecordedValue;
import io.fleetload.ngsi.embedded.history.TimedInstance;
import io.fleetload.ngsi.embedded.history.Times;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Writes an entity's history: whole instances, pairs of value and time, or figures by period.
 *
 * @param attributes their IRIs; none for all
 * @param last how many of the newest instances of an attribute; 0 for the oldest {@value #DEFAULT}
 * @param valuesOnly whether pairs of value and time are asked for
 * @param periods what figures are asked for
 */
record EvolutionWriter(
    Set<String> attributes,
    Span span,
    int last,
    boolean valuesOnly,
    Optional<Periods> periods,
    Predicate<RecordedValue> shown) {
  /**
   * Number of instances of an attribute that are shown if the request names no number, as on
   * Scorpio.
   */
  static final int DEFAULT = 50;

  /** Empty if nothing of it is to be shown. */
  Optional<ObjectNode> write(Evolution evolution, Context context) {
    Map<String, List<TimedInstance>> found = found(evolution);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode out = Json.object();
    out.put("id", evolution.id());
    out.put("type", context.compact(evolution.type()));
    found.forEach((name, all) -> out.set(context.compact(name), attribute(all, context)));
    return Optional.of(out);
  }

  private Map<String, List<TimedInstance>> found(Evolution evolution) {
    Map<String, List<TimedInstance>> found = new LinkedHashMap<>();
    for (RecordedValue each : evolution.instances()) {
      if ((attributes.isEmpty() || attributes.contains(each.attribute()))
          && span.contains(each)
          && shown.test(each)) {
        found
            .computeIfAbsent(each.attribute(), name -> new ArrayList<>())
            .add(new TimedInstance(each.instance(), span.at(each)));
      }
    }
    found.values().forEach(all -> all.sort(TimedInstance.BY_TIME));
    return found;
  }

  private JsonNode attribute(List<TimedInstance> all, Context context) {
    if (periods.isEmpty() && !valuesOnly) {
      ArrayNode instances = Json.object().putArray("");
      limited(all).forEach(it -> instances.add(EntityWriter.tree(it.instance(), context)));
      return instances;
    }
    Map<String, List<TimedInstance>> byDataset = new LinkedHashMap<>();
    for (TimedInstance each : all) {
      byDataset.computeIfAbsent(each.instance().dataset(), it -> new ArrayList<>()).add(each);
    }
    List<ObjectNode> summaries = new ArrayList<>();
    byDataset.forEach((dataset, part) -> summaries.add(summary(dataset, part)));
    if (summaries.size() == 1) {
      return summaries.get(0);
    }
    return Json.object().putArray("").addAll(summaries);
  }

  private ObjectNode summary(String dataset, List<TimedInstance> part) {
    String type = EntityWriter.type(part.get(0).instance());
    ObjectNode out = Json.object();
    out.put("type", type);
    if (!dataset.isEmpty()) {
      out.put("datasetId", dataset);
    }
    if (periods.isPresent()) {
      // A value without a time is in no period.
      periods.get().write(part.stream().filter(it -> !Times.text(it.at()).isEmpty()).toList(), out);
      return out;
    }
    ArrayNode values = out.putArray(type.equals("Relationship") ? "objects" : "values");
    for (TimedInstance each : limited(part)) {
      values.addArray().add(each.instance().value()).add(Times.text(each.at()));
    }
    return out;
  }

  private List<TimedInstance> limited(List<TimedInstance> all) {
    return last == 0
        ? all.subList(0, Math.min(all.size(), DEFAULT))
        : all.subList(Math.max(0, all.size() - last), all.size());
  }
}
