// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code /v2/op}: each entity of a list goes well or wrong on its own. */
final class V2BatchResource {
  private static final Set<String> ACTIONS =
      Set.of("append", "appendstrict", "update", "replace", "delete");

  private final V2EntityResource entities;

  V2BatchResource(V2EntityResource entities) {
    this.entities = entities;
  }

  void handle(V2Request request, JsonNode body) {
    switch (request.call().segment(2)) {
      case "update" -> {
        update(request, body.path("actionType").asText(), body.path("entities"));
        request.call().answer(204);
      }
      case "notify" -> {
        update(request, "append", body.path("data"));
        request.call().answer(200);
      }
      default -> entities.query(request, V2Selection.of(request.call(), body));
    }
  }

  private static void update(V2Request request, String action, JsonNode entities) {
    String wanted = action.toLowerCase(Locale.ROOT);
    if (!ACTIONS.contains(wanted)) {
      // With Orion's own slip.
      throw V2Problem.INVALID.because(
          "invalid update action type: right ones are:"
              + " append, appendStric, delete, replace, update");
    }
    if (!entities.isArray() || entities.isEmpty()) {
      throw V2Problem.INVALID.because("empty entities vector");
    }
    V2Reader reader = new V2Reader(request.call().option("keyValues"));
    List<V2Reader.RequestEntity> given = new ArrayList<>(entities.size());
    entities.forEach(each -> given.add(reader.entity(each)));
    V2Writes writes = new V2Writes(request);
    V2Outcome outcome = new V2Outcome();
    for (V2Reader.RequestEntity each : given) {
      List<Entity> there = writes.all(each);
      if (there.isEmpty() && wanted.startsWith("append")) {
        writes.create(each);
        outcome.done();
      } else if (there.isEmpty()) {
        outcome.noEntity(named(each));
      } else {
        there.forEach(entity -> update(writes, wanted, entity, each, outcome));
      }
    }
    outcome.refuse();
  }

  private static void update(
      V2Writes writes,
      String action,
      Entity entity,
      V2Reader.RequestEntity given,
      V2Outcome outcome) {
    switch (action) {
      case "appendstrict" -> outcome.appendStrict(writes, entity, named(given), given.attributes());
      case "update" -> outcome.update(writes, entity, named(given), given.attributes());
      case "delete" -> {
        if (given.attributes().isEmpty()) {
          writes.delete(entity);
        } else {
          writes.remove(entity, given.attributes().keySet());
        }
        outcome.done();
      }
      case "replace" -> {
        writes.replace(entity, given.attributes());
        outcome.done();
      }
      default -> {
        writes.write(entity, given.attributes());
        outcome.done();
      }
    }
  }

  /** Name of an entity in errors. */
  private static String named(V2Reader.RequestEntity given) {
    return given.id() + (given.type().isEmpty() ? "" : "/" + given.type());
  }
}
