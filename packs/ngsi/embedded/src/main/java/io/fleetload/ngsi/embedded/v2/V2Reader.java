// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.query.StringFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads entities and attributes of NGSI-v2. A type that is not said is Orion's default for it.
 *
 * @param keyValues whether an attribute is its value and nothing else
 */
record V2Reader(boolean keyValues) {
  private static final int LONGEST = 256;

  /** In an id, a type or a name, besides those that Orion takes nowhere. */
  private static final String FORBIDDEN_IN_NAMES = "&?/#";

  /** A type of attributes of which the value may have any character. */
  private static final String UNRESTRICTED = "TextUnrestricted";

  /**
   * An entity of a request.
   *
   * @param type an empty text where it has none
   */
  record RequestEntity(String id, String type, Map<String, List<Instance>> attributes) {
    /** The type that a new entity has. */
    String typeOfNew() {
      return type.isEmpty() ? "Thing" : type;
    }
  }

  /**
   * An entity.
   *
   * @throws Refusal saying what it lacks
   */
  RequestEntity entity(JsonNode body) {
    String id = body.path("id").asText();
    name("entity id", id);
    String type = body.path("type").asText();
    if (body.has("type")) {
      name("entity type", type);
    }
    return new RequestEntity(id, type, attributes(body));
  }

  /** All attributes of a body that is an entity or a part of one. */
  Map<String, List<Instance>> attributes(JsonNode body) {
    if (!body.isObject()) {
      throw V2Problem.INVALID.because("not a JSON object");
    }
    Map<String, List<Instance>> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : body.properties()) {
      if (!each.getKey().equals("id") && !each.getKey().equals("type")) {
        name("attribute name", each.getKey());
        attributes.put(each.getKey(), List.of(instance(each.getValue())));
      }
    }
    return attributes;
  }

  /** One attribute. */
  Instance instance(JsonNode attribute) {
    if (!keyValues && !attribute.isObject()) {
      throw V2Problem.INVALID.because(
          "attribute must be a JSON object, unless keyValues option is used");
    }
    JsonNode value = keyValues ? attribute : attribute.path("value");
    if (value.isMissingNode()) {
      value = Json.object().nullNode();
    }
    String type = keyValues ? "" : attribute.path("type").asText();
    if (!keyValues && attribute.has("type")) {
      name("attribute type", type);
    }
    JsonNode metadata = attribute.path("metadata");
    return instance(
        type.isEmpty() ? defaultType(value) : type,
        value,
        keyValues || metadata.isMissingNode() ? Json.object() : metadata(metadata));
  }

  /** One attribute of these parts. */
  static Instance instance(String type, JsonNode value, JsonNode metadata) {
    if (!type.equals(UNRESTRICTED)) {
      value(value);
    }
    ObjectNode stored = Json.object().put("type", type);
    stored.set("value", value);
    stored.set("metadata", metadata);
    return new Instance(Json.bytes(stored), value, "", Instance.UNKNOWN, false);
  }

  private static ObjectNode metadata(JsonNode given) {
    ObjectNode metadata = Json.object();
    for (Map.Entry<String, JsonNode> each : given.properties()) {
      name("metadata name", each.getKey());
      JsonNode value = each.getValue().path("value");
      String type = each.getValue().path("type").asText();
      ObjectNode one = metadata.putObject(each.getKey());
      one.put("type", type.isEmpty() ? defaultType(value) : type).set("value", value);
    }
    return metadata;
  }

  private static void name(String what, String name) {
    if (name.isEmpty()) {
      throw V2Problem.INVALID.because(what + " length: 0, min length supported: 1");
    }
    if (name.length() > LONGEST) {
      throw V2Problem.INVALID.because(
          "%s length: %d, max length supported: %d".formatted(what, name.length(), LONGEST));
    }
    boolean printable = name.chars().allMatch(it -> it > ' ' && it <= '~');
    if (!printable
        || StringFilter.hasForbidden(name)
        || name.chars().anyMatch(it -> FORBIDDEN_IN_NAMES.indexOf(it) >= 0)) {
      throw V2Problem.INVALID.because("Invalid characters in " + what);
    }
  }

  private static void value(JsonNode value) {
    boolean forbidden = value.isTextual() && StringFilter.hasForbidden(value.textValue());
    for (Map.Entry<String, JsonNode> each : value.properties()) {
      forbidden |= !each.getKey().startsWith("$") && StringFilter.hasForbidden(each.getKey());
    }
    if (forbidden) {
      throw V2Problem.INVALID.because("Invalid characters in attribute value");
    }
    value.forEach(V2Reader::value);
  }

  static String defaultType(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> "Number";
      case BOOLEAN -> "Boolean";
      case NULL, MISSING -> "None";
      case STRING -> "Text";
      default -> "StructuredValue";
    };
  }
}
