// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.entity.Entity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * The subscriptions of one tenant, by the one id or the type that they ask for, so that thousands
 * of others cost an update nothing. For one thread.
 */
public final class Subscriptions {
  private static final String ANY = "";

  private final Map<String, Subscription> all = new LinkedHashMap<>();
  private final Map<String, Set<Subscription>> byId = new HashMap<>();
  private final Map<String, Set<Subscription>> byType = new HashMap<>();
  private final LongAdder size;

  public Subscriptions(LongAdder size) {
    this.size = size;
  }

  public Collection<Subscription> all() {
    return all.values();
  }

  public Optional<Subscription> get(String id) {
    return Optional.ofNullable(all.get(id));
  }

  /** Adds a subscription; returns whether it was added. It is not if there is one with its id. */
  public boolean add(Subscription subscription) {
    if (all.putIfAbsent(subscription.id(), subscription) != null) {
      return false;
    }
    enter(subscription);
    size.increment();
    return true;
  }

  private void enter(Subscription subscription) {
    for (Place each : places(subscription)) {
      each.index.computeIfAbsent(each.key, key -> new LinkedHashSet<>()).add(subscription);
    }
  }

  /** Puts one in the place of the one with its id. */
  public void replace(Subscription subscription) {
    leave(all.put(subscription.id(), subscription));
    enter(subscription);
  }

  /** Removes it and what waits to be sent. */
  public boolean remove(String id) {
    Subscription subscription = all.remove(id);
    if (subscription == null) {
      return false;
    }
    leave(subscription);
    subscription.outbox().close();
    size.decrement();
    return true;
  }

  private void leave(Subscription subscription) {
    for (Place each : places(subscription)) {
      each.index.computeIfPresent(
          each.key,
          (key, there) -> {
            there.remove(subscription);
            return there.isEmpty() ? null : there;
          });
    }
  }

  /** The subscriptions that a change notifies. */
  List<Subscription> wanting(Change change) {
    if (all.isEmpty()) {
      return List.of();
    }
    Entity entity = change.entity();
    Set<Subscription> candidates = new LinkedHashSet<>(byId.getOrDefault(entity.id(), Set.of()));
    candidates.addAll(byType.getOrDefault(entity.type(), Set.of()));
    candidates.addAll(byType.getOrDefault(ANY, Set.of()));
    List<Subscription> wanting = new ArrayList<>();
    for (Subscription each : candidates) {
      if (each.wants(change)) {
        wanting.add(each);
      }
    }
    return wanting;
  }

  private record Place(Map<String, Set<Subscription>> index, String key) {}

  private List<Place> places(Subscription subscription) {
    if (subscription.selectors().isEmpty()) {
      return List.of(new Place(byType, ANY));
    }
    return subscription.selectors().stream()
        .map(
            it ->
                it.onlyId()
                    .map(id -> new Place(byId, id))
                    .orElseGet(() -> new Place(byType, it.type().orElse(ANY))))
        .toList();
  }
}
