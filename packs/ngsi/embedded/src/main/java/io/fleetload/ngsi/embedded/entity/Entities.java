// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;

/**
 * The entities of one tenant, by id and by type. Every change is told to a listener, after it has
 * been made. For one thread.
 */
public final class Entities {
  private final Map<String, Entity> byId = new LinkedHashMap<>();
  private final Map<String, Map<String, Entity>> byType = new HashMap<>();
  private final LongAdder size;
  private final Listener listener;

  /** Is told of what has changed. */
  @FunctionalInterface
  public interface Listener {
    /** The attributes that were written, with their new instances alone. */
    void changed(Entity entity, Map<String, List<Instance>> written);
  }

  /** Some of the entities that a query finds, and how many it finds in all. */
  public record Page(List<Entity> entities, int found) {}

  public Entities(LongAdder size, Listener listener) {
    this.size = size;
    this.listener = listener;
  }

  public Optional<Entity> get(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Set<String> types() {
    return new TreeSet<>(byType.keySet());
  }

  /** Whether it was created; it is not if there is one with its id. */
  public boolean create(Entity entity) {
    if (byId.putIfAbsent(entity.id(), entity) != null) {
      return false;
    }
    byType.computeIfAbsent(entity.type(), type -> new LinkedHashMap<>()).put(entity.id(), entity);
    size.increment();
    listener.changed(entity, entity.attributes());
    return true;
  }

  /** Each attribute replaces the one of its name with all its instances. */
  public void replace(Entity entity, Map<String, List<Instance>> attributes) {
    entity.attributes().putAll(attributes);
    listener.changed(entity, attributes);
  }

  /** Each instance replaces the one of its attribute that has its datasetId, or is added. */
  public void append(Entity entity, Map<String, List<Instance>> attributes) {
    attributes.forEach(entity::append);
    listener.changed(entity, attributes);
  }

  /** Whether there was one with the id. */
  public boolean remove(String id) {
    Entity entity = byId.remove(id);
    if (entity == null) {
      return false;
    }
    Map<String, Entity> ofType = byType.get(entity.type());
    ofType.remove(id);
    if (ofType.isEmpty()) {
      byType.remove(entity.type());
    }
    size.decrement();
    return true;
  }

  /**
   * What the selection finds, the oldest first. With neither pattern nor condition it costs what it
   * passes over and returns, however many there are.
   *
   * @param counted whether {@link Page#found()} is asked for; if not it may be too low
   */
  public Page find(Selection selection, int offset, int limit, boolean counted) {
    List<Entity> page = new ArrayList<>(Math.min(limit, 64));
    boolean knownSize = selection.byTypeAlone();
    int found = 0;
    for (Collection<Entity> part : candidates(selection)) {
      for (Entity each : part) {
        if (page.size() == limit && (knownSize || !counted)) {
          return new Page(page, knownSize ? sizeOf(selection) : found);
        }
        if (selection.matches(each)) {
          if (found >= offset && page.size() < limit) {
            page.add(each);
          }
          found++;
        }
      }
    }
    return new Page(page, found);
  }

  private int sizeOf(Selection selection) {
    return candidates(selection).stream().mapToInt(Collection::size).sum();
  }

  private List<Collection<Entity>> candidates(Selection selection) {
    if (!selection.ids().isEmpty()) {
      return List.of(selection.ids().stream().map(byId::get).filter(it -> it != null).toList());
    }
    if (selection.types().isEmpty()) {
      return List.of(byId.values());
    }
    return selection.types().stream()
        .map(type -> byType.getOrDefault(type, Map.of()).values())
        .toList();
  }
}
