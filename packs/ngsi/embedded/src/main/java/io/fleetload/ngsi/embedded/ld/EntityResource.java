// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entities.Page;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.entity.Selection;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** {@code /entities}, an entity and its attributes. */
public final class EntityResource {
  private final Share empty;
  private final Traffic traffic;

  /**
   * Finds nothing for a share of the queries.
   *
   * @param empty that share
   */
  public EntityResource(Share empty, Traffic traffic) {
    this.empty = empty;
    this.traffic = traffic;
  }

  void handle(LdRequest request) {
    String method = request.call().method();
    switch (method + " " + request.segments()) {
      case "POST 1" -> create(request);
      case "GET 1" -> query(request);
      case "GET 2" -> get(request);
      case "DELETE 2" -> delete(request);
      case "POST 3" -> append(request);
      case "PATCH 3" -> replace(request);
      case "PATCH 4" -> update(request);
      default -> throw Problem.NOT_ALLOWED.because(method + " is not served here");
    }
  }

  private static void create(LdRequest request) {
    Entity entity = request.reader().entity(request.body());
    if (!request.tenant().entities().create(entity)) {
      throw Problem.EXISTS.because(entity.id() + " already exists", entity.id());
    }
    request.created("entities", entity.id());
  }

  private static void get(LdRequest request) {
    String id = request.segment(1);
    Entity entity = request.tenant().entities().get(id).orElseThrow(() -> Problem.notFound(id));
    found(request, writer(request).write(entity, Buffer.buffer(512)));
  }

  private static void delete(LdRequest request) {
    if (!request.tenant().entities().remove(request.segment(1))) {
      throw Problem.NOT_FOUND.because("Resource not found.");
    }
    request.call().answer(204);
  }

  private static Entity existing(LdRequest request) {
    return request
        .tenant()
        .entities()
        .get(request.segment(1))
        .orElseThrow(() -> Problem.NOT_FOUND.because("Resource not found."));
  }

  private static void append(LdRequest request) {
    Entity entity = existing(request);
    Map<String, List<Instance>> written = request.reader().attributes(request.body());
    request.tenant().entities().append(entity, written);
    request.call().answer(204);
  }

  /**
   * Replaces attributes of an entity. Attributes that it does not have are not written; the answer
   * is 207 then.
   */
  private static void replace(LdRequest request) {
    Entity entity = existing(request);
    Map<String, List<Instance>> written = request.reader().attributes(request.body());
    Set<String> unknown = new LinkedHashSet<>(written.keySet());
    unknown.removeAll(entity.attributes().keySet());
    written.keySet().removeAll(unknown);
    if (!written.isEmpty()) {
      request.tenant().entities().replace(entity, written);
    }
    if (unknown.isEmpty()) {
      request.call().answer(204);
      return;
    }
    ObjectNode body = Json.object();
    ArrayNode updated = body.putArray("updated");
    written.keySet().forEach(each -> updated.add(request.context().compact(each)));
    ArrayNode notUpdated = body.putArray("notUpdated");
    for (String each : unknown) {
      notUpdated
          .addObject()
          .put("attributeName", request.context().compact(each))
          .put("reason", "Not Found");
    }
    request.call().answer(207, Call.JSON, Buffer.buffer(Json.bytes(body)));
  }

  /** A part of one instance of an attribute; its other instances stay. */
  private static void update(LdRequest request) {
    Entity entity = existing(request);
    String name = request.context().expand(request.segment(3));
    String dataset = request.body().path("datasetId").asText();
    List<Instance> instances = new ArrayList<>(entity.attribute(name));
    instances.removeIf(it -> !it.dataset().equals(dataset));
    if (instances.isEmpty()) {
      throw Problem.NOT_FOUND.because("Resource not found.");
    }
    Instance merged = request.reader().merged(request.segment(3), instances.get(0), request.body());
    request.tenant().entities().append(entity, Map.of(name, List.of(merged)));
    request.call().answer(204);
  }

  private void query(LdRequest request) {
    int limit = request.limit();
    int offset = request.number("offset", 0);
    boolean counted = request.call().parameter("count").equals("true");
    Selection selection = request.selection();
    if (selection.isEmpty()) {
      throw Problem.invalid("a query needs type, id, idPattern, q or attrs");
    }
    if (limit > 0 && empty.picksNext()) {
      traffic.emptied.increment();
      found(request, Buffer.buffer("[]"));
      return;
    }
    Entities entities = request.tenant().entities();
    Page page = entities.find(selection, offset, limit, counted);
    if (counted) {
      request.call().with("NGSILD-Results-Count", Integer.toString(page.found()));
    }
    if (limit == 0) {
      request.call().answer(200);
      return;
    }
    found(request, array(page.entities(), writer(request)));
  }

  private static Buffer array(List<Entity> entities, EntityWriter writer) {
    Buffer out = Buffer.buffer(entities.size() * 512 + 2);
    byte separator = '[';
    for (Entity each : entities) {
      out.appendByte(separator);
      writer.write(each, out);
      separator = ',';
    }
    return entities.isEmpty() ? out.appendString("[]") : out.appendByte((byte) ']');
  }

  private static EntityWriter writer(LdRequest request) {
    Call call = request.call();
    boolean keyValues =
        call.option("keyValues")
            || Set.of("simplified", "keyValues").contains(call.parameter("format"));
    return new EntityWriter(
        request.context(), keyValues, request.iris("attrs"), request.wantsContext());
  }

  /** With the header that Scorpio's pages have. */
  private static void found(LdRequest request, Buffer body) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    UUID map = new UUID(random.nextLong(), random.nextLong());
    request.call().with("NGSILD-EntityMap", "urn:ngsi-ld:entitymap:" + map);
    request.answer(body);
  }
}
