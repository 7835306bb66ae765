// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.fault.Share;
import io.fleetload.ngsi.embedded.history.Evolution;
import io.fleetload.ngsi.embedded.history.History;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Traffic;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code /temporal/entities}: the history that updates make, and that clients bring with them. A
 * query knows type, id, idPattern and attrs, not q.
 */
public final class TemporalResource {
  private final Share empty;
  private final Traffic traffic;

  /**
   * Finds nothing for a share of the queries.
   *
   * @param empty that share
   */
  public TemporalResource(Share empty, Traffic traffic) {
    this.empty = empty;
    this.traffic = traffic;
  }

  /** Answers the request. */
  public void handle(LdRequest request) {
    String method = request.call().method();
    switch (method + " " + request.segment(1) + " " + request.segments()) {
      case "POST entities 2" -> create(request);
      case "GET entities 2" -> query(request);
      case "GET entities 3" -> get(request);
      case "DELETE entities 3" -> delete(request);
      case "POST entities 4" -> append(request);
      default -> throw Problem.NOT_ALLOWED.because(method + " is not served here");
    }
  }

  private static void create(LdRequest request) {
    AttributeReader reader = request.reader();
    String id = request.body().path("id").asText();
    if (!id.contains(":")) {
      throw Problem.invalid("an entity has an id that is a URI");
    }
    String type = reader.type(request.body());
    if (request.tenant().history().bring(id, type, reader.attributes(request.body()))) {
      request.created("temporal/entities", id);
    } else {
      request.call().answer(204);
    }
  }

  private static void append(LdRequest request) {
    String id = request.segment(2);
    History history = request.tenant().history();
    Evolution evolution = history.get(id).orElseThrow(() -> Problem.notFound(id));
    history.bring(id, evolution.type(), request.reader().attributes(request.body()));
    request.call().answer(204);
  }

  private static void delete(LdRequest request) {
    String id = request.segment(2);
    if (!request.tenant().history().remove(id)) {
      throw Problem.notFound(id);
    }
    request.call().answer(204);
  }

  private static void get(LdRequest request) {
    String id = request.segment(2);
    EvolutionWriter writer = writer(request);
    request.answer(
        request
            .tenant()
            .history()
            .get(id)
            .flatMap(it -> writer.write(it, request.context()))
            .orElseThrow(() -> Problem.notFound(id)));
  }

  private void query(LdRequest request) {
    Call call = request.call();
    if (!call.parameter("q").isEmpty()) {
      throw Problem.invalid("q: this broker's temporal queries do not know it");
    }
    Set<String> types = request.iris("type");
    Set<String> ids = call.list("id");
    Optional<Pattern> idPattern = LdRequest.pattern(call.parameter("idPattern"));
    EvolutionWriter writer = writer(request);
    int limit = request.limit();
    int offset = request.number("offset", 0);
    boolean counted = call.parameter("count").equals("true");
    boolean emptied = limit > 0 && empty.picksNext();
    ArrayNode page = Json.object().putArray("page");
    int found = 0;
    for (Evolution each : request.tenant().history().all()) {
      boolean wanted =
          (types.isEmpty() || types.contains(each.type()))
              && (ids.isEmpty() || ids.contains(each.id()))
              && idPattern.map(it -> it.matcher(each.id()).find()).orElse(true);
      if (wanted && !emptied && (counted || page.size() < limit)) {
        Optional<ObjectNode> written = writer.write(each, request.context());
        if (written.isPresent() && found++ >= offset && page.size() < limit) {
          page.add(written.get());
        }
      }
    }
    if (emptied) {
      traffic.emptied.increment();
    }
    if (counted) {
      call.with("NGSILD-Results-Count", Integer.toString(found));
    }
    request.answer(page);
  }

  private static EvolutionWriter writer(LdRequest request) {
    Call call = request.call();
    boolean aggregated = call.option("aggregatedValues");
    return new EvolutionWriter(
        request.iris("attrs"),
        Span.of(call),
        request.number("lastN", 0),
        call.option("temporalValues"),
        aggregated
            ? Optional.of(
                Periods.of(call.list("aggrMethods"), call.parameter("aggrPeriodDuration")))
            : Optional.empty(),
        request.tenant().history()::shows);
  }
}
