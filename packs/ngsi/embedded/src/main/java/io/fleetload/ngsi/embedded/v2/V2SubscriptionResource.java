// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.notify.Outbox;
import io.fleetload.ngsi.embedded.notify.Outboxes;
import io.fleetload.ngsi.embedded.notify.Selector;
import io.fleetload.ngsi.embedded.notify.Subscription;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import io.fleetload.ngsi.embedded.query.StringFilter;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code /v2/subscriptions}, to http receivers; one to MQTT is kept, and never reaches it. */
public final class V2SubscriptionResource {
  private static final String MACRO = "\\$\\{[^}]*}";
  private static final int LENGTH_OF_ID = 24;

  private final Outboxes outboxes;
  private final Clock clock;
  private long made;

  public V2SubscriptionResource(Outboxes outboxes, Clock clock) {
    this.outboxes = outboxes;
    this.clock = clock;
  }

  void handle(V2Request request, JsonNode body) {
    Call call = request.call();
    Subscriptions all = request.tenant().v2Subscriptions();
    if (call.segments() == 2) {
      if (call.method().equals("POST")) {
        made++;
        // 24 hexadecimal digits, as Orion's.
        String id = "%024x".formatted(made);
        all.add(read(id, request.tenant().name(), body, outboxes.next()));
        call.with("Location", "/v2/subscriptions/" + id).answer(201);
      } else {
        request.page(all.all().stream().map(it -> it.shown().get()).toList());
      }
      return;
    }
    Subscription one = existing(all, call.segment(2));
    switch (call.method()) {
      case "GET" -> request.answer(one.shown().get());
      case "PATCH" -> {
        JsonNode merged = merged(((V2Subscription) one.wanted()).given(), body);
        all.replace(read(one.id(), request.tenant().name(), merged, one.outbox()));
        call.answer(204);
      }
      default -> {
        all.remove(one.id());
        call.answer(204);
      }
    }
  }

  private static Subscription existing(Subscriptions all, String id) {
    if (id.length() != LENGTH_OF_ID) {
      throw V2Problem.INVALID.because("Invalid subscription ID: bad length - 24 chars expected");
    }
    return all.get(id)
        .orElseThrow(
            () ->
                V2Problem.NOT_FOUND.because(
                    "The requested subscription has not been found. Check id"));
  }

  /**
   * Merges an update into a subscription: given values replace former ones; the values of the two
   * objects are merged key by key.
   */
  private static JsonNode merged(ObjectNode before, JsonNode now) {
    ObjectNode merged = before.deepCopy();
    for (Map.Entry<String, JsonNode> each : now.properties()) {
      if (merged.path(each.getKey()) instanceof ObjectNode old && each.getValue().isObject()) {
        old.setAll((ObjectNode) each.getValue());
      } else {
        merged.set(each.getKey(), each.getValue());
      }
    }
    return merged;
  }

  private Subscription read(String id, String tenant, JsonNode body, Outbox outbox) {
    if (StringFilter.hasForbidden(body.path("description").asText())) {
      throw V2Problem.INVALID.because("forbidden characters in description");
    }
    JsonNode subject = body.path("subject");
    List<Selector> selectors = selectors(subject.path("entities"));
    JsonNode condition = subject.path("condition");
    if (condition.isObject() && condition.isEmpty()) {
      throw V2Problem.INVALID.because("condition is empty");
    }
    JsonNode notification = body.path("notification");
    check(notification);
    V2Subscription wanted =
        new V2Subscription(id, (ObjectNode) body, expires(body.path("expires")), outbox, clock);
    return new Subscription(
        id, selectors, wanted, V2Notification.of(id, tenant, notification), outbox, wanted::shown);
  }

  private static void check(JsonNode notification) {
    if (!notification.isObject()) {
      throw V2Problem.INVALID.because("no notification for subscription specified");
    }
    String custom = notification.path("httpCustom").path("url").asText();
    if (StringFilter.hasForbidden(custom)) {
      throw V2Problem.INVALID.because("forbidden characters in custom /url/");
    }
    boolean http = notification.has("http") || notification.has("httpCustom");
    if (!http && !notification.has("mqtt")) {
      throw V2Problem.INVALID.because(
          "http, httpCustom, mqtt, mqttCustom, kafka or kafkaCustom is missing");
    }
    String url = notification.path("http").path("url").asText(custom).replaceAll(MACRO, "x");
    String mqtt = notification.path("mqtt").path("url").asText();
    if (http ? !Outboxes.reaches(url) : !mqtt.matches("mqtts?://.+")) {
      throw V2Problem.INVALID.because("Invalid URL parsing notification url");
    }
    if (notification.has("attrs") && notification.has("exceptAttrs")) {
      throw V2Problem.INVALID.because("http notification has attrs and exceptAttrs");
    }
  }

  /** In ms since 1970. */
  private static long expires(JsonNode given) {
    if (given.asText().isEmpty()) {
      return Long.MAX_VALUE;
    }
    try {
      return OffsetDateTime.parse(given.asText()).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw V2Problem.INVALID.because("expires has an invalid format");
    }
  }

  private static List<Selector> selectors(JsonNode entities) {
    if (entities.isMissingNode()) {
      throw V2Problem.INVALID.because("no subject entities specified");
    }
    if (entities.isEmpty()) {
      throw V2Problem.INVALID.because("subject entities is empty");
    }
    List<Selector> selectors = new ArrayList<>();
    for (JsonNode each : entities) {
      one(each, "id", "idPattern");
      if (each.has("type") && each.has("typePattern")) {
        throw both("type", "typePattern");
      }
      selectors.add(
          new Selector(
              text(each.path("id")),
              pattern(each, "idPattern"),
              text(each.path("type")),
              pattern(each, "typePattern")));
    }
    return List.copyOf(selectors);
  }

  private static void one(JsonNode entity, String one, String other) {
    if (entity.has(one) && entity.has(other)) {
      throw both(one, other);
    }
    if (!entity.has(one) && !entity.has(other)) {
      throw V2Problem.INVALID.because("no id nor idPattern in /entities/ vector item");
    }
  }

  private static Refusal both(String one, String other) {
    return V2Problem.INVALID.because(
        "/entities/ vector item has both /%s/ and /%s/".formatted(one, other));
  }

  private static Optional<Pattern> pattern(JsonNode entity, String key) {
    try {
      return text(entity.path(key)).map(Pattern::compile);
    } catch (PatternSyntaxException e) {
      throw V2Problem.INVALID.because("Invalid regex for entity " + key);
    }
  }

  private static Optional<String> text(JsonNode node) {
    return node.asText().isEmpty() ? Optional.empty() : Optional.of(node.asText());
  }
}
