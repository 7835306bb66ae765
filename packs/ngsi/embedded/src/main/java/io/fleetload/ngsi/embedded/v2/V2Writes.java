// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import io.fleetload.ngsi.embedded.entity.Entities;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import io.fleetload.ngsi.embedded.http.Refusal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Changes entities as NGSI-v2 does: an update that changes nothing notifies nobody. */
final class V2Writes {
  private final Entities entities;

  V2Writes(Entities entities) {
    this.entities = entities;
  }

  /**
   * The entity of the id.
   *
   * @throws Refusal if there is none
   */
  Entity existing(String id) {
    return entities.get(id).orElseThrow(V2Problem::noEntity);
  }

  void create(Entity entity) {
    if (!entities.create(entity)) {
      throw V2Problem.UNPROCESSABLE.because("Already Exists");
    }
  }

  /** Creates the entity, or adds and updates the attributes of the one that is there. */
  void append(Entity entity) {
    entities
        .get(entity.id())
        .ifPresentOrElse(
            before -> write(before, entity.attributes()), () -> entities.create(entity));
  }

  /** As {@link #append(Entity)}, but an attribute that is there is an error. */
  void appendStrict(Entity entity) {
    entities.get(entity.id()).ifPresent(before -> none(before, entity.attributes().keySet()));
    append(entity);
  }

  private static void none(Entity before, Set<String> names) {
    Set<String> there = new TreeSet<>(names);
    there.retainAll(before.attributes().keySet());
    if (!there.isEmpty()) {
      throw V2Problem.UNPROCESSABLE.because(
          "one or more of the attributes in the request already exist: " + there);
    }
  }

  /** Updates attributes that are there; another one is an error, and nothing is updated. */
  void update(String id, Map<String, List<Instance>> attributes) {
    Entity before = existing(id);
    Set<String> unknown = new TreeSet<>(attributes.keySet());
    unknown.removeAll(before.attributes().keySet());
    if (!unknown.isEmpty()) {
      throw V2Problem.UNPROCESSABLE.because(
          "one or more of the attributes in the request do not exist: " + unknown);
    }
    write(before, attributes);
  }

  /** Removes the attributes, or the entity if none are named. */
  void delete(String id, Set<String> attributes) {
    Entity before = existing(id);
    if (attributes.isEmpty()) {
      entities.remove(id);
    } else {
      before.attributes().keySet().removeAll(attributes);
    }
  }

  /** Adds and updates attributes. */
  void write(Entity before, Map<String, List<Instance>> attributes) {
    Map<String, List<Instance>> changed = new LinkedHashMap<>(attributes);
    changed.entrySet().removeIf(each -> same(before.attribute(each.getKey()), each.getValue()));
    if (!changed.isEmpty()) {
      entities.replace(before, changed);
    }
  }

  private static boolean same(List<Instance> before, List<Instance> now) {
    return !before.isEmpty() && Arrays.equals(before.get(0).json(), now.get(0).json());
  }
}
