// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.notify.Outbox;
import io.fleetload.ngsi.embedded.notify.Outboxes;
import io.fleetload.ngsi.embedded.notify.Selector;
import io.fleetload.ngsi.embedded.notify.Subscription;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import io.fleetload.ngsi.embedded.query.Query;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * {@code /subscriptions}. What a client reads of one are its own words, with the names that it
 * used.
 */
public final class SubscriptionResource {
  private final Outboxes outboxes;
  private final Clock clock;

  public SubscriptionResource(Outboxes outboxes, Clock clock) {
    this.outboxes = outboxes;
    this.clock = clock;
  }

  void handle(LdRequest request) {
    String method = request.call().method();
    switch (method + " " + request.segments()) {
      case "POST 1" -> create(request);
      case "GET 1" -> list(request);
      case "GET 2" -> get(request);
      case "DELETE 2" -> delete(request);
      default -> throw Problem.NOT_ALLOWED.because(method + " is not served here");
    }
  }

  private void create(LdRequest request) {
    JsonNode body = request.body();
    String given = body.path("id").asText();
    String id = given.isEmpty() ? "urn:" + UUID.randomUUID() : given;
    if (!request.tenant().subscriptions().add(subscription(id, request, body))) {
      throw Problem.EXISTS.because(id + " already exists", id);
    }
    request.created("subscriptions", id);
  }

  private Subscription subscription(String id, LdRequest request, JsonNode body) {
    if (!body.path("type").asText().equals("Subscription")) {
      throw Problem.invalid("type: a subscription has the type Subscription");
    }
    Context context = request.context();
    List<Selector> selectors = selectors(body.path("entities"), context);
    Set<String> watched = iris(body.path("watchedAttributes"), context);
    if (selectors.isEmpty() && watched.isEmpty()) {
      throw Problem.invalid("a subscription has entities or watchedAttributes");
    }
    JsonNode notification = body.path("notification");
    JsonNode endpoint = notification.path("endpoint");
    String uri = endpoint.path("uri").asText();
    LdNotification form =
        LdNotification.of(
            id,
            uri,
            new EntityWriter(
                context,
                Set.of("keyValues", "simplified").contains(notification.path("format").asText()),
                iris(notification.path("attributes"), context),
                endpoint.path("accept").asText().equals(LdRequest.LD_JSON)),
            request.tenant().name(),
            clock);
    if (!Outboxes.reaches(uri)) {
      throw Problem.invalid("notification.endpoint.uri: found '" + uri + "', http://… is needed");
    }
    Outbox outbox = outboxes.next();
    ObjectNode shown = shown(id, body, context);
    return new Subscription(
        id,
        selectors,
        Subscription.of(watched, condition(body.path("q").asText(), context)),
        form,
        outbox,
        () -> withFigures(shown, outbox));
  }

  private static Optional<Predicate<Entity>> condition(String q, Context context) {
    try {
      return q.isEmpty() ? Optional.empty() : Optional.of(Query.read(q, context::expand));
    } catch (Query.QueryError e) {
      throw Problem.invalid(e.getMessage());
    }
  }

  /**
   * The selectors.
   *
   * @throws Refusal if one has no type, which NGSI-LD demands
   */
  private static List<Selector> selectors(JsonNode entities, Context context) {
    List<Selector> selectors = new ArrayList<>();
    for (JsonNode each : entities) {
      String type = each.path("type").asText();
      if (type.isEmpty()) {
        throw Problem.invalid("entities: each has a type");
      }
      String id = each.path("id").asText();
      selectors.add(
          new Selector(
              id.isEmpty() ? Optional.empty() : Optional.of(id),
              LdRequest.pattern(each.path("idPattern").asText()),
              type.equals("*") ? Optional.empty() : Optional.of(context.expand(type))));
    }
    return List.copyOf(selectors);
  }

  private static Set<String> iris(JsonNode names, Context context) {
    Set<String> iris = new LinkedHashSet<>();
    names.forEach(each -> iris.add(context.expand(each.asText())));
    return iris;
  }

  private static ObjectNode shown(String id, JsonNode body, Context context) {
    ObjectNode shown = body.deepCopy();
    shown.remove("@context");
    return shown.put("id", id).put("jsonldContext", context.address()).put("status", "active");
  }

  private static ObjectNode withFigures(ObjectNode shown, Outbox outbox) {
    return shown.deepCopy().put("timesSent", outbox.sent()).put("timesFailed", outbox.failed());
  }

  private static void list(LdRequest request) {
    Subscriptions subscriptions = request.tenant().subscriptions();
    if (request.call().parameter("count").equals("true")) {
      String found = Integer.toString(subscriptions.all().size());
      request.call().with("NGSILD-Results-Count", found);
    }
    ArrayNode page = Json.object().putArray("page");
    subscriptions.all().stream()
        .skip(request.number("offset", 0))
        .limit(request.limit())
        .forEach(each -> page.add(each.shown().get()));
    request.answer(page);
  }

  private static void get(LdRequest request) {
    String id = request.segment(1);
    Subscription subscription =
        request.tenant().subscriptions().get(id).orElseThrow(() -> Problem.notFound(id));
    request.answer(subscription.shown().get());
  }

  private static void delete(LdRequest request) {
    String id = request.segment(1);
    if (!request.tenant().subscriptions().remove(id)) {
      throw Problem.notFound(id);
    }
    request.call().answer(204);
  }
}
