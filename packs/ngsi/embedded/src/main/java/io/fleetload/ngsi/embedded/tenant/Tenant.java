// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.tenant;

import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import io.fleetload.ngsi.embedded.temporal.History;

/**
 * What one tenant has made. The two NGSI versions do not see each other's entities.
 *
 * @param name empty for the default tenant
 */
public record Tenant(
    String name,
    Entities entities,
    Subscriptions subscriptions,
    History history,
    Entities v2Entities,
    Subscriptions v2Subscriptions) {}
