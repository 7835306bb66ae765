// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes entities of NGSI-v2.
 *
 * @param keyValues whether an attribute is its value and nothing else
 * @param attributes those to write; none for all
 */
record V2Writer(boolean keyValues, Set<String> attributes) {

  /** Adds the entity to the end. */
  Buffer write(Entity entity, Buffer out) {
    Json.quoted(entity.id(), out.appendString("{\"id\":"));
    Json.quoted(entity.type(), out.appendString(",\"type\":"));
    for (Map.Entry<String, List<Instance>> each : entity.attributes().entrySet()) {
      if (attributes.isEmpty() || attributes.contains(each.getKey())) {
        Json.quoted(each.getKey(), out.appendByte((byte) ',')).appendByte((byte) ':');
        Instance instance = each.getValue().get(0);
        out.appendBytes(keyValues ? Json.bytes(instance.value()) : instance.json());
      }
    }
    return out.appendByte((byte) '}');
  }

  Buffer write(List<Entity> entities) {
    Buffer out = Buffer.buffer("[");
    for (Entity each : entities) {
      write(each, out.length() == 1 ? out : out.appendByte((byte) ','));
    }
    return out.appendByte((byte) ']');
  }
}
