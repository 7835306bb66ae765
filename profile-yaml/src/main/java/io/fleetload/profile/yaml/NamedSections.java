// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.key.Kinds;
import java.util.List;
import java.util.Map;

/**
 * Sections that a profile has by names of the user's choice: flows, each of a kind, and groups of
 * devices, each with the keys of the fleet. The schema of all profiles says what any name may have;
 * that of one profile has the very names in it, so that a reader of the schema finds the section of
 * a kind as any other.
 */
final class NamedSections {
  /** Marks a section that is of one of several kinds; its value has the schema of each. */
  static final String KINDS = "x-kinds";

  /** Marks a section that has the keys of the fleet which it is a part of. */
  static final String GROUP = "x-group";

  private static final String PROPERTIES = "properties";
  private static final String OTHERS = "additionalProperties";
  private static final String REQUIRED = "required";
  private static final String GROUPS = "groups";
  private static final String COUNT = "count";
  private static final String WEIGHT = "weight";

  private NamedSections() {}

  /** Completes the schema of all profiles, made of the records alone. */
  static void complete(ObjectNode schema) {
    for (JsonNode each : schema.path(PROPERTIES)) {
      if (each.path(OTHERS).has(KINDS)) {
        addKinds((ObjectNode) each, (ObjectNode) each.path(OTHERS));
      }
      if (each.path(PROPERTIES).path(GROUPS).path(OTHERS).has(GROUP)) {
        addGroups((ObjectNode) each);
      }
    }
  }

  /** A section may have the name of its kind, or else it names its kind. */
  private static void addKinds(ObjectNode sections, ObjectNode any) {
    ObjectNode named = sections.putObject(PROPERTIES);
    ArrayNode names = any.arrayNode();
    ArrayNode oneOf = any.arrayNode();
    for (Map.Entry<String, JsonNode> each : any.path(KINDS).properties()) {
      names.add(each.getKey());
      ObjectNode section = (ObjectNode) each.getValue();
      named.set(each.getKey(), ofKind(section, each.getKey(), false));
      oneOf.add(ofKind(section, each.getKey(), true));
    }
    any.removeAll();
    List<String> options = names.valueStream().map(JsonNode::asText).toList();
    any.put("type", "object").putObject(PROPERTIES).set(Kinds.KEY, kind(names));
    ((ObjectNode) any.path(PROPERTIES).path(Kinds.KEY))
        .put("description", "its kind, as that is not its name")
        .put(ProfileSchema.EXPECTED, "one of " + String.join(", ", options));
    any.putArray(REQUIRED).add(Kinds.KEY);
    any.set("oneOf", oneOf);
  }

  private static ObjectNode ofKind(ObjectNode section, String kind, boolean required) {
    ObjectNode of = section.deepCopy();
    ObjectNode keys = of.putObject(PROPERTIES);
    keys.set(Kinds.KEY, kind(of.arrayNode().add(kind)));
    keys.setAll((ObjectNode) section.path(PROPERTIES).deepCopy());
    if (required) {
      of.withArray(REQUIRED).add(Kinds.KEY);
    }
    return of;
  }

  private static ObjectNode kind(ArrayNode names) {
    ObjectNode kind = names.objectNode().put("type", "string");
    kind.set("enum", names);
    kind.put(ProfileSchema.DEFAULT, "its name");
    return kind.put("description", "its kind (default its name)");
  }

  private static void addGroups(ObjectNode devices) {
    ObjectNode groups = (ObjectNode) devices.path(PROPERTIES).path(GROUPS);
    ObjectNode keys = devices.path(PROPERTIES).deepCopy();
    keys.remove(GROUPS);
    ((ObjectNode) devices.path(PROPERTIES)).remove(WEIGHT);
    ((ObjectNode) keys.path(COUNT))
        .put("description", "how many devices; in each group, or weight");
    ObjectNode each = groups.putObject(OTHERS).put("type", "object");
    ObjectNode properties = each.putObject(PROPERTIES);
    properties.set(COUNT, keys.remove(COUNT));
    properties.set(WEIGHT, keys.remove(WEIGHT));
    properties.setAll(keys);
    each.put(OTHERS, false).put(GROUP, true);
  }

  /**
   * The schema of one profile: each of its flows with the keys of its kind. A flow of no kind has
   * that mistake alone.
   *
   * @param schema that of all profiles; it is changed
   */
  static ObjectNode in(ObjectNode schema, ObjectNode profile) {
    for (Map.Entry<String, JsonNode> each : schema.path(PROPERTIES).properties()) {
      JsonNode found = profile.path(each.getKey());
      if (each.getValue().path(OTHERS).has("oneOf") && found.isObject()) {
        nameKinds((ObjectNode) each.getValue(), found);
      }
      if (each.getValue().path(PROPERTIES).path(GROUPS).has(OTHERS) && found.has(GROUPS)) {
        // Their counts are its count.
        remove((ArrayNode) each.getValue().path(REQUIRED), COUNT);
      }
    }
    return schema;
  }

  private static void nameKinds(ObjectNode sections, JsonNode found) {
    JsonNode kinds = sections.path(OTHERS).path("oneOf");
    ObjectNode named = (ObjectNode) sections.path(PROPERTIES);
    for (Map.Entry<String, JsonNode> each : found.properties()) {
      for (JsonNode kind : kinds) {
        boolean its =
            kind.path(PROPERTIES)
                .path(Kinds.KEY)
                .path("enum")
                .path(0)
                .equals(each.getValue().path(Kinds.KEY));
        if (its && !named.has(each.getKey())) {
          named.set(each.getKey(), kind.deepCopy());
        }
      }
    }
    ((ObjectNode) sections.path(OTHERS)).remove("oneOf");
  }

  private static void remove(ArrayNode names, String name) {
    for (int i = names.size() - 1; i >= 0; i--) {
      if (names.get(i).asText().equals(name)) {
        names.remove(i);
      }
    }
  }

  /** Writes into each section of a profile which kind it is. */
  static void writeKinds(ObjectNode profile, JsonNode schema) {
    for (Map.Entry<String, JsonNode> each : schema.path(PROPERTIES).properties()) {
      JsonNode kind = each.getValue().path(OTHERS).path(PROPERTIES).path(Kinds.KEY);
      if (!kind.isMissingNode()) {
        for (Map.Entry<String, JsonNode> section : profile.path(each.getKey()).properties()) {
          ObjectNode flow = (ObjectNode) section.getValue();
          if (!flow.has(Kinds.KEY)) {
            flow.put(Kinds.KEY, section.getKey());
          }
        }
      }
    }
  }
}
