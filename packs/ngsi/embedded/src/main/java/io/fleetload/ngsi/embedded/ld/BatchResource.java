// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code /entityOperations}: each entity goes well or wrong on its own. All well: 201 or 204. Some
 * wrong: 207 with both lists. All wrong: the status of the first error, as Scorpio does when it
 * deletes.
 */
final class BatchResource {
  /** The outcome for each of the entities. */
  private record Outcome(List<String> done, List<String> created, ArrayNode errors) {
    Outcome() {
      this(new ArrayList<>(), new ArrayList<>(), Json.object().putArray("errors"));
    }

    void error(String operation, String id, ObjectNode details) {
      errors.addObject().put("id", id).put("type", operation).set("ProblemDetails", details);
    }
  }

  void handle(LdRequest request) {
    JsonNode body = request.body();
    if (!body.isArray() || body.isEmpty()) {
      throw Problem.invalid("a batch is an array that is not empty");
    }
    switch (request.segment(1)) {
      case "create", "update", "upsert" -> withContexts(request);
      case "delete" -> delete(request);
      default -> throw Problem.NOT_FOUND.because("no such operation");
    }
  }

  /** Each entity of application/ld+json has its own context. */
  private static void withContexts(LdRequest request) {
    List<Context> contexts = new ArrayList<>();
    Future<Void> all = Future.succeededFuture();
    for (JsonNode each : request.body()) {
      if (each.has("@context")) {
        all =
            all.compose(
                before ->
                    request.contexts().of(each.path("@context")).map(it -> add(contexts, it)));
      } else {
        all = all.map(before -> add(contexts, request.context()));
      }
    }
    all.onSuccess(done -> write(request, contexts))
        .onFailure(e -> request.call().refuse(Ld.notAvailable(e)));
  }

  private static Void add(List<Context> contexts, Context context) {
    contexts.add(context);
    return null;
  }

  private static void write(LdRequest request, List<Context> contexts) {
    Outcome outcome = new Outcome();
    String operation = request.segment(1);
    for (int i = 0; i < contexts.size(); i++) {
      JsonNode each = request.body().get(i);
      try {
        Entity entity = new AttributeReader(contexts.get(i)).entity(each);
        write(request, operation, entity, outcome);
      } catch (Refusal refusal) {
        outcome.error(operation, each.path("id").asText(), refusal.body());
      }
    }
    answer(request.call(), outcome, operation.equals("create"));
  }

  private static void write(LdRequest request, String operation, Entity entity, Outcome outcome) {
    Entities entities = request.tenant().entities();
    Optional<Entity> before = entities.get(entity.id());
    if (operation.equals("create") && before.isPresent()) {
      outcome.error("Create", entity.id(), Problem.EXISTS.details(entity.id(), entity.id()));
      return;
    }
    if (operation.equals("update") && before.isEmpty()) {
      outcome.error("Append", entity.id(), Problem.INVALID.details("Not Found"));
      return;
    }
    outcome.done.add(entity.id());
    if (before.isEmpty()) {
      outcome.created.add(entity.id());
      entities.create(entity);
    } else if (operation.equals("update") || request.call().option("update")) {
      entities.append(before.get(), entity.attributes());
    } else {
      before.get().attributes().clear();
      entities.replace(before.get(), entity.attributes());
    }
  }

  private static void delete(LdRequest request) {
    Outcome outcome = new Outcome();
    for (JsonNode each : request.body()) {
      if (request.tenant().entities().remove(each.asText())) {
        outcome.done.add(each.asText());
      } else {
        outcome.error("Delete", each.asText(), Problem.NOT_FOUND.details("Not Found"));
      }
    }
    answer(request.call(), outcome, false);
  }

  private static void answer(Call call, Outcome outcome, boolean creates) {
    ObjectNode body = Json.object();
    if (outcome.errors.isEmpty()) {
      if (creates || !outcome.created.isEmpty()) {
        ArrayNode ids = body.putArray("created");
        outcome.created.forEach(ids::add);
        call.answer(201, Call.JSON, Buffer.buffer(Json.bytes(ids)));
      } else {
        call.answer(204);
      }
      return;
    }
    int status = outcome.errors.get(0).path("ProblemDetails").path("status").asInt();
    if (!outcome.done.isEmpty()) {
      ArrayNode success = body.putArray("success");
      outcome.done.forEach(success::add);
      status = 207;
    }
    body.set("errors", outcome.errors);
    call.answer(status, Call.JSON, Buffer.buffer(Json.bytes(body)));
  }
}
