// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The former states of the entities of one tenant. It outlives the entities, and keeps the newest
 * instances of all of them: the oldest leaves when there are too many. For one thread.
 */
public final class History {
  private final Map<String, Evolution> byId = new LinkedHashMap<>();

  /** One place for each instance, the oldest first; its evolution may have been removed. */
  private final Deque<Evolution> order = new ArrayDeque<>();

  private final int most;
  private final long delay;
  private final Clock clock;
  private final LongAdder size;

  /**
   * A history of nothing yet.
   *
   * @param most instances in all
   * @param delayMs how long an instance does not show
   */
  public History(int most, long delayMs, Clock clock, LongAdder size) {
    this.most = most;
    this.delay = delayMs * 1_000;
    this.clock = clock;
    this.size = size;
  }

  /** Adds the instances that were written. */
  public void record(Entity entity, Map<String, List<Instance>> written) {
    add(entity.id(), entity.type(), written, now());
  }

  /**
   * Adds a history that a client brings with it; it shows at once.
   *
   * @return whether the entity had none
   */
  public boolean bring(String id, String type, Map<String, List<Instance>> instances) {
    boolean isNew = !byId.containsKey(id);
    add(id, type, instances, now() - delay);
    return isNew;
  }

  private void add(String id, String type, Map<String, List<Instance>> written, long at) {
    Evolution evolution = byId.computeIfAbsent(id, key -> new Evolution(id, type));
    written.forEach(
        (name, instances) -> {
          for (Instance each : instances) {
            evolution.instances().add(new RecordedValue(name, each, at));
            order.add(evolution);
            size.increment();
          }
        });
    while (order.size() > most) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    Evolution evolution = order.remove();
    if (evolution.instances().poll() != null) {
      size.decrement();
    }
    if (evolution.instances().isEmpty()) {
      byId.remove(evolution.id(), evolution);
    }
  }

  public Collection<Evolution> all() {
    return byId.values();
  }

  public Optional<Evolution> get(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Removes an entity's history; returns whether there was one. */
  public boolean remove(String id) {
    Evolution evolution = byId.remove(id);
    if (evolution == null) {
      return false;
    }
    size.add(-evolution.instances().size());
    evolution.instances().clear();
    return true;
  }

  public boolean shows(RecordedValue recorded) {
    return recorded.at() + delay <= now();
  }

  private long now() {
    Instant now = clock.instant();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }
}
