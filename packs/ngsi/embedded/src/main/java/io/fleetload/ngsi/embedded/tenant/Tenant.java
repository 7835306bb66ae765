// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.tenant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.history.History;
import io.fleetload.ngsi.embedded.notify.Subscriptions;
import java.util.Map;

/**
 * The content of one tenant. The two NGSI versions do not see each other's entities.
 *
 * @param name empty for the default tenant
 * @param registrations of NGSI-v2, as they are shown, by their id
 */
public record Tenant(
    String name,
    Entities entities,
    Subscriptions subscriptions,
    History history,
    Entities v2Entities,
    Subscriptions v2Subscriptions,
    Map<String, ObjectNode> registrations) {}
