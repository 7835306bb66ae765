// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.notify.Form;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/**
 * NGSI-v2's notifications, with Orion's headers.
 *
 * @param tenant empty for the default tenant
 */
record V2Notification(String subscription, V2Writer writer, String tenant) implements Form {

  @Override
  public Buffer body(Entity entity) {
    Buffer out = Buffer.buffer(256).appendString("{\"subscriptionId\":");
    Json.quoted(subscription, out).appendString(",\"data\":[");
    return writer.write(entity, out).appendString("]}");
  }

  @Override
  public MultiMap headers() {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("User-Agent", "ngsi-embedded")
            .add("Accept", "application/json")
            .add("Content-Type", "application/json; charset=utf-8")
            .add("Ngsiv2-AttrsFormat", writer.keyValues() ? "keyValues" : "normalized");
    return tenant.isEmpty() ? headers : headers.add("Fiware-Service", tenant);
  }
}
