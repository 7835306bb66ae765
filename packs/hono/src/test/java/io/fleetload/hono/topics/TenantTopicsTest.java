// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.hono.name.Topics;
import io.fleetload.hono.profile.TopicSettings;
import io.fleetload.process.TargetException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.MockAdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class TenantTopicsTest {
  private final MockAdminClient admin = MockAdminClient.create().numBrokers(1).build();

  @Test
  void everyTopicOfTheTenantIsMadeWithItsPartitions() throws Exception {
    Map<String, Integer> wanted = new Topics("T", TopicSettings.PUBLISHED).partitions();

    TenantTopics.Changes changes = topics(wanted, null).apply();

    assertThat(changes).hasToString("6 created, 0 grown, 0 unchanged");
    assertThat(changes.ready()).isTrue();
    for (Map.Entry<String, Integer> each : wanted.entrySet()) {
      assertThat(partitions(each.getKey())).isEqualTo(each.getValue());
    }
  }

  @Test
  void repeatingChangesNothing() throws Exception {
    Map<String, Integer> wanted = new Topics("T", TopicSettings.PUBLISHED).partitions();
    topics(wanted, 1).apply();

    assertThat(topics(wanted, 1).apply()).hasToString("0 created, 0 grown, 6 unchanged");
  }

  @Test
  void aLargerTopicIsKeptAndSaid() throws Exception {
    admin.createTopics(List.of(new NewTopic("a", 5, (short) 1))).all().get();

    TenantTopics.Changes changes = topics(Map.of("a", 3), 1).apply();

    assertThat(changes).hasToString("0 created, 0 grown, 1 unchanged");
    assertThat(changes.remarks())
        .singleElement()
        .asString()
        .contains("topic a ", "5 partitions", " 3 ");
    assertThat(partitions("a")).isEqualTo(5);
  }

  @Test
  void aSmallerTopicGrows() throws Exception {
    admin.createTopics(List.of(new NewTopic("a", 1, (short) 1))).all().get();

    TenantTopics.Changes changes =
        new TenantTopics(new Growing(), Map.of("a", 3), 1, Map.of(), () -> false).apply();

    assertThat(changes).hasToString("0 created, 1 grown, 0 unchanged");
    assertThat(changes.remarks())
        .singleElement()
        .asString()
        .contains("topic a ", "from 1 to 3 partitions");
    assertThat(partitions("a")).isEqualTo(3);
  }

  @Test
  void retentionIsSetWhereItDiffers() throws Exception {
    Map<String, Integer> wanted = Map.of("a", 1, "b", 1);
    TenantTopics topics =
        new TenantTopics(
            new KafkaCluster(admin, "k:9092"), wanted, 1, Map.of("a", 60_000L), () -> false);

    assertThat(topics.apply())
        .satisfies(
            changes -> assertThat(changes.toString()).contains("2 created", "0 grown", " on 1"));
    assertThat(topics.apply()).hasToString("0 created, 0 grown, 2 unchanged");
    assertThat(topics.plan()).isEqualTo("0 to create, 0 to grow, 2 unchanged");
  }

  @Test
  void aPlanCountsAndMakesNothing() throws Exception {
    admin.createTopics(List.of(new NewTopic("a", 1, (short) 1))).all().get();

    assertThat(topics(Map.of("a", 3, "b", 2), 1).plan())
        .isEqualTo("1 to create, 1 to grow, 0 unchanged");
    assertThat(admin.listTopics().names().get()).containsExactly("a");
  }

  @Test
  void moreReplicasThanBrokersIsOneLine() {
    assertThatThrownBy(() -> topics(Map.of("a", 3), 3).apply())
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("kafka at k:9092 ", "(target.replication): ");
  }

  private TenantTopics topics(Map<String, Integer> wanted, Integer replication) {
    return new TenantTopics(
        new KafkaCluster(admin, "k:9092"), wanted, replication, Map.of(), () -> false);
  }

  /** Kafka's fake cannot add partitions; a new topic of that name stands for the grown one. */
  private final class Growing implements Cluster {
    private final Cluster fake = new KafkaCluster(admin, "k:9092");

    @Override
    public Map<String, Topic> find(Set<String> names) throws TargetException, InterruptedException {
      return fake.find(names);
    }

    @Override
    public int create(Map<String, Integer> partitions, Integer replication)
        throws TargetException, InterruptedException {
      return fake.create(partitions, replication);
    }

    @Override
    public Map<String, Long> retention(Set<String> names)
        throws TargetException, InterruptedException {
      return fake.retention(names);
    }

    @Override
    public void retain(Map<String, Long> millis) throws TargetException, InterruptedException {
      fake.retain(millis);
    }

    @Override
    public void grow(Map<String, Integer> partitions) throws TargetException, InterruptedException {
      admin.deleteTopics(partitions.keySet());
      fake.create(partitions, 1);
    }
  }

  private int partitions(String topic) throws Exception {
    return admin.describeTopics(Set.of(topic)).allTopicNames().get().get(topic).partitions().size();
  }
}
