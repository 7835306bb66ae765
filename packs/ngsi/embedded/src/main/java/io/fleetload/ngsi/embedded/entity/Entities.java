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
 * The entities of one tenant, by id and by type. A listener hears of every change, after it has
 * been made. For one thread.
 */
public final class Entities {
  /**
   * The entities by id. Those of the same id have other types or paths; NGSI-LD has one of each id.
   */
  private final Map<String, List<Entity>> byId = new LinkedHashMap<>();

  private final Map<String, Map<String, Entity>> byType = new HashMap<>();
  private final LongAdder size;
  private final Listener listener;
  private int held;

  /** Hears of each change. */
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
    return all(id).stream().findFirst();
  }

  /** The entities of the id, of any type and path. */
  public List<Entity> all(String id) {
    return byId.getOrDefault(id, List.of());
  }

  /** The entities of the type, the oldest first. */
  public Collection<Entity> ofType(String type) {
    return byType.getOrDefault(type, Map.of()).values();
  }

  public Set<String> types() {
    return new TreeSet<>(byType.keySet());
  }

  /** Adds an entity; returns whether it was created. It is not if there is one with its id. */
  public boolean create(Entity entity) {
    if (byId.containsKey(entity.id())) {
      return false;
    }
    add(entity);
    return true;
  }

  /** Adds one of which no other has id, type and path. */
  public void add(Entity entity) {
    List<Entity> others = all(entity.id());
    if (others.isEmpty()) {
      byId.put(entity.id(), List.of(entity));
    } else {
      List<Entity> all = new ArrayList<>(others);
      all.add(entity);
      byId.put(entity.id(), List.copyOf(all));
    }
    byType.computeIfAbsent(entity.type(), type -> new LinkedHashMap<>()).put(key(entity), entity);
    held++;
    size.increment();
    listener.changed(entity, entity.attributes());
  }

  /** Among those of its type. An id has no slash where there are paths. */
  private static String key(Entity entity) {
    return entity.id() + entity.path();
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

  /** Removes an entity; returns whether there was one with the id. */
  public boolean remove(String id) {
    Optional<Entity> entity = get(id);
    entity.ifPresent(this::remove);
    return entity.isPresent();
  }

  /** Removes one that is there. */
  public void remove(Entity entity) {
    List<Entity> others = all(entity.id()).stream().filter(it -> it != entity).toList();
    if (others.isEmpty()) {
      byId.remove(entity.id());
    } else {
      byId.put(entity.id(), others);
    }
    Map<String, Entity> ofType = byType.get(entity.type());
    ofType.remove(key(entity));
    if (ofType.isEmpty()) {
      byType.remove(entity.type());
    }
    held--;
    size.decrement();
  }

  /**
   * The entities of a selection, the oldest first. With neither pattern nor condition the search
   * costs only the entities that it passes over and returns, however many there are.
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
    return selection.isEmpty()
        ? held
        : candidates(selection).stream().mapToInt(Collection::size).sum();
  }

  private Collection<? extends Collection<Entity>> candidates(Selection selection) {
    if (!selection.ids().isEmpty()) {
      return selection.ids().stream().map(this::all).toList();
    }
    if (selection.types().isEmpty()) {
      return byId.values();
    }
    return selection.types().stream().map(this::ofType).toList();
  }
}
