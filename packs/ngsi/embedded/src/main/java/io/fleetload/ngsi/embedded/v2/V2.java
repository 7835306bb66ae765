// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.ngsi.embedded.http.Call;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.http.Refusal;
import io.fleetload.ngsi.embedded.tenant.Tenant;
import io.fleetload.ngsi.embedded.tenant.Tenants;

/** NGSI-v2: reads what all requests have in common, and hands them on by their path. */
public final class V2 {
  private final Tenants tenants;
  private final V2EntityResource entities;
  private final V2SubscriptionResource subscriptions;

  public V2(Tenants tenants, V2EntityResource entities, V2SubscriptionResource subscriptions) {
    this.tenants = tenants;
    this.entities = entities;
    this.subscriptions = subscriptions;
  }

  /**
   * Answers the call.
   *
   * @throws Refusal as Orion does
   */
  public void handle(Call call) {
    Tenant tenant = tenants.get(call.header("Fiware-Service"));
    JsonNode body = body(call);
    switch (call.segment(1)) {
      case "entities" -> entities.handle(call, tenant, body);
      case "op" -> entities.operate(call, tenant, body);
      case "subscriptions" -> subscriptions.handle(call, tenant, body);
      default ->
          throw V2Problem.INVALID.because(
              "Service not found. Check your URL as probably it is wrong.");
    }
  }

  private static JsonNode body(Call call) {
    if (!call.hasBody()) {
      return MissingNode.getInstance();
    }
    return Json.read(call.body())
        .orElseThrow(() -> V2Problem.PARSE.because("Errors found in incoming JSON buffer"));
  }
}
