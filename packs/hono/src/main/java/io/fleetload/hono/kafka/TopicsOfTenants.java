// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.hono.name.Topics;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.run.Tenants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The topics of the tenants that share a fleet, and which device's messages belong in which. */
final class TopicsOfTenants {
  private final Tenants tenants;
  private final List<Topics> byTenant = new ArrayList<>();
  private final Map<String, Integer> tenantOf = new HashMap<>();

  TopicsOfTenants(HonoProfile profile) {
    tenants = profile.sharedBy();
    for (int i = 0; i < tenants.count(); i++) {
      Topics topics = new Topics(tenants.id(i), profile.topics());
      byTenant.add(topics);
      for (String each : topics.ofTenant()) {
        tenantOf.put(each, i);
      }
    }
  }

  /** The topics of each tenant, in the tenants' order. */
  List<Topics> each() {
    return byTenant;
  }

  /** The topics of a device's tenant. */
  Topics of(int device) {
    return byTenant.get(tenants.of(device));
  }

  /** The topic that a device's commands are written to. */
  String command(int device) {
    return of(device).command();
  }

  /** Returns whether it is the topic of a tenant's events. */
  boolean isEventOf(int tenant, String topic) {
    return byTenant.get(tenant).event().equals(topic);
  }

  /** Returns whether it is a topic of answers to commands. */
  boolean isOfAnswers(String topic) {
    Integer tenant = tenantOf.get(topic);
    return tenant != null && byTenant.get(tenant).commandResponse().equals(topic);
  }

  /** Returns whether a topic is one of the device's tenant, and so may have its messages. */
  boolean belongs(int device, String topic) {
    return !tenants.areSeveral()
        || (device >= 0 && Integer.valueOf(tenants.of(device)).equals(tenantOf.get(topic)));
  }
}
