// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A subscription of either NGSI version.
 *
 * @param watched the attributes of which a change notifies; none for any
 * @param shown what a client reads of it, without the figures of {@link Outbox}
 */
public record Subscription(
    String id,
    List<Selector> selectors,
    Set<String> watched,
    Optional<Predicate<Entity>> condition,
    Form form,
    Outbox outbox,
    ObjectNode shown) {

  boolean wants(Entity entity, Set<String> written) {
    return (watched.isEmpty() || !Collections.disjoint(watched, written))
        && (selectors.isEmpty() || selectors.stream().anyMatch(it -> it.selects(entity)))
        && condition.map(it -> it.test(entity)).orElse(true);
  }
}
