// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.store;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.config.MapStoreConfig.InitialLoadMode;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.map.IMap;
import io.fleetload.arion.embedded.schema.NeighborRule;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The map of rules in a Hazelcast member of its own, on 127.0.0.1. */
public final class RuleMap implements AutoCloseable {
  /** Arion's name of the map. */
  public static final String NAME = "com.futurewei.common.model.NeighborRule";

  private final Rules rules;
  private final HazelcastInstance member;
  private final IMap<String, NeighborRule> map;

  /**
   * Starts the member.
   *
   * @param port 0 for one that is free
   * @param cluster its cluster's name, which a client has to know
   * @param rules gets all changes
   * @param ended is run when the member has ended, also by {@link #close()}
   * @throws com.hazelcast.core.HazelcastException if it does not start
   */
  public RuleMap(int port, String cluster, Rules rules, Runnable ended) {
    this.rules = rules;
    member = Hazelcast.newHazelcastInstance(config(port, rules).setClusterName(cluster));
    member
        .getLifecycleService()
        .addLifecycleListener(
            event -> {
              if (event.getState() == LifecycleState.SHUTDOWN) {
                ended.run();
              }
            });
    map = member.getMap(NAME);
  }

  private static Config config(int port, Rules rules) {
    Config config =
        new Config()
            .setProperty("hazelcast.logging.type", "none")
            .setProperty("hazelcast.phone.home.enabled", "false")
            .setProperty("hazelcast.shutdownhook.enabled", "false")
            .setProperty("hazelcast.socket.bind.any", "false")
            // One thread each: changes happen and are announced in the order of their versions.
            .setProperty("hazelcast.operation.thread.count", "1")
            .setProperty("hazelcast.event.thread.count", "1");
    config.getMetricsConfig().setEnabled(false);
    NetworkConfig network = config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    config
        .getSerializationConfig()
        .setJavaSerializationFilterConfig(nothing())
        .getCompactSerializationConfig()
        .addSerializer(new RuleSerializer());
    config
        .getMapConfig(NAME)
        .setBackupCount(0)
        .setMapStoreConfig(
            new MapStoreConfig()
                .setImplementation(rules)
                // A change that waits until the map is loaded would lose its place in the order,
                .setInitialLoadMode(InitialLoadMode.EAGER)
                // and so would one on another thread than the map's.
                .setOffload(false));
    return config;
  }

  /** No rule has Java's own form; a value that has it may be made to do harm when it is read. */
  private static JavaSerializationFilterConfig nothing() {
    JavaSerializationFilterConfig nothing = new JavaSerializationFilterConfig();
    nothing.setDefaultsDisabled(true);
    nothing.getWhitelist().addClasses("none");
    return nothing;
  }

  public int port() {
    return member.getCluster().getLocalMember().getAddress().getPort();
  }

  /** Gives the rule the next version of its group and stores it. */
  public CompletionStage<Void> set(NeighborRule.Builder rule) {
    String key = Rules.key(rule.getTunnelId(), rule.getIp());
    return rules
        .group(rule.getArionwingGroup())
        .number(rule, numbered -> map.setAsync(key, numbered));
  }

  /** Deletes a rule; the stage says whether there was one. */
  public CompletionStage<Boolean> delete(int tunnel, String ip) {
    return map.removeAsync(Rules.key(tunnel, ip)).thenApply(Objects::nonNull);
  }

  /** Uses up a version for a write that changes nothing, as Arion does. */
  public void skipVersion(String group) {
    rules.group(group).skipVersion();
  }

  @Override
  public void close() {
    member.getLifecycleService().terminate();
  }
}
