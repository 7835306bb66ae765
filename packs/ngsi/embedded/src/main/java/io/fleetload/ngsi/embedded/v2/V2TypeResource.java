// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code /v2/types}: looks at all entities of a type. */
final class V2TypeResource {

  void handle(V2Request request) {
    Call call = request.call();
    Entities entities = request.tenant().v2Entities();
    String type = call.segment(2);
    if (!type.isEmpty()) {
      Collection<Entity> all = entities.ofType(type);
      if (all.isEmpty()) {
        throw V2Problem.NOT_FOUND.because("Entity type not found");
      }
      request.answer(described(Json.object(), all));
      return;
    }
    List<JsonNode> types = new ArrayList<>();
    for (String each : entities.types()) {
      types.add(
          call.option("values")
              ? TextNode.valueOf(each)
              : described(Json.object().put("type", each), entities.ofType(each)));
    }
    request.page(types);
  }

  private static ObjectNode described(ObjectNode type, Collection<Entity> all) {
    Map<String, Set<String>> attributes = new TreeMap<>();
    for (Entity entity : all) {
      for (Map.Entry<String, List<Instance>> each : entity.attributes().entrySet()) {
        attributes
            .computeIfAbsent(each.getKey(), name -> new TreeSet<>())
            .add(Json.read(each.getValue().get(0).json()).orElseThrow().path("type").asText());
      }
    }
    ObjectNode described = type.putObject("attrs");
    attributes.forEach(
        (name, types) -> {
          var list = described.putObject(name).putArray("types");
          types.forEach(list::add);
        });
    return type.put("count", all.size());
  }
}
