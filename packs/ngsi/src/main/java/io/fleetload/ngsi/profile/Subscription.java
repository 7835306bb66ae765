// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import java.util.List;

/** Subscriptions of one form: for one entity each, or one for all entities of a type. */
public record Subscription(
    @Doc(value = "the type of the entities that it watches", required = true) String type,
    @Doc(
            value =
                "the id of the entity that each watches, a template; {{n}} is the number of the"
                    + " entity, from 0",
            byDefault = "all entities of the type")
        String id,
    @Doc(
            value = "how many entities are watched; needs id",
            byDefault = "1",
            least = 1,
            most = 1_000_000)
        Integer count,
    @Doc(
            value = "how many subscriptions watch the same; each of them has to be notified",
            byDefault = "1",
            least = 1,
            most = 1_000)
        Integer each,
    @Doc(value = "attributes, a change of which notifies", byDefault = "any") List<String> watch,
    @Doc(value = "a query that an entity must match to be notified of", byDefault = "none")
        String q,
    @Doc(value = "attributes that a notification has", byDefault = "all") List<String> attributes,
    @Doc(
            value = "the attribute that has the {{stamp}} of the request that it is caused by",
            required = true)
        String stamp) {

  /** Fills in what the profile leaves open. */
  public Subscription {
    count = count == null ? 1 : count;
    each = each == null ? 1 : each;
    watch = watch == null ? List.of() : List.copyOf(watch);
    attributes = attributes == null ? List.of() : List.copyOf(attributes);
  }

  /** Number of subscriptions of this kind that the broker holds. */
  public int subscriptions() {
    return count * each;
  }
}
