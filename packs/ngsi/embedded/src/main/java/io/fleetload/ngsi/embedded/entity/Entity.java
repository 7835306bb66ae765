// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.entity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An entity as it is now. Its type and the names of its attributes are IRIs in NGSI-LD. */
public final class Entity {
  private final String id;
  private final String type;
  private final String path;
  private final Map<String, List<Instance>> attributes;
  private long created;
  private long modified;

  public Entity(String id, String type, Map<String, List<Instance>> attributes) {
    this(id, type, "", attributes);
  }

  /**
   * An entity below a path.
   *
   * @param path the service path of NGSI-v2; empty in NGSI-LD
   */
  public Entity(String id, String type, String path, Map<String, List<Instance>> attributes) {
    this.id = id;
    this.type = type;
    this.path = path;
    this.attributes = new LinkedHashMap<>(attributes);
  }

  public String id() {
    return id;
  }

  public String type() {
    return type;
  }

  /** Its service path; empty in NGSI-LD. */
  public String path() {
    return path;
  }

  /** Time of the creation, in ms since 1970; 0 in NGSI-LD. */
  public long created() {
    return created;
  }

  /** Time of the last change, in ms since 1970; 0 in NGSI-LD. */
  public long modified() {
    return modified;
  }

  /** It was changed at that time, in ms since 1970. */
  public void touch(long now) {
    created = created == 0 ? now : created;
    modified = now;
  }

  public Map<String, List<Instance>> attributes() {
    return attributes;
  }

  /** The attribute's instances; none if it has no such attribute. */
  public List<Instance> attribute(String name) {
    return attributes.getOrDefault(name, List.of());
  }

  /** Adds the instances; one with the same datasetId is replaced. */
  void append(String name, List<Instance> instances) {
    List<Instance> old = attribute(name);
    if (old.size() <= 1 && instances.size() == 1 && hasSameDataset(old, instances.get(0))) {
      attributes.put(name, instances);
      return;
    }
    List<Instance> all = new ArrayList<>(old);
    for (Instance each : instances) {
      all.removeIf(other -> other.dataset().equals(each.dataset()));
      all.add(each);
    }
    attributes.put(name, List.copyOf(all));
  }

  private static boolean hasSameDataset(List<Instance> old, Instance instance) {
    return old.isEmpty() || old.get(0).dataset().equals(instance.dataset());
  }
}
