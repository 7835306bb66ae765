// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.topics;

import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.process.KafkaFiles;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The target's Kafka, seen by the one who makes topics. */
public final class KafkaCluster implements Cluster, AutoCloseable {
  private static final int REACH_MILLIS = 10_000;
  private static final String UNKNOWN_HOSTS = "No resolvable bootstrap urls";
  private static final int REQUEST_MILLIS = 30_000;

  private final Admin admin;
  private final String server;

  /** Uses a client that the caller made. */
  public KafkaCluster(Admin admin, String bootstrap) {
    this.admin = admin;
    this.server = "kafka at " + bootstrap;
  }

  /**
   * Opens a client.
   *
   * @throws UsageException if {@code target.kafkaProperties} make none
   * @throws TargetException if no host of {@code target.kafka} is known
   */
  public static KafkaCluster open(HonoTarget target) throws UsageException, TargetException {
    KafkaFiles.requireReadable("target.kafkaProperties", target.kafkaProperties());
    Map<String, Object> settings = new HashMap<>();
    settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "provisioning");
    settings.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REACH_MILLIS);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    settings.putAll(target.kafkaProperties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, target.kafka());
    try {
      return new KafkaCluster(Admin.create(settings), target.kafka());
    } catch (KafkaException e) {
      if (e.getCause() instanceof ConfigException why
          && String.valueOf(why.getMessage()).startsWith(UNKNOWN_HOSTS)) {
        throw new TargetException(
            "kafka at " + target.kafka() + " is not reachable (target.kafka): unknown host");
      }
      // Its words may repeat a value, and a value may be a password.
      throw new UsageException(
          "target.kafkaProperties: make no Kafka client; check the names and values of"
              + " security.protocol, sasl.* and ssl.*");
    }
  }

  /**
   * Waits for an answer.
   *
   * @throws TargetException if none comes
   * @throws InterruptedException if the thread was interrupted
   */
  public void requireReachable() throws TargetException, InterruptedException {
    answer(admin.describeCluster(new DescribeClusterOptions().timeoutMs(REACH_MILLIS)).nodes());
  }

  @Override
  public Map<String, Topic> find(Set<String> names) throws TargetException, InterruptedException {
    Map<String, Topic> found = new HashMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
        admin.describeTopics(names).topicNameValues().entrySet()) {
      try {
        TopicDescription topic = each.getValue().get();
        boolean led = topic.partitions().stream().allMatch(one -> isThere(one.leader()));
        found.put(each.getKey(), new Topic(topic.partitions().size(), led));
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw trouble(e.getCause());
        }
      }
    }
    return found;
  }

  @Override
  public int create(Map<String, Integer> partitions, Integer replication)
      throws TargetException, InterruptedException {
    Optional<Short> replicas = Optional.ofNullable(replication).map(Integer::shortValue);
    List<NewTopic> topics =
        partitions.entrySet().stream()
            .map(each -> new NewTopic(each.getKey(), Optional.of(each.getValue()), replicas))
            .toList();
    int created = 0;
    for (KafkaFuture<Void> each : admin.createTopics(topics).values().values()) {
      try {
        each.get();
        created++;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw trouble(e.getCause());
        }
      }
    }
    return created;
  }

  @Override
  public void grow(Map<String, Integer> partitions) throws TargetException, InterruptedException {
    Map<String, NewPartitions> counts = new HashMap<>();
    partitions.forEach((name, count) -> counts.put(name, NewPartitions.increaseTo(count)));
    answer(admin.createPartitions(counts).all());
  }

  @Override
  public Map<String, Long> retention(Set<String> names)
      throws TargetException, InterruptedException {
    Map<String, Long> found = new HashMap<>();
    for (Map.Entry<ConfigResource, KafkaFuture<Config>> each :
        admin
            .describeConfigs(names.stream().map(KafkaCluster::topic).toList())
            .values()
            .entrySet()) {
      try {
        ConfigEntry entry = each.getValue().get().get(TopicConfig.RETENTION_MS_CONFIG);
        if (entry != null && entry.value() != null) {
          found.put(each.getKey().name(), Long.valueOf(entry.value()));
        }
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw trouble(e.getCause());
        }
      }
    }
    return found;
  }

  @Override
  public void retain(Map<String, Long> millis) throws TargetException, InterruptedException {
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    millis.forEach(
        (name, keep) ->
            changes.put(
                topic(name),
                List.of(
                    new AlterConfigOp(
                        new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, Long.toString(keep)),
                        AlterConfigOp.OpType.SET))));
    answer(admin.incrementalAlterConfigs(changes).all());
  }

  private static ConfigResource topic(String name) {
    return new ConfigResource(ConfigResource.Type.TOPIC, name);
  }

  private static boolean isThere(Node leader) {
    return leader != null && !leader.isEmpty();
  }

  private <T> void answer(KafkaFuture<T> request) throws TargetException, InterruptedException {
    try {
      request.get();
    } catch (ExecutionException e) {
      throw trouble(e.getCause());
    }
  }

  private TargetException trouble(Throwable failure) {
    return new TargetException(server + line(failure));
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  private static String line(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return " is not reachable within " + REACH_MILLIS / 1_000 + " s (target.kafka)";
    }
    if (failure instanceof AuthenticationException) {
      return " refuses the connection (target.kafkaProperties): authentication failed";
    }
    if (failure instanceof AuthorizationException) {
      return " does not let this user make topics (target.kafkaProperties): not authorised";
    }
    String text = failure.getMessage() == null ? "" : failure.getMessage();
    String first = text.lines().findFirst().orElse(failure.getClass().getSimpleName());
    return failure instanceof InvalidReplicationFactorException
        ? " cannot keep that many replicas (target.replication): " + first
        : " refuses to make a topic: " + first;
  }
}
