// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entities.Page;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code /v2/entities}, an entity, its attributes, and one of them. */
public final class V2EntityResource {
  private final Share empty;
  private final Traffic traffic;

  /**
   * Finds nothing for a share of the queries.
   *
   * @param empty that share
   */
  public V2EntityResource(Share empty, Traffic traffic) {
    this.empty = empty;
    this.traffic = traffic;
  }

  void handle(V2Request request, JsonNode body) {
    Call call = request.call();
    V2Writes writes = new V2Writes(request);
    V2Reader reader = new V2Reader(call.option("keyValues"));
    switch (call.segments()) {
      case 2 -> {
        if (call.method().equals("POST")) {
          create(request, writes, reader.entity(body));
        } else {
          query(request, V2Selection.of(call));
        }
      }
      case 3 -> {
        if (call.method().equals("DELETE")) {
          writes.delete(writes.written(id(call), type(call)));
          call.answer(204);
        } else {
          Entity entity = writes.read(id(call), type(call));
          call.answer(200, Call.JSON, V2Writer.of(call).write(entity, Buffer.buffer()));
        }
      }
      case 4 -> attributes(call, writes, reader, body);
      default -> attribute(call, writes, reader, body);
    }
  }

  private static String id(Call call) {
    return call.segment(2);
  }

  private static String type(Call call) {
    return call.parameter("type");
  }

  private static void create(V2Request request, V2Writes writes, V2Reader.RequestEntity given) {
    Call call = request.call();
    V2Reader.RequestEntity typed =
        new V2Reader.RequestEntity(given.id(), given.typeOfNew(), given.attributes());
    List<Entity> before = writes.all(typed);
    String type = encoded(typed.type());
    call.with("Location", "/v2/entities/%s?type=%s".formatted(encoded(given.id()), type));
    if (before.isEmpty()) {
      writes.create(typed);
    } else if (call.option("upsert")) {
      writes.write(before.get(0), given.attributes());
    } else {
      call.without("Location");
      throw V2Problem.UNPROCESSABLE.because("Already Exists");
    }
    call.answer(call.option("upsert") ? 204 : 201);
  }

  /** An URN's colons stay. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("%3A", ":");
  }

  private static void attributes(Call call, V2Writes writes, V2Reader reader, JsonNode body) {
    if (call.method().equals("GET")) {
      Entity entity = writes.read(id(call), type(call));
      call.answer(200, Call.JSON, V2Writer.of(call).attributes(entity, Buffer.buffer()));
      return;
    }
    Map<String, List<Instance>> given = reader.attributes(body);
    Entity entity = writes.written(id(call), type(call));
    V2Outcome outcome = new V2Outcome();
    switch (call.method()) {
      case "POST" -> {
        if (call.option("append")) {
          outcome.appendStrict(writes, entity, named(entity, call), given);
        } else {
          writes.write(entity, given);
        }
      }
      case "PATCH" -> outcome.update(writes, entity, named(entity, call), given);
      default -> writes.replace(entity, given);
    }
    outcome.refuse();
    call.answer(204);
  }

  /** Name of an entity in errors. */
  private static String named(Entity entity, Call call) {
    return entity.id() + (type(call).isEmpty() ? "" : "/" + entity.type());
  }

  private static void attribute(Call call, V2Writes writes, V2Reader reader, JsonNode body) {
    String name = call.segment(4);
    boolean value = call.segments() == 6;
    boolean reads = call.method().equals("GET");
    Entity entity =
        reads ? writes.read(id(call), type(call)) : writes.written(id(call), type(call));
    if (entity.attribute(name).isEmpty()) {
      throw V2Problem.noAttribute();
    }
    Instance before = entity.attribute(name).get(0);
    if (reads && value) {
      V2Value.answer(call, before.value());
      return;
    }
    if (reads) {
      V2Writer writer = new V2Writer(V2Writer.Shape.NORMALIZED, Set.of(), call.list("metadata"));
      call.answer(200, Call.JSON, writer.shown(name, before).json());
      return;
    }
    if (call.method().equals("DELETE")) {
      writes.remove(entity, Set.of(name));
    } else if (value) {
      JsonNode stored = Json.read(before.json()).orElseThrow();
      Instance now = V2Reader.instance(stored.path("type").asText(), body, stored.path("metadata"));
      writes.write(entity, Map.of(name, List.of(now)));
    } else {
      writes.write(entity, Map.of(name, List.of(reader.instance(body))));
    }
    call.answer(204);
  }

  /** Answers with the entities that a selection finds. */
  void query(V2Request request, V2Selection selection) {
    Call call = request.call();
    int limit = request.limit();
    int offset = request.offset();
    if (empty.picksNext()) {
      traffic.emptied.increment();
      call.answer(200, Call.JSON, Buffer.buffer("[]"));
      return;
    }
    Page page = selection.find(request, offset, limit, call.option("count"));
    request.count(page.found());
    call.answer(200, Call.JSON, selection.writer().write(page.entities()));
  }
}
