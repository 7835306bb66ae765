// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes entities of NGSI-v2.
 *
 * @param shape how an entity looks
 * @param attributes those to write, in this order; none for all, by their names
 * @param metadata the pieces to write; none for those that clients wrote
 */
record V2Writer(Shape shape, Set<String> attributes, Set<String> metadata) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final String CREATED = "dateCreated";
  private static final String MODIFIED = "dateModified";
  private static final String ALL = "*";

  /** The form of an entity. */
  enum Shape {
    /** An attribute is an object. */
    NORMALIZED,
    /** An attribute is its value. */
    KEY_VALUES,
    /** A list of values, without names. */
    VALUES,
    /** The same without repetitions. */
    UNIQUE
  }

  /** An attribute as it is written: its JSON, and its value in it. */
  record WrittenAttribute(String name, JsonNode value, Buffer json) {

    static WrittenAttribute of(String name, String type, JsonNode value, JsonNode metadata) {
      ObjectNode json = Json.object().put("type", type);
      json.set("value", value);
      json.set("metadata", metadata);
      return new WrittenAttribute(name, value, Buffer.buffer(Json.bytes(json)));
    }
  }

  static V2Writer of(Call call) {
    Shape shape =
        call.option("keyValues")
            ? Shape.KEY_VALUES
            : call.option("values")
                ? Shape.VALUES
                : call.option("unique") || call.option("uniqueValues")
                    ? Shape.UNIQUE
                    : Shape.NORMALIZED;
    return new V2Writer(shape, call.list("attrs"), call.list("metadata"));
  }

  /** A time as Orion writes it. */
  static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis));
  }

  /** Adds the entity to the end. */
  Buffer write(Entity entity, Buffer out) {
    return write(entity.id(), entity.type(), shown(entity), out);
  }

  Buffer write(List<Entity> entities) {
    Buffer out = Buffer.buffer("[");
    for (Entity each : entities) {
      write(each, out.length() == 1 ? out : out.appendByte((byte) ','));
    }
    return out.appendByte((byte) ']');
  }

  /** Adds the attributes alone. */
  Buffer attributes(Entity entity, Buffer out) {
    out.appendByte((byte) '{');
    members(shown(entity), out, false);
    return out.appendByte((byte) '}');
  }

  /** The attributes that it writes of an entity. */
  List<WrittenAttribute> shown(Entity entity) {
    Set<String> names = attributes;
    if (names.isEmpty() || names.contains(ALL)) {
      names = new LinkedHashSet<>(new TreeMap<>(entity.attributes()).keySet());
      names.addAll(attributes);
    }
    List<WrittenAttribute> shown = new ArrayList<>(names.size());
    for (String each : names) {
      List<Instance> instances = entity.attribute(each);
      if (!instances.isEmpty()) {
        shown.add(shown(each, instances.get(0)));
      } else if (each.equals(CREATED) || each.equals(MODIFIED)) {
        long millis = each.equals(CREATED) ? entity.created() : entity.modified();
        shown.add(
            WrittenAttribute.of(each, "DateTime", TextNode.valueOf(time(millis)), Json.object()));
      }
    }
    return shown;
  }

  WrittenAttribute shown(String name, Instance instance) {
    if (metadata.isEmpty() || shape != Shape.NORMALIZED) {
      return new WrittenAttribute(name, instance.value(), Buffer.buffer(instance.json()));
    }
    JsonNode stored = Json.read(instance.json()).orElseThrow();
    ObjectNode pieces = Json.object();
    if (metadata.contains(ALL)) {
      pieces.setAll((ObjectNode) stored.path("metadata"));
    }
    for (String each : metadata) {
      JsonNode piece = stored.path("metadata").path(each);
      if (!piece.isMissingNode()) {
        pieces.set(each, piece);
      } else if (each.equals(CREATED) || each.equals(MODIFIED)) {
        long millis = each.equals(CREATED) ? instance.created() : instance.modified();
        pieces.putObject(each).put("type", "DateTime").put("value", time(millis));
      }
    }
    return WrittenAttribute.of(name, stored.path("type").asText(), instance.value(), pieces);
  }

  /** Adds an entity of these attributes to the end. */
  Buffer write(String id, String type, List<WrittenAttribute> shown, Buffer out) {
    if (shape == Shape.VALUES || shape == Shape.UNIQUE) {
      return values(shown, out);
    }
    Json.quoted(id, out.appendString("{\"id\":"));
    Json.quoted(type, out.appendString(",\"type\":"));
    members(shown, out, true);
    return out.appendByte((byte) '}');
  }

  private void members(List<WrittenAttribute> shown, Buffer out, boolean more) {
    boolean separated = more;
    for (WrittenAttribute each : shown) {
      Json.quoted(each.name(), separated ? out.appendByte((byte) ',') : out)
          .appendByte((byte) ':')
          .appendBuffer(
              shape == Shape.KEY_VALUES ? Buffer.buffer(Json.bytes(each.value())) : each.json());
      separated = true;
    }
  }

  private Buffer values(List<WrittenAttribute> shown, Buffer out) {
    List<JsonNode> values = shown.stream().map(WrittenAttribute::value).toList();
    out.appendByte((byte) '[');
    boolean separated = false;
    for (JsonNode each : shape == Shape.UNIQUE ? new LinkedHashSet<>(values) : values) {
      (separated ? out.appendByte((byte) ',') : out).appendBytes(Json.bytes(each));
      separated = true;
    }
    return out.appendByte((byte) ']');
  }
}
