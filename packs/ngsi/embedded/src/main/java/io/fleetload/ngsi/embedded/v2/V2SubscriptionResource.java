// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.notify.Outboxes;
import io.fleetload.ngsi.embedded.notify.Selector;
import io.fleetload.ngsi.embedded.notify.Subscription;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import io.fleetload.ngsi.embedded.query.Query;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code /v2/subscriptions}, to http receivers. */
public final class V2SubscriptionResource {
  private static final int DEFAULT = 20;

  private final Outboxes outboxes;
  private long made;

  public V2SubscriptionResource(Outboxes outboxes) {
    this.outboxes = outboxes;
  }

  void handle(Call call, Tenant tenant, JsonNode body) {
    Subscriptions subscriptions = tenant.v2Subscriptions();
    String id = call.segment(2);
    switch (call.method() + " " + (call.segments() - 1)) {
      case "POST 1" -> create(call, tenant, body);
      case "GET 1" -> list(call, subscriptions);
      case "GET 2" -> answer(call, withFigures(subscriptions.get(id).orElseThrow(() -> unknown())));
      case "DELETE 2" -> {
        if (!subscriptions.remove(id)) {
          throw unknown();
        }
        call.answer(204);
      }
      default -> throw V2Problem.NOT_ALLOWED.because("method not allowed");
    }
  }

  private static RuntimeException unknown() {
    return V2Problem.NOT_FOUND.because("The requested subscription has not been found. Check id");
  }

  private void create(Call call, Tenant tenant, JsonNode body) {
    // 24 hexadecimal digits, as Orion's.
    String id = "%024x".formatted(++made);
    JsonNode subject = body.path("subject");
    JsonNode notification = body.path("notification");
    List<Selector> selectors = selectors(subject.path("entities"));
    if (selectors.isEmpty()) {
      throw V2Problem.INVALID.because("no subject entities specified");
    }
    String url = notification.path("http").path("url").asText();
    if (!Outboxes.reaches(url)) {
      throw V2Problem.INVALID.because("Invalid URL parsing notification url");
    }
    V2Writer writer =
        new V2Writer(
            notification.path("attrsFormat").asText().equals("keyValues"),
            names(notification.path("attrs")));
    V2Notification form = new V2Notification(id, writer, tenant.name());
    tenant
        .v2Subscriptions()
        .add(
            new Subscription(
                id,
                selectors,
                names(subject.path("condition").path("attrs")),
                condition(subject.path("condition").path("expression").path("q").asText()),
                form,
                outboxes.to(url, form.headers()),
                ((ObjectNode) body).deepCopy().put("id", id).put("status", "active")));
    call.with("Location", "/v2/subscriptions/" + id).answer(201);
  }

  private static Optional<Predicate<Entity>> condition(String q) {
    try {
      return q.isEmpty() ? Optional.empty() : Optional.of(Query.read(q, UnaryOperator.identity()));
    } catch (Query.Malformed e) {
      throw V2Problem.INVALID.because(e.getMessage());
    }
  }

  private static List<Selector> selectors(JsonNode entities) {
    List<Selector> selectors = new ArrayList<>();
    for (JsonNode each : entities) {
      Optional<String> id = text(each.path("id"));
      Optional<Pattern> idPattern = text(each.path("idPattern")).map(it -> pattern(it));
      if (id.isPresent() == idPattern.isPresent()) {
        throw V2Problem.INVALID.because("entity needs either id or idPattern");
      }
      selectors.add(new Selector(id, idPattern, text(each.path("type"))));
    }
    return List.copyOf(selectors);
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw V2Problem.INVALID.because("Invalid regex for entity id pattern");
    }
  }

  private static Optional<String> text(JsonNode node) {
    return node.asText().isEmpty() ? Optional.empty() : Optional.of(node.asText());
  }

  private static Set<String> names(JsonNode names) {
    Set<String> all = new LinkedHashSet<>();
    names.forEach(each -> all.add(each.asText()));
    return all;
  }

  private static ObjectNode withFigures(Subscription subscription) {
    ObjectNode shown = subscription.shown().deepCopy();
    if (shown.path("notification") instanceof ObjectNode notification) {
      notification.put("timesSent", subscription.outbox().sent());
      notification.put("failsCounter", subscription.outbox().failed());
    }
    return shown;
  }

  private static void list(Call call, Subscriptions subscriptions) {
    ArrayNode page = Json.object().putArray("page");
    subscriptions.all().stream()
        .skip(V2EntityResource.number(call, "offset", 0))
        .limit(V2EntityResource.number(call, "limit", DEFAULT))
        .forEach(each -> page.add(withFigures(each)));
    if (call.option("count")) {
      call.with("Fiware-Total-Count", Integer.toString(subscriptions.all().size()));
    }
    answer(call, page);
  }

  private static void answer(Call call, JsonNode body) {
    call.answer(200, Call.JSON, Buffer.buffer(Json.bytes(body)));
  }
}
