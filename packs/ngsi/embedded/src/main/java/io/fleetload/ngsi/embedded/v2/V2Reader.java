// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads entities and attributes of NGSI-v2. A type that is not said is Orion's default for it.
 *
 * @param keyValues whether an attribute is its value and nothing else
 */
record V2Reader(boolean keyValues) {

  /**
   * An entity.
   *
   * @throws Refusal saying what it lacks
   */
  Entity entity(JsonNode body) {
    String id = body.path("id").asText();
    if (id.isEmpty()) {
      throw V2Problem.INVALID.because("entity id length: 0, min length supported: 1");
    }
    String type = body.path("type").asText();
    return new Entity(id, type.isEmpty() ? "Thing" : type, attributes(body));
  }

  /** All attributes of a body that is an entity or a part of one. */
  Map<String, List<Instance>> attributes(JsonNode body) {
    if (!body.isObject()) {
      throw V2Problem.INVALID.because("not a JSON object");
    }
    Map<String, List<Instance>> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : body.properties()) {
      if (!each.getKey().equals("id") && !each.getKey().equals("type")) {
        attributes.put(each.getKey(), List.of(instance(each.getValue())));
      }
    }
    return attributes;
  }

  private Instance instance(JsonNode attribute) {
    if (!keyValues && !attribute.isObject()) {
      throw V2Problem.INVALID.because(
          "attribute must be a JSON object, unless keyValues option is used");
    }
    ObjectNode stored = Json.object();
    JsonNode value = keyValues ? attribute : attribute.path("value");
    if (value.isMissingNode()) {
      value = stored.nullNode();
    }
    String type = keyValues ? "" : attribute.path("type").asText();
    stored.put("type", type.isEmpty() ? defaultType(value) : type);
    stored.set("value", value);
    JsonNode metadata = attribute.path("metadata");
    stored.set("metadata", keyValues || metadata.isMissingNode() ? Json.object() : metadata);
    return new Instance(Json.bytes(stored), value, "", Instance.UNKNOWN, false);
  }

  private static String defaultType(JsonNode value) {
    return switch (value.getNodeType()) {
      case NUMBER -> "Number";
      case BOOLEAN -> "Boolean";
      case NULL -> "None";
      case STRING -> "Text";
      default -> "StructuredValue";
    };
  }
}
