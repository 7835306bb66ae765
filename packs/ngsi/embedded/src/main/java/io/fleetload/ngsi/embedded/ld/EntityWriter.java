// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes entities; IRIs become names.
 *
 * @param keyValues whether an attribute is its value and nothing else
 * @param attributes the IRIs of those to write; none for all
 * @param withContext whether the entity says the core context, as in application/ld+json
 */
public record EntityWriter(
    Context context, boolean keyValues, Set<String> attributes, boolean withContext) {
  private static final Buffer CONTEXT =
      Buffer.buffer(",\"@context\":[\"" + Context.CORE_ADDRESS + "\"]");

  /** Adds the entity to the end. */
  Buffer write(Entity entity, Buffer out) {
    out.appendString("{\"id\":");
    Json.quoted(entity.id(), out).appendString(",\"type\":");
    Json.quoted(context.compact(entity.type()), out);
    for (Map.Entry<String, List<Instance>> each : entity.attributes().entrySet()) {
      if (attributes.isEmpty() || attributes.contains(each.getKey())) {
        out.appendByte((byte) ',');
        Json.quoted(context.compact(each.getKey()), out).appendByte((byte) ':');
        instances(each.getValue(), out);
      }
    }
    return (withContext ? out.appendBuffer(CONTEXT) : out).appendByte((byte) '}');
  }

  private void instances(List<Instance> instances, Buffer out) {
    if (instances.size() == 1) {
      out.appendBytes(bytes(instances.get(0)));
      return;
    }
    byte separator = '[';
    for (Instance each : instances) {
      out.appendByte(separator).appendBytes(bytes(each));
      separator = ',';
    }
    out.appendByte((byte) ']');
  }

  private byte[] bytes(Instance instance) {
    if (keyValues) {
      return Json.bytes(instance.value());
    }
    return instance.nested() ? Json.bytes(tree(instance, context)) : instance.json();
  }

  /** An instance with names for IRIs. */
  public static ObjectNode tree(Instance instance, Context context) {
    ObjectNode stored = stored(instance);
    return instance.nested() ? named(stored, context) : stored;
  }

  /** The instance's type, such as Property. */
  public static String type(Instance instance) {
    return stored(instance).path("type").asText();
  }

  static ObjectNode stored(Instance instance) {
    return (ObjectNode) Json.read(instance.json()).orElseThrow();
  }

  private static ObjectNode named(ObjectNode instance, Context context) {
    ObjectNode named = Json.object();
    for (Map.Entry<String, JsonNode> each : instance.properties()) {
      if (AttributeReader.isAttribute(each)) {
        named.set(context.compact(each.getKey()), named((ObjectNode) each.getValue(), context));
      } else {
        named.set(each.getKey(), each.getValue());
      }
    }
    return named;
  }
}
