// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.http.Json;
import java.util.Set;

/** {@code /types}: the types that entities have now. */
final class TypeResource {
  void handle(LdRequest request) {
    Set<String> types = request.tenant().entities().types();
    ObjectNode body = Json.object();
    body.put("id", "urn:ngsi-ld:EntityTypeList:1");
    body.put("type", "EntityTypeList");
    // An empty list has another name on Scorpio.
    ArrayNode list = body.putArray(types.isEmpty() ? "ngsi-ld:typeList" : "typeList");
    types.forEach(each -> list.add(request.context().compact(each)));
    request.answer(body);
  }
}
