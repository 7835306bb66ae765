// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import com.hazelcast.query.Predicates;
import io.fleetload.arion.Profiles;
import io.fleetload.arion.grpc.ArionFleet;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.profile.Rules;
import io.fleetload.arion.provision.MapRules;
import io.fleetload.arion.provision.ProvisionedRules;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.watch.HazelcastFleet;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.process.TargetException;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
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
    return profile(kind, cluster, "").target();
  }

  private static ArionProfile profile(String kind, String cluster, String more) {
    int port = member.getCluster().getLocalMember().getAddress().getPort();
    return Profiles.of(
        """
        target: { kind: %s, server: "127.0.0.1:1", hazelcast: "127.0.0.1:%d", cluster: %s }
        devices: { count: 1 }
        phases: { measure: 1s }
        flows: { hazelcastWatch: { rate: 1/s } }
        """
                .formatted(kind, port, cluster)
            + more);
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
  void aFullLoadIsOfItsGroupAsItWasWritten() throws Exception {
    ArionProfile profile = profile("embedded", "dev", "rules: { count: 10, groups: 2 }\n");
    RunClock clock = RunClock.system();
    IMap<String, Object> values = member.getMap("com.futurewei.common.model.NeighborRule");
    List<NeighborRule> all = rules.range(0, 10);
    NeighborRule third = all.get(3);
    try (MapRules map = new MapRules(profile.target());
        HazelcastFleet fleet =
            HazelcastFleet.start(
                profile, ArionFleet.start(profile, ShardDevices.all(1), clock), clock)) {
      map.write(all).get();
      assertThat(load(fleet)).isEqualTo("succeeded, 5");

      values.set("1-10.0.0.4", StoredRule.compact(with("172.16.9.9", third)));
      assertThat(load(fleet)).isEqualTo("failed protocol.answer.altered, 4");

      values.set("1-10.0.0.4", StoredRule.compact(third));
      values.set("1-10.9.9.8", StoredRule.compact(ofGroup1(all.get(2))));
      assertThat(load(fleet)).isEqualTo("failed protocol.answer.otherRule, 5");

      values.set(
          "1-10.9.9.8",
          GenericRecordBuilder.compact("another").setString("arionwing_group", "group1").build());
      assertThat(load(fleet)).isEqualTo("failed protocol.answer.unreadable, 0");
      map.delete(all).get();
    } finally {
      values.delete("1-10.9.9.8");
    }
  }

  private static NeighborRule with(String hostIp, NeighborRule rule) {
    return new NeighborRule(
        1, rule.ip(), hostIp, rule.mac(), rule.tunnelId(), rule.hostMac(), rule.group(), 1);
  }

  private static NeighborRule ofGroup1(NeighborRule rule) {
    return new NeighborRule(
        1, rule.ip(), rule.hostIp(), rule.mac(), rule.tunnelId(), rule.hostMac(), "group1", 1);
  }

  /** What becomes of a full load of the second group, and how many rules count. */
  private static String load(HazelcastFleet fleet) throws Exception {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    DeviceLink.Exchange exchange =
        new DeviceLink.Exchange() {
          private int rules;

          @Override
          public void responded() {
            rules++;
          }

          @Override
          public void succeeded(Inbound inbound) {
            outcome.complete("succeeded, " + rules);
          }

          @Override
          public void failed(Cause cause) {
            outcome.complete("failed " + cause.key() + ", " + rules);
          }
        };
    Stamp stamp = new Stamp(new RunId(1), "hazelcastWatch", Period.MEASURED, 0, 1, 7_000, 7_000);
    Message message = new Message(stamp.flow(), 0, 1, stamp, null, new byte[0]);
    fleet.loop().execute(() -> fleet.link(0).send(message, exchange));
    return outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aClusterOfAnotherNameIsSaidInOneLine() {
    assertThatThrownBy(() -> RuleMap.open(target("embedded", "prod")))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("cluster prod", "(target.hazelcast)");
  }
}
