// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.ld;

import io.fleetload.ngsi.embedded.context.Context;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.history.Times;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.notify.Change;
import io.fleetload.ngsi.embedded.notify.Form;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;

/**
 * NGSI-LD's notifications, with Scorpio's headers.
 *
 * @param writer of the entities
 * @param uri where they are sent
 * @param tenant empty for the default tenant
 */
record LdNotification(
    String subscription,
    String uri,
    EntityWriter writer,
    String tenant,
    MultiMap headers,
    Clock clock)
    implements Form {

  static LdNotification of(
      String subscription, String uri, EntityWriter writer, String tenant, Clock clock) {
    return new LdNotification(subscription, uri, writer, tenant, headers(writer, tenant), clock);
  }

  @Override
  public Post post(Change change) {
    return new Post(HttpMethod.POST, uri, headers, body(change.entity()));
  }

  private Buffer body(Entity entity) {
    long id = ThreadLocalRandom.current().nextLong();
    Buffer out = Buffer.buffer(512);
    out.appendString("{\"id\":\"notification:" + id + "\",\"type\":\"Notification\"");
    Json.quoted(subscription, out.appendString(",\"subscriptionId\":"));
    out.appendString(",\"notifiedAt\":\"" + now() + "\",\"data\":[");
    return writer.write(entity, out).appendString("]}");
  }

  private String now() {
    Instant now = clock.instant();
    long microseconds = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    return Times.text(microseconds);
  }

  private static MultiMap headers(EntityWriter writer, String tenant) {
    String type = writer.withContext() ? LdRequest.LD_JSON : Call.JSON;
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("User-Agent", "ngsi-embedded")
            .add("Accept", Call.JSON)
            .add("Content-Type", type);
    if (!writer.withContext()) {
      headers.add("Link", link(writer.context()));
    }
    if (!tenant.isEmpty()) {
      headers.add("NGSILD-Tenant", tenant);
    }
    return headers;
  }

  private static String link(Context context) {
    return "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
        .formatted(context.address());
  }
}
