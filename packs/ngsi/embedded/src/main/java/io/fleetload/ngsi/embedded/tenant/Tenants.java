// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.tenant;

import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.fault.Faults;
import io.fleetload.ngsi.embedded.history.History;
import io.fleetload.ngsi.embedded.http.Traffic;
import io.fleetload.ngsi.embedded.notify.Change;
import io.fleetload.ngsi.embedded.notify.Notifier;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  private final boolean single;

  /**
   * None yet.
   *
   * @param single whether the default tenant has what all of them make, as on an Orion without
   *     -multiservice
   */
  public Tenants(Notifier notifier, Faults faults, Traffic traffic, Clock clock, boolean single) {
    this.single = single;
    this.notifier = notifier;
    this.faults = faults;
    this.traffic = traffic;
    this.clock = clock;
  }

  /** The one of the name; empty for the default tenant. */
  public Tenant get(String name) {
    return tenants.computeIfAbsent(single ? "" : name, this::tenant);
  }

  private Tenant tenant(String name) {
    History history = new History(MOST_INSTANCES, faults.delayHistory(), clock, traffic.instances);
    Subscriptions subscriptions = new Subscriptions(traffic.subscriptions);
    Entities entities =
        new Entities(
            traffic.entities,
            (entity, written) -> {
              history.record(entity, written);
              notifier.changed(subscriptions, Change.of(entity, written.keySet()));
            });
    Subscriptions v2Subscriptions = new Subscriptions(traffic.subscriptions);
    // What writes them notifies: it knows what they were before.
    Entities v2Entities = new Entities(traffic.entities, (entity, written) -> {});
    return new Tenant(
        name, entities, subscriptions, history, v2Entities, v2Subscriptions, new LinkedHashMap<>());
  }
}
