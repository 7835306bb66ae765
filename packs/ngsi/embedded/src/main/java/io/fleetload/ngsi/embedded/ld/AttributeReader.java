// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.history.Times;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads entities and attributes in the normalized form; names become IRIs. */
public final class AttributeReader {
  private static final Set<String> NO_ATTRIBUTES = Set.of("id", "type", "@context", "scope");
  private static final Set<String> MEMBERS =
      Set.of(
          "type",
          "value",
          "object",
          "languageMap",
          "json",
          "vocab",
          "valueList",
          "objectList",
          "observedAt",
          "unitCode",
          "datasetId",
          "instanceId",
          "lang",
          "objectType",
          "createdAt",
          "modifiedAt",
          "@context");

  private final Context context;

  public AttributeReader(Context context) {
    this.context = context;
  }

  /**
   * An entity.
   *
   * @throws Refusal saying what it lacks
   */
  Entity entity(JsonNode body) {
    String id = body.path("id").asText();
    if (!body.isObject() || !id.contains(":")) {
      throw Problem.invalid("an entity has an id that is a URI");
    }
    return new Entity(id, type(body), attributes(body));
  }

  /** The IRI of an entity's type. */
  public String type(JsonNode body) {
    String type = body.path("type").asText();
    if (type.isEmpty()) {
      throw Problem.invalid("an entity has a type that is one name");
    }
    return context.expand(type);
  }

  /** All attributes of a body that is an entity or a part of one. */
  public Map<String, List<Instance>> attributes(JsonNode body) {
    if (!body.isObject()) {
      throw Problem.invalid("attributes are members of an object");
    }
    Map<String, List<Instance>> attributes = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : body.properties()) {
      if (!NO_ATTRIBUTES.contains(each.getKey())) {
        attributes.put(context.expand(each.getKey()), instances(each.getKey(), each.getValue()));
      }
    }
    return attributes;
  }

  private List<Instance> instances(String name, JsonNode attribute) {
    if (!attribute.isArray()) {
      return List.of(instance(name, attribute));
    }
    List<Instance> instances = new ArrayList<>();
    attribute.forEach(each -> instances.add(instance(name, each)));
    return List.copyOf(instances);
  }

  private Instance instance(String name, JsonNode instance) {
    if (!(instance instanceof ObjectNode object)) {
      throw Problem.invalid(name + ": an attribute is an object");
    }
    boolean nested = isNested(object);
    ObjectNode stored = nested ? withNames(object) : object;
    if (!stored.has("type")) {
      stored.put("type", stored.has("object") ? "Relationship" : "Property");
    }
    return stored(name, stored, nested);
  }

  /** The instance that its JSON says; the names in it are IRIs already. */
  private static Instance stored(String name, ObjectNode stored, boolean nested) {
    JsonNode value = stored.path(valueMember(stored.path("type").asText()));
    if (value.isMissingNode() || value.isNull()) {
      throw Problem.invalid(name + ": an attribute has a value");
    }
    return new Instance(
        Json.bytes(stored),
        value,
        stored.path("datasetId").asText(),
        observedAt(name, stored.path("observedAt")),
        nested);
  }

  /**
   * Merges a fragment into an instance: its members replace those of the same name.
   *
   * @throws Refusal if the result is no attribute
   */
  Instance merged(String name, Instance instance, JsonNode fragment) {
    if (!(fragment instanceof ObjectNode object)) {
      throw Problem.invalid(name + ": a part of an attribute is an object");
    }
    ObjectNode merged = EntityWriter.stored(instance);
    for (Map.Entry<String, JsonNode> each : withNames(object).properties()) {
      if (!each.getKey().equals("@context")) {
        merged.set(each.getKey(), each.getValue());
      }
    }
    return stored(name, merged, instance.nested() || isNested(object));
  }

  private static long observedAt(String name, JsonNode time) {
    if (time.isMissingNode()) {
      return Instance.UNKNOWN;
    }
    return Times.read(time.asText())
        .orElseThrow(
            () -> Problem.invalid(name + ": observedAt is a time such as 2023-01-01T00:00:00Z"));
  }

  private static String valueMember(String type) {
    return switch (type) {
      case "Relationship" -> "object";
      case "LanguageProperty" -> "languageMap";
      case "JsonProperty" -> "json";
      case "VocabProperty" -> "vocab";
      case "Property", "GeoProperty" -> "value";
      default -> throw Problem.invalid("an attribute's type is not " + type);
    };
  }

  private static boolean isNested(ObjectNode instance) {
    for (Map.Entry<String, JsonNode> each : instance.properties()) {
      if (isAttribute(each)) {
        return true;
      }
    }
    return false;
  }

  static boolean isAttribute(Map.Entry<String, JsonNode> member) {
    return !MEMBERS.contains(member.getKey()) && member.getValue().isObject();
  }

  private ObjectNode withNames(ObjectNode instance) {
    ObjectNode named = Json.object();
    for (Map.Entry<String, JsonNode> each : instance.properties()) {
      if (isAttribute(each)) {
        named.set(context.expand(each.getKey()), withNames((ObjectNode) each.getValue()));
      } else {
        named.set(each.getKey(), each.getValue());
      }
    }
    return named;
  }
}
