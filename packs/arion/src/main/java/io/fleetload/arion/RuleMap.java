// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A client of the map in Hazelcast that has the rules. */
public final class RuleMap implements AutoCloseable {
  private static final String NAME = "com.futurewei.common.model.NeighborRule";
  private static final int LONGEST_CONNECT_MILLIS = 5_000;

  private final ArionTarget target;
  private final HazelcastInstance client;
  private final IMap<String, Object> map;

  /** Told of the changes of a group, on threads of the client. */
  interface Listener {
    /** A rule was written. */
    void written(NeighborRule rule);

    /** A rule was deleted; this is what it was. */
    void deleted(NeighborRule rule);
  }

  /**
   * Connects.
   *
   * @throws TargetException if no member is there
   */
  public static RuleMap open(ArionTarget target) throws TargetException {
    ClientConfig config = new ClientConfig().setClusterName(target.cluster());
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.client.statistics.enabled", "false");
    config.getNetworkConfig().addAddress(target.hazelcast());
    config
        .getConnectionStrategyConfig()
        .getConnectionRetryConfig()
        .setClusterConnectTimeoutMillis(LONGEST_CONNECT_MILLIS);
    // No value of the map is one of Java's own form; who stores one there may mean harm.
    config
        .getSerializationConfig()
        .setJavaSerializationFilterConfig(nothing())
        .addDataSerializableFactory(StoredRule.FACTORY, StoredRule.factory());
    try {
      return new RuleMap(target, HazelcastClient.newHazelcastClient(config));
    } catch (IllegalStateException e) {
      throw new TargetException(
          "Hazelcast at %s is not reachable, or is no member of the cluster %s (target.hazelcast)"
              .formatted(target.hazelcast(), target.cluster()));
    }
  }

  private static JavaSerializationFilterConfig nothing() {
    JavaSerializationFilterConfig nothing = new JavaSerializationFilterConfig();
    nothing.setDefaultsDisabled(true);
    nothing.getWhitelist().addClasses("none");
    return nothing;
  }

  private RuleMap(ArionTarget target, HazelcastInstance client) {
    this.target = target;
    this.client = client;
    this.map = client.getMap(NAME);
  }

  /** The key of a rule. */
  static String key(int tunnelId, String ip) {
    return Integer.toUnsignedString(tunnelId) + "-" + ip;
  }

  /** A rule as a value of this map. */
  Object value(NeighborRule rule) {
    return target.isEmbedded() ? StoredRule.compact(rule) : new StoredRule(rule);
  }

  /** Writes rules, without a round trip for each. */
  CompletionStage<Void> write(Map<String, Object> values) {
    return map.setAllAsync(values);
  }

  /** The values of some keys; a key that is not there is not in it. */
  Map<String, Object> read(Set<String> keys) {
    return map.getAll(keys);
  }

  /** Deletes a rule, in the way of which listeners are told what it was. */
  CompletionStage<Object> delete(String key) {
    return map.removeAsync(key);
  }

  /** All rules of a group, as they are now. */
  public Collection<Object> load(String group) {
    return map.values(ofGroup(group));
  }

  /** Listens to the changes of a group. */
  void listen(String group, Listener listener) {
    map.addEntryListener(new Changes(listener), ofGroup(group), true);
  }

  /** The field has another name in Arion's own value. */
  private Predicate<String, Object> ofGroup(String group) {
    return Predicates.equal(target.isEmbedded() ? "arionwing_group" : "arionGroup", group);
  }

  private record Changes(Listener listener)
      implements EntryAddedListener<String, Object>,
          EntryUpdatedListener<String, Object>,
          EntryRemovedListener<String, Object> {
    @Override
    public void entryAdded(EntryEvent<String, Object> event) {
      listener.written(StoredRule.read(event.getValue()));
    }

    @Override
    public void entryUpdated(EntryEvent<String, Object> event) {
      listener.written(StoredRule.read(event.getValue()));
    }

    @Override
    public void entryRemoved(EntryEvent<String, Object> event) {
      listener.deleted(StoredRule.read(event.getOldValue()));
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
