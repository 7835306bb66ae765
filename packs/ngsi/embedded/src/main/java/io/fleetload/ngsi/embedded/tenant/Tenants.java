// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.tenant;

import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.fault.Faults;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import io.fleetload.ngsi.embedded.temporal.History;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** The tenants; one begins with the first request that names it. For one thread. */
public final class Tenants {
  /** A tenant's history; about 250 bytes each. */
  private static final int MOST_INSTANCES = 1_500_000;

  private final Map<String, Tenant> tenants = new HashMap<>();
  private final Notifier notifier;
  private final Faults faults;
  private final Traffic traffic;
  private final Clock clock;

  public Tenants(Notifier notifier, Faults faults, Traffic traffic, Clock clock) {
    this.notifier = notifier;
    this.faults = faults;
    this.traffic = traffic;
    this.clock = clock;
  }

  /** The one of the name; empty for the default tenant. */
  public Tenant get(String name) {
    return tenants.computeIfAbsent(name, this::tenant);
  }

  private Tenant tenant(String name) {
    History history = new History(MOST_INSTANCES, faults.delayHistory(), clock, traffic.instances);
    Subscriptions subscriptions = new Subscriptions(traffic.subscriptions);
    Entities entities =
        new Entities(
            traffic.entities,
            (entity, written) -> {
              history.record(entity, written);
              notifier.changed(subscriptions, entity, written.keySet());
            });
    Subscriptions v2Subscriptions = new Subscriptions(traffic.subscriptions);
    Entities v2Entities =
        new Entities(
            traffic.entities,
            (entity, written) -> notifier.changed(v2Subscriptions, entity, written.keySet()));
    return new Tenant(name, entities, subscriptions, history, v2Entities, v2Subscriptions);
  }
}
