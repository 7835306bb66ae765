// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A subscription of either NGSI version.
 *
 * @param wanted whether a change of an entity that the selectors select notifies
 * @param shown what a client reads of it
 */
public record Subscription(
    String id,
    List<Selector> selectors,
    Predicate<Change> wanted,
    Form form,
    Outbox outbox,
    Supplier<ObjectNode> shown) {

  /**
   * Notifies of changes of some attributes.
   *
   * @param watched the attributes of which a change notifies; none for any
   */
  public static Predicate<Change> of(Set<String> watched, Optional<Predicate<Entity>> condition) {
    return change ->
        (watched.isEmpty() || !Collections.disjoint(watched, change.written()))
            && condition.map(it -> it.test(change.entity())).orElse(true);
  }

  boolean wants(Change change) {
    return (selectors.isEmpty() || selectors.stream().anyMatch(it -> it.selects(change.entity())))
        && wanted.test(change);
  }
}
