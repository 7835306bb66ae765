// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.store;

import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.schema.OperationType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The rules that one group of wings hears of, and who listens. Its versions are counted here, where
 * Arion has an atomic long of Hazelcast's CP subsystem, which the open-source Hazelcast has no
 * longer.
 */
final class Group {
  private final boolean silentDeletions;
  private final Map<String, NeighborRule> rules = new LinkedHashMap<>();
  private final Set<RuleListener> listeners = new LinkedHashSet<>();
  private long version;

  /** Of {@link #rules}; null after a change. */
  private List<NeighborRule> snapshot;

  Group(boolean silentDeletions) {
    this.silentDeletions = silentDeletions;
  }

  /**
   * Hands the rule on with the next version. Rules of one group are handed on in the order of their
   * versions.
   */
  synchronized <T> T number(NeighborRule.Builder rule, Function<NeighborRule, T> next) {
    return next.apply(rule.setVersion(++version).build());
  }

  /** For what uses up a version and changes nothing. */
  synchronized void skipVersion() {
    version++;
  }

  synchronized void changed(String key, NeighborRule rule) {
    // Written by a client of Hazelcast, it may be ahead.
    version = Math.max(version, rule.getVersion());
    NeighborRule announced = rule.toBuilder().setOperationType(OperationType.CREATE).build();
    // Removed first, so that the newest version is the last.
    rules.remove(key);
    rules.put(key, announced);
    announce(announced);
  }

  synchronized void removed(String key) {
    NeighborRule rule = rules.remove(key);
    NeighborRule announced =
        rule.toBuilder().setOperationType(OperationType.DELETE).setVersion(++version).build();
    if (silentDeletions) {
      snapshot = null;
    } else {
      announce(announced);
    }
  }

  private void announce(NeighborRule announced) {
    snapshot = null;
    for (RuleListener each : listeners) {
      each.changed(announced);
    }
  }

  /** The listener gets the rules as they are now, and from now on each change. */
  synchronized void join(RuleListener listener) {
    if (snapshot == null) {
      snapshot = List.copyOf(rules.values());
    }
    listener.loaded(snapshot);
    listeners.add(listener);
  }

  synchronized void leave(RuleListener listener) {
    listeners.remove(listener);
  }
}
