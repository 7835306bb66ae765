// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.TargetException;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.UUID;

/**
 * Checks whether a broker keeps a profile's tenant apart. One that ignores it, as Orion does unless
 * it is started with {@code -multiservice}, has all that is written for the tenant where others see
 * it, and removes what others wrote.
 */
final class TenantCheck {
  private static final String TYPE = "FleetLoadProbe";
  private static final int OK = 200;

  private final NgsiProfile profile;
  private final BrokerClient broker;

  TenantCheck(NgsiProfile profile, BrokerClient broker) {
    this.profile = profile;
    this.broker = broker;
  }

  /**
   * Makes an entity in the tenant, looks for it without the tenant, and removes it.
   *
   * @throws TargetException if the tenant is ignored, or the broker does not take it
   */
  void check() throws TargetException {
    String tenant = profile.target().tenant();
    if (tenant == null) {
      return;
    }
    String id = "urn:ngsi-ld:" + TYPE + ":" + UUID.randomUUID();
    ObjectNode entity = JsonNodeFactory.instance.objectNode().put("id", id).put("type", TYPE);
    BrokerClient.Answer made = broker.ask(HttpMethod.POST, "/entities", entity);
    if (!made.isSuccess()) {
      throw new TargetException(
          "%s makes no entity in the tenant %s: %s (target.tenant)"
              .formatted(broker.described(), tenant, made));
    }
    String path = broker.root() + "/entities/" + id;
    BrokerClient.Answer found;
    try {
      found =
          broker.answer(
              broker.send(
                  HttpMethod.GET, path, null, null, Map.of(broker.broker().tenantHeader(), "")));
    } finally {
      broker.ask(HttpMethod.DELETE, "/entities/" + id, null);
    }
    if (found.status() == OK) {
      throw new TargetException(
          "leave out target.tenant, or start the broker with tenants (Orion: -multiservice): %s ignores the tenant %s, and shows what is made in it without it"
              .formatted(broker.described(), tenant));
    }
  }
}
