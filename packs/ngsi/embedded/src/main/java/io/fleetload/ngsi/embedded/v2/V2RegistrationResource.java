// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.List;
import java.util.Map;

/** {@code /v2/registrations}: keeps them, and asks no context provider. */
final class V2RegistrationResource {
  private long made;

  void handle(V2Request request, JsonNode body) {
    Call call = request.call();
    Map<String, ObjectNode> all = request.tenant().registrations();
    String id = call.segment(2);
    if (!id.isEmpty() && !all.containsKey(id)) {
      throw V2Problem.NOT_FOUND.because("The requested registration has not been found. Check id");
    }
    switch (call.method()) {
      case "POST" -> {
        made++;
        String named = "%024x".formatted(made);
        all.put(named, shown(named, body));
        call.with("Location", "/v2/registrations/" + named).answer(201);
      }
      case "DELETE" -> {
        all.remove(id);
        call.answer(204);
      }
      default -> {
        if (id.isEmpty()) {
          request.page(List.copyOf(all.values()));
        } else {
          request.answer(all.get(id));
        }
      }
    }
  }

  private static ObjectNode shown(String id, JsonNode body) {
    if (!body.path("dataProvided").isObject()) {
      throw V2Problem.INVALID.because("dataProvided is missing");
    }
    if (!body.path("provider").path("http").path("url").isTextual()) {
      throw V2Problem.INVALID.because("provider is missing");
    }
    ObjectNode shown = Json.object().put("id", id);
    shown.set("dataProvided", body.path("dataProvided"));
    ObjectNode provider = shown.putObject("provider");
    provider.set("http", body.path("provider").path("http"));
    provider.put("supportedForwardingMode", "all").put("legacyForwarding", false);
    return shown.put("status", "active");
  }
}
