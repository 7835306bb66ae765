// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.notify.Change;
import io.fleetload.ngsi.embedded.notify.Form;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * NGSI-v2's notifications, with Orion's headers.
 *
 * @param tenant empty for the default tenant
 * @param wanted the subscription's {@code notification}
 * @param writer of its entities
 */
record V2Notification(String subscription, String tenant, JsonNode wanted, V2Writer writer)
    implements Form {
  private static final String JSON_TYPE = "application/json; charset=utf-8";
  private static final String ACTION = "actionType";
  private static final String PREVIOUS = "previousValue";
  private static final String ALTERATION = "alterationType";

  static V2Notification of(String subscription, String tenant, JsonNode wanted) {
    V2Writer.Shape shape =
        switch (format(wanted)) {
          case "keyValues", "simplifiedKeyValues" -> V2Writer.Shape.KEY_VALUES;
          case "values" -> V2Writer.Shape.VALUES;
          default -> V2Writer.Shape.NORMALIZED;
        };
    V2Writer writer =
        new V2Writer(
            shape,
            V2Selection.names(wanted.path("attrs")),
            V2Selection.names(wanted.path("metadata")));
    return new V2Notification(subscription, tenant, wanted, writer);
  }

  static String format(JsonNode wanted) {
    return wanted.path("attrsFormat").asText("normalized");
  }

  private JsonNode custom() {
    return wanted.path("httpCustom");
  }

  @Override
  public Post post(Change change) {
    V2Macro macro = new V2Macro(change.entity());
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("User-Agent", "ngsi-embedded")
            .add("Fiware-Servicepath", change.entity().path())
            .add("Accept", "application/json")
            .add("Fiware-Correlator", change.correlator().get());
    if (!tenant.isEmpty()) {
      headers.add("Fiware-Service", tenant);
    }
    JsonNode text = custom().path("payload");
    JsonNode json = custom().path("json");
    headers.add("Content-Type", text.isTextual() ? "text/plain; charset=utf-8" : JSON_TYPE);
    headers.add(
        "Ngsiv2-AttrsFormat",
        text.isTextual() || json.isContainerNode() ? "custom" : format(wanted));
    for (Map.Entry<String, JsonNode> each : custom().path("headers").properties()) {
      headers.set(each.getKey().toLowerCase(Locale.ROOT), macro.text(each.getValue().asText()));
    }
    Buffer body =
        text.isTextual()
            ? Buffer.buffer(macro.text(text.textValue()))
            : json.isContainerNode()
                ? Buffer.buffer(Json.bytes(macro.tree(json)))
                : entities(change, macro);
    HttpMethod method = HttpMethod.valueOf(custom().path("method").asText("POST"));
    return new Post(method, uri(macro), headers, body);
  }

  private String uri(V2Macro macro) {
    String plain = wanted.path("http").path("url").asText(wanted.path("mqtt").path("url").asText());
    StringBuilder uri = new StringBuilder(macro.text(custom().path("url").asText(plain)));
    char separator = '?';
    for (Map.Entry<String, JsonNode> each : custom().path("qs").properties()) {
      uri.append(separator).append(encoded(each.getKey())).append('=');
      uri.append(encoded(macro.text(each.getValue().asText())));
      separator = '&';
    }
    return uri.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("%3A", ":");
  }

  private Buffer entities(Change change, V2Macro macro) {
    Entity entity = change.entity();
    Buffer out = Buffer.buffer(256);
    boolean whole = !format(wanted).startsWith("simplified");
    if (whole) {
      Json.quoted(subscription, out.appendString("{\"subscriptionId\":"))
          .appendString(",\"data\":[");
    }
    List<V2Writer.WrittenAttribute> shown = new ArrayList<>();
    JsonNode patch = custom().path("ngsi");
    for (Map.Entry<String, JsonNode> each : patch.properties()) {
      if (!Set.of("id", "type").contains(each.getKey())) {
        JsonNode value = macro.tree(each.getValue().path("value"));
        String type = each.getValue().path("type").asText(V2Reader.defaultType(value));
        shown.add(V2Writer.WrittenAttribute.of(each.getKey(), type, value, Json.object()));
      }
    }
    shown.addAll(shown(change));
    writer.write(
        macro.text(patch.path("id").asText(entity.id())),
        macro.text(patch.path("type").asText(entity.type())),
        shown,
        out);
    return whole ? out.appendString("]}") : out;
  }

  private List<V2Writer.WrittenAttribute> shown(Change change) {
    Entity entity = change.entity();
    List<V2Writer.WrittenAttribute> shown = new ArrayList<>();
    for (String each : names(change)) {
      List<Instance> instances = entity.attribute(each);
      if (!instances.isEmpty()) {
        shown.add(withMetadata(each, instances.get(0), change));
      } else if (each.equals(ALTERATION)) {
        JsonNode kind = TextNode.valueOf(change.kind().word());
        shown.add(V2Writer.WrittenAttribute.of(each, "Text", kind, Json.object()));
      } else if (wanted.path("covered").asBoolean()) {
        JsonNode nothing = Json.object().nullNode();
        shown.add(V2Writer.WrittenAttribute.of(each, "None", nothing, Json.object()));
      }
    }
    return shown;
  }

  private Set<String> names(Change change) {
    Set<String> names = new LinkedHashSet<>(writer.attributes());
    if (names.isEmpty()) {
      names.addAll(
          wanted.path("onlyChangedAttrs").asBoolean()
              ? change.written()
              : new TreeSet<>(change.entity().attributes().keySet()));
      names.removeAll(V2Selection.names(wanted.path("exceptAttrs")));
    }
    if (wanted.path("onlyChangedAttrs").asBoolean()) {
      names.retainAll(change.changed());
    }
    return names;
  }

  private V2Writer.WrittenAttribute withMetadata(String name, Instance instance, Change change) {
    V2Writer.WrittenAttribute plain = writer.shown(name, instance);
    Set<String> metadata = writer.metadata();
    if (!metadata.contains(ACTION) && !metadata.contains(PREVIOUS)) {
      return plain;
    }
    JsonNode stored = Json.read(plain.json().getBytes()).orElseThrow();
    ObjectNode pieces = (ObjectNode) stored.path("metadata");
    List<Instance> before = change.before().get(name);
    if (metadata.contains(ACTION) && change.written().contains(name)) {
      pieces
          .putObject(ACTION)
          .put("type", "Text")
          .put("value", before == null ? "append" : "update");
    }
    if (metadata.contains(PREVIOUS) && before != null) {
      JsonNode old = Json.read(before.get(0).json()).orElseThrow();
      ObjectNode previous = pieces.putObject(PREVIOUS);
      previous.set("type", old.path("type"));
      previous.set("value", old.path("value"));
    }
    return V2Writer.WrittenAttribute.of(
        name, stored.path("type").asText(), instance.value(), pieces);
  }
}
