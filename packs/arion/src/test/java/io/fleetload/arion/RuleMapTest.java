// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import com.hazelcast.query.Predicates;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleMapTest {
  private static final int PATIENCE_SECONDS = 120;

  private static HazelcastInstance member;

  private final ProvisionedRules rules = new ProvisionedRules(new Rules(10, 2, 1, null, null));

  @BeforeAll
  static void start() {
    Config config = new Config();
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.getNetworkConfig().setPort(0).getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    member = Hazelcast.newHazelcastInstance(config);
  }

  @AfterAll
  static void stop() {
    member.getLifecycleService().terminate();
  }

  private static ArionTarget target(String kind, String cluster) {
    int port = member.getCluster().getLocalMember().getAddress().getPort();
    return Profiles.of(
            """
            target: { kind: %s, server: "127.0.0.1:1", hazelcast: "127.0.0.1:%d", cluster: %s }
            devices: { count: 1 }
            phases: { measure: 1s }
            flows: { hazelcastWatch: { rate: 1/s } }
            """
                .formatted(kind, port, cluster))
        .target();
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "external"})
  void whatIsWrittenIsReadAndDeletedInEitherFormOfValues(String kind) throws Exception {
    List<NeighborRule> all = rules.range(0, 10);
    try (MapRules map = new MapRules(target(kind, "dev"))) {
      assertThat(map.read(all).get()).isEmpty();

      map.write(all).get();
      List<NeighborRule> found = map.read(all).get().orElseThrow();
      assertThat(ProvisionedRules.differing(all, found)).isEmpty();
      assertThat(found).extracting(NeighborRule::version).contains(1L, 5L);

      map.delete(all).get();
      assertThat(map.read(all.subList(0, 1)).get()).isEmpty();
    }
  }

  @Test
  void aListenerHearsOfItsGroupAloneAndOfDeletionsWhatTheRuleWas() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    ArionTarget target = target("embedded", "dev");
    try (MapRules writer = new MapRules(target);
        RuleMap map = RuleMap.open(target)) {
      map.listen(
          "group1",
          new RuleMap.Listener() {
            @Override
            public void written(NeighborRule rule) {
              heard.add("written " + rule.ip());
            }

            @Override
            public void deleted(NeighborRule rule) {
              heard.add("deleted " + rule.ip() + " of " + rule.mac());
            }
          });
      writer.write(rules.range(2, 4)).get();
      assertThat(map.load("group1")).hasSize(1);
      writer.delete(rules.range(2, 4)).get();

      assertThat(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("written 10.0.0.4");
      assertThat(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isEqualTo("deleted 10.0.0.4 of " + rules.rule(3).mac());
      assertThat(heard).isEmpty();
    }
  }

  @Test
  void aValueOfJavasOwnFormIsNotRead() throws Exception {
    IMap<String, Object> values = member.getMap("com.futurewei.common.model.NeighborRule");
    values.set("1-10.9.9.9", new BitSet());
    try (RuleMap map = RuleMap.open(target("embedded", "dev"))) {
      assertThatThrownBy(() -> map.read(Set.of("1-10.9.9.9")))
          .isInstanceOf(HazelcastSerializationException.class)
          .hasRootCauseInstanceOf(SecurityException.class);
    } finally {
      values.delete("1-10.9.9.9");
    }
  }

  static Stream<Object> othersThanRules() {
    return Stream.of(
        new ArrayList<>(List.of("1")),
        "a text",
        new byte[1],
        Predicates.alwaysTrue(),
        GenericRecordBuilder.compact("arion.schema.NeighborRule").setString("ip", "1").build(),
        StoredRule.compact(rule("g".repeat(5_000))),
        new StoredRule(rule("g".repeat(5_000))));
  }

  private static NeighborRule rule(String group) {
    return new NeighborRule(1, "10.9.9.8", "", "", 1, "", group, 1);
  }

  @ParameterizedTest
  @MethodSource("othersThanRules")
  void aValueThatIsNoRuleIsNotMadeAnObject(Object value) throws Exception {
    IMap<String, Object> values = member.getMap("com.futurewei.common.model.NeighborRule");
    values.set("1-10.9.9.8", value);
    try (RuleMap map = RuleMap.open(target("embedded", "dev"))) {
      assertThatThrownBy(() -> map.read(Set.of("1-10.9.9.8")))
          .isInstanceOf(HazelcastSerializationException.class)
          .hasMessageContaining("is no rule");
    } finally {
      values.delete("1-10.9.9.8");
    }
  }

  @Test
  void aListenerHearsOfAValueThatIsNoRuleAsOfARuleWithoutText() throws Exception {
    BlockingQueue<NeighborRule> heard = new LinkedBlockingQueue<>();
    IMap<String, Object> values = member.getMap("com.futurewei.common.model.NeighborRule");
    try (RuleMap map = RuleMap.open(target("embedded", "dev"))) {
      map.listen(
          "group7",
          new RuleMap.Listener() {
            @Override
            public void written(NeighborRule rule) {
              heard.add(rule);
            }

            @Override
            public void deleted(NeighborRule rule) {
              heard.add(rule);
            }
          });
      values.set(
          "1-10.9.9.7",
          GenericRecordBuilder.compact("another")
              .setString("ip", "10.9.9.7")
              .setString("arionwing_group", "group7")
              .build());
      values.delete("1-10.9.9.7");

      assertThat(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS).ip()).isEmpty();
    }
  }

  @Test
  void aClusterOfAnotherNameIsSaidInOneLine() {
    assertThatThrownBy(() -> RuleMap.open(target("embedded", "prod")))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("cluster prod", "(target.hazelcast)");
  }
}
