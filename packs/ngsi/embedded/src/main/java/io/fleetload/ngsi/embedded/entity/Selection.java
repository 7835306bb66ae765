// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.entity;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The entities that a query asks for.
 *
 * @param ids none for any
 * @param types none for any
 * @param idPattern found anywhere in the id
 * @param condition the query language's
 * @param attributes an entity must have one of them; none for any
 */
public record Selection(
    Set<String> ids,
    Set<String> types,
    Optional<Pattern> idPattern,
    Optional<Predicate<Entity>> condition,
    Set<String> attributes) {

  /** Checks whether nothing is asked for. */
  public boolean isEmpty() {
    return byTypeAlone() && types.isEmpty();
  }

  /** The same, with one more condition. */
  public Selection and(Predicate<Entity> further) {
    Predicate<Entity> both = condition.map(it -> it.and(further)).orElse(further);
    return new Selection(ids, types, idPattern, Optional.of(both), attributes);
  }

  boolean byTypeAlone() {
    return ids.isEmpty() && idPattern.isEmpty() && condition.isEmpty() && attributes.isEmpty();
  }

  boolean matches(Entity entity) {
    return (types.isEmpty() || types.contains(entity.type()))
        && (ids.isEmpty() || ids.contains(entity.id()))
        && idPattern.map(it -> it.matcher(entity.id()).find()).orElse(true)
        && condition.map(it -> it.test(entity)).orElse(true)
        && (attributes.isEmpty()
            || !Collections.disjoint(attributes, entity.attributes().keySet()));
  }
}
