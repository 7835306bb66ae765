// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.store;

import com.hazelcast.map.MapStoreAdapter;
import io.fleetload.arion.embedded.schema.NeighborRule;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All rules, for reads without a round trip through Hazelcast, and for watchers. The member writes
 * each change through to here before it answers its client. So a read here is never older than the
 * map.
 */
public final class Rules extends MapStoreAdapter<String, NeighborRule> {
  private final Map<String, NeighborRule> rules = new ConcurrentHashMap<>();
  private final Map<String, Group> groups = new ConcurrentHashMap<>();
  private final boolean silentDeletions;

  /**
   * Without rules.
   *
   * @param silentDeletions listeners do not hear of deletions
   */
  public Rules(boolean silentDeletions) {
    this.silentDeletions = silentDeletions;
  }

  /** Key of a rule in the map: {@code <tunnel id>-<ip>}. */
  static String key(int tunnel, String ip) {
    return Integer.toUnsignedString(tunnel) + '-' + ip;
  }

  public Optional<NeighborRule> get(int tunnel, String ip) {
    return Optional.ofNullable(rules.get(key(tunnel, ip)));
  }

  public int size() {
    return rules.size();
  }

  /** The listener gets the group's rules now, and from now on each change. */
  public void join(String group, RuleListener listener) {
    group(group).join(listener);
  }

  public void leave(String group, RuleListener listener) {
    group(group).leave(listener);
  }

  Group group(String name) {
    return groups.computeIfAbsent(name, added -> new Group(silentDeletions));
  }

  @Override
  public NeighborRule load(String key) {
    return rules.get(key);
  }

  @Override
  public void store(String key, NeighborRule rule) {
    NeighborRule before = rules.put(key, rule);
    if (before != null && !before.getArionwingGroup().equals(rule.getArionwingGroup())) {
      group(before.getArionwingGroup()).removed(key);
    }
    group(rule.getArionwingGroup()).changed(key, rule);
  }

  @Override
  public void delete(String key) {
    NeighborRule before = rules.remove(key);
    if (before != null) {
      group(before.getArionwingGroup()).removed(key);
    }
  }
}
