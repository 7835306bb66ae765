// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.impl.clientside.HazelcastClientInstanceImpl;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MapGetAllCodec;
import com.hazelcast.client.impl.protocol.codec.MapValuesWithPredicateCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.client.impl.spi.impl.ClientInvocationFuture;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.map.IMap;
import com.hazelcast.map.impl.DataAwareEntryEvent;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A client of the map in Hazelcast that has the rules. It reads values as bytes, past the map's own
 * methods: these make an object of whatever is stored.
 */
public final class RuleMap implements AutoCloseable {
  private static final String NAME = "com.futurewei.common.model.NeighborRule";
  private static final int LONGEST_CONNECT_MILLIS = 5_000;
  private static final NeighborRule NO_RULE = new NeighborRule(0, "", "", "", 0, "", "", 0);

  private final ArionTarget target;
  private final HazelcastInstance client;
  private final IMap<String, Object> map;
  private final HazelcastClientInstanceImpl calls;
  private final SerializationService serialization;

  /** Hears of the changes of a group, on threads of the client. */
  public interface Listener {
    /** A rule was written; one without any text where what was written is no rule. */
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
    this.calls = ((HazelcastClientProxy) client).client;
    this.serialization = calls.getSerializationService();
  }

  /** The key of a rule. */
  public static String key(int tunnelId, String ip) {
    return Integer.toUnsignedString(tunnelId) + "-" + ip;
  }

  /** A rule as a value of this map. */
  public Object value(NeighborRule rule) {
    return target.isEmbedded() ? StoredRule.compact(rule) : new StoredRule(rule);
  }

  /** Writes rules, without a round trip for each. */
  public CompletionStage<Void> write(Map<String, Object> values) {
    return map.setAllAsync(values);
  }

  /** The rules at some keys; a key that is not there is not in it. */
  public Map<String, NeighborRule> read(Set<String> keys) {
    Map<Data, String> byData = new HashMap<>();
    Map<Integer, List<Data>> byPartition = new HashMap<>();
    for (String key : keys) {
      Data data = serialization.toData(key);
      byData.put(data, key);
      int partition = calls.getClientPartitionService().getPartitionId(data);
      byPartition.computeIfAbsent(partition, first -> new ArrayList<>()).add(data);
    }
    List<ClientInvocationFuture> answers = new ArrayList<>();
    byPartition.forEach(
        (partition, those) ->
            answers.add(
                new ClientInvocation(
                        calls, MapGetAllCodec.encodeRequest(NAME, those), NAME, partition)
                    .invoke()));
    Map<String, NeighborRule> found = new HashMap<>();
    for (ClientInvocationFuture each : answers) {
      for (Map.Entry<Data, Data> entry : MapGetAllCodec.decodeResponse(each.joinInternal())) {
        found.put(byData.get(entry.getKey()), rule(entry.getValue()));
      }
    }
    return found;
  }

  private NeighborRule rule(Data value) {
    return StoredRule.read(value, serialization);
  }

  /** Deletes a rule, so that listeners hear its last content. */
  public CompletionStage<Object> delete(String key) {
    return map.removeAsync(key);
  }

  /** All rules of a group, as they are now. */
  public List<NeighborRule> load(String group) {
    Data ofGroup = serialization.toData(ofGroup(group));
    ClientMessage request = MapValuesWithPredicateCodec.encodeRequest(NAME, ofGroup);
    ClientMessage answer = new ClientInvocation(calls, request, NAME).invoke().joinInternal();
    return MapValuesWithPredicateCodec.decodeResponse(answer).stream().map(this::rule).toList();
  }

  /** Listens to the changes of a group. */
  public void listen(String group, Listener listener) {
    map.addEntryListener(new Changes(listener), ofGroup(group), true);
  }

  /** The field has another name in Arion's own value. */
  private Predicate<String, Object> ofGroup(String group) {
    return Predicates.equal(target.isEmbedded() ? "arionwing_group" : "arionGroup", group);
  }

  private final class Changes
      implements EntryAddedListener<String, Object>,
          EntryUpdatedListener<String, Object>,
          EntryRemovedListener<String, Object> {
    private final Listener listener;

    Changes(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void entryAdded(EntryEvent<String, Object> event) {
      listener.written(heard(((DataAwareEntryEvent<?, ?>) event).getNewValueData()));
    }

    @Override
    public void entryUpdated(EntryEvent<String, Object> event) {
      listener.written(heard(((DataAwareEntryEvent<?, ?>) event).getNewValueData()));
    }

    @Override
    public void entryRemoved(EntryEvent<String, Object> event) {
      listener.deleted(heard(((DataAwareEntryEvent<?, ?>) event).getOldValueData()));
    }

    private NeighborRule heard(Data value) {
      try {
        return rule(value);
      } catch (RuntimeException e) {
        // Whatever it is, it is not what a client wrote.
        return NO_RULE;
      }
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
