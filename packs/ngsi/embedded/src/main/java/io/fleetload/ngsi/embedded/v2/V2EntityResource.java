// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.ngsi.embedded.entity.Entities.Page;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.entity.Selection;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.query.Query;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.vertx.core.buffer.Buffer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * {@code /v2/entities} and {@code /v2/op/update}. An id is of one entity, whatever the type: Orion
 * lets entities of several types have the same one.
 */
public final class V2EntityResource {
  private static final int MOST = 1_000;
  private static final int DEFAULT = 20;

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

  void handle(Call call, Tenant tenant, JsonNode body) {
    V2Writes writes = new V2Writes(tenant.v2Entities());
    V2Reader reader = new V2Reader(call.option("keyValues"));
    String id = call.segment(2);
    String method = call.method();
    switch (method + " " + (call.segments() - 1) + " " + call.segment(3)) {
      case "POST 1 " -> create(call, writes, reader.entity(body));
      case "GET 1 " -> query(call, tenant);
      case "GET 2 " ->
          call.answer(200, Call.JSON, writer(call).write(writes.existing(id), Buffer.buffer()));
      case "DELETE 2 " -> {
        writes.delete(id, Set.of());
        call.answer(204);
      }
      case "POST 3 attrs" -> {
        append(call, writes, writes.existing(id), reader.attributes(body));
        call.answer(204);
      }
      case "PATCH 3 attrs" -> {
        writes.update(id, reader.attributes(body));
        call.answer(204);
      }
      default -> throw V2Problem.NOT_ALLOWED.because("method not allowed");
    }
  }

  private static void create(Call call, V2Writes writes, Entity entity) {
    if (call.option("upsert")) {
      writes.append(entity);
      call.answer(204);
      return;
    }
    writes.create(entity);
    String path = "/v2/entities/%s?type=%s".formatted(encoded(entity.id()), encoded(entity.type()));
    call.with("Location", path).answer(201);
  }

  /** An URN's colons stay. */
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("%3A", ":");
  }

  private static void append(
      Call call, V2Writes writes, Entity before, Map<String, List<Instance>> attributes) {
    Entity appended = new Entity(before.id(), before.type(), attributes);
    if (call.option("append")) {
      writes.appendStrict(appended);
    } else {
      writes.append(appended);
    }
  }

  void operate(Call call, Tenant tenant, JsonNode body) {
    if (!call.segment(2).equals("update") || !call.method().equals("POST")) {
      throw V2Problem.NOT_ALLOWED.because("method not allowed");
    }
    JsonNode entities = body.path("entities");
    if (!entities.isArray() || entities.isEmpty()) {
      throw V2Problem.INVALID.because("empty update action entity vector");
    }
    V2Writes writes = new V2Writes(tenant.v2Entities());
    V2Reader reader = new V2Reader(call.option("keyValues"));
    String action = body.path("actionType").asText();
    for (JsonNode each : entities) {
      Entity entity = reader.entity(each);
      switch (action) {
        case "append" -> writes.append(entity);
        case "appendStrict" -> writes.appendStrict(entity);
        case "update" -> writes.update(entity.id(), entity.attributes());
        case "delete" -> writes.delete(entity.id(), entity.attributes().keySet());
        default ->
            throw V2Problem.INVALID.because(
                "invalid update action type: right ones are"
                    + " append, appendStrict, delete, replace, update");
      }
    }
    call.answer(204);
  }

  private void query(Call call, Tenant tenant) {
    int limit = number(call, "limit", DEFAULT);
    if (limit == 0) {
      throw V2Problem.INVALID.because(
          "Bad pagination limit: /0/ [a value of ZERO is unacceptable]");
    }
    if (limit > MOST) {
      throw V2Problem.INVALID.because("Bad pagination limit: /%d/ [max: 1000]".formatted(limit));
    }
    if (empty.picksNext()) {
      traffic.emptied.increment();
      call.answer(200, Call.JSON, Buffer.buffer("[]"));
      return;
    }
    boolean counted = call.option("count");
    Page page =
        tenant.v2Entities().find(selection(call), number(call, "offset", 0), limit, counted);
    if (counted) {
      call.with("Fiware-Total-Count", Integer.toString(page.found()));
    }
    call.answer(200, Call.JSON, writer(call).write(page.entities()));
  }

  static int number(Call call, String name, int byDefault) {
    String asked = call.parameter(name);
    if (!asked.matches("[0-9]{0,9}")) {
      throw V2Problem.INVALID.because(
          "Bad pagination %s: /%s/ [must be a decimal number]".formatted(name, asked));
    }
    return asked.isEmpty() ? byDefault : Integer.parseInt(asked);
  }

  private static Selection selection(Call call) {
    try {
      String q = call.parameter("q");
      String idPattern = call.parameter("idPattern");
      return new Selection(
          call.list("id"),
          call.list("type"),
          idPattern.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(idPattern)),
          q.isEmpty() ? Optional.empty() : Optional.of(Query.read(q, UnaryOperator.identity())),
          Set.of());
    } catch (Query.Malformed | PatternSyntaxException e) {
      throw V2Problem.INVALID.because(e.getMessage());
    }
  }

  private static V2Writer writer(Call call) {
    return new V2Writer(call.option("keyValues"), call.list("attrs"));
  }
}
