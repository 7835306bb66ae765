package io.fleetload.provisioning.topics;

import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics of a tenant with their partition counts; none is ever made smaller. */
public final class TenantTopics {
  private static final int LOOKS = 150;
  private static final long PAUSE_MILLIS = 200;

  /**
   * What became of the topics.
   *
   * @param larger a sentence for each that has more partitions than asked for
   * @param ready whether every partition has a leader; false only when stopped
   */
  public record Changes(int created, int grown, int unchanged, List<String> larger, boolean ready) {
    /** For the closing sentence. */
    @Override
    public String toString() {
      return created + " created, " + grown + " grown, " + unchanged + " unchanged";
    }
  }

  private final KafkaCluster kafka;
  private final Map<String, Integer> wanted;
  private final Integer replication;
  private final BooleanSupplier stopped;

  /**
   * The topics.
   *
   * @param wanted partition counts by name
   * @param replication replication factor of new ones; null for the broker's own
   * @param stopped ends the wait for leaders
   */
  public TenantTopics(
      KafkaCluster kafka,
      Map<String, Integer> wanted,
      Integer replication,
      BooleanSupplier stopped) {
    this.kafka = kafka;
    this.wanted = new LinkedHashMap<>(wanted);
    this.replication = replication;
    this.stopped = stopped;
  }

  /**
   * Makes those that are missing, grows those that are small, waits until all can take messages.
   *
   * @throws TargetException if Kafka refuses or partitions stay without a leader
   * @throws InterruptedException if the thread was interrupted
   */
  public Changes apply() throws TargetException, InterruptedException {
    Map<String, TopicDescription> found = describe();
    Map<String, Integer> missing = new LinkedHashMap<>(wanted);
    missing.keySet().removeAll(found.keySet());
    int created = create(missing);
    if (created < missing.size()) {
      // Somebody else made one just now, perhaps with another count.
      found = describe();
    }
    Map<String, NewPartitions> small = new LinkedHashMap<>();
    List<String> larger = new ArrayList<>();
    found.forEach(
        (name, topic) -> {
          int has = topic.partitions().size();
          int asked = wanted.get(name);
          if (has < asked) {
            small.put(name, NewPartitions.increaseTo(asked));
          } else if (has > asked) {
            larger.add(
                "topic %s keeps its %d partitions, though %d are asked for"
                    .formatted(name, has, asked));
          }
        });
    if (!small.isEmpty()) {
      kafka.answer(kafka.admin().createPartitions(small).all());
    }
    boolean ready = awaitLeaders();
    int unchanged = wanted.size() - created - small.size();
    return new Changes(created, small.size(), unchanged, List.copyOf(larger), ready);
  }

  private int create(Map<String, Integer> missing) throws TargetException, InterruptedException {
    Optional<Short> replicas = Optional.ofNullable(replication).map(Integer::shortValue);
    List<NewTopic> topics =
        missing.entrySet().stream()
            .map(each -> new NewTopic(each.getKey(), Optional.of(each.getValue()), replicas))
            .toList();
    int created = 0;
    for (KafkaFuture<Void> each : kafka.admin().createTopics(topics).values().values()) {
      try {
        each.get();
        created++;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw kafka.trouble(e.getCause());
        }
      }
    }
    return created;
  }

  private boolean awaitLeaders() throws TargetException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      if (leaderless(describe()).isEmpty()) {
        return true;
      }
      if (stopped.getAsBoolean()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    throw new TargetException(
        "kafka has made the topic %s, but after %d s not all of its partitions have a leader"
            .formatted(leaderless(describe()).orElse("?"), LOOKS * PAUSE_MILLIS / 1_000));
  }

  /** A topic that cannot take messages yet. */
  private Optional<String> leaderless(Map<String, TopicDescription> found) {
    return wanted.keySet().stream().filter(name -> !isLed(found.get(name), name)).findFirst();
  }

  private boolean isLed(TopicDescription topic, String name) {
    return topic != null
        && topic.partitions().size() >= wanted.get(name)
        && topic.partitions().stream().allMatch(each -> isThere(each.leader()));
  }

  private static boolean isThere(Node leader) {
    return leader != null && !leader.isEmpty();
  }

  private Map<String, TopicDescription> describe() throws TargetException, InterruptedException {
    Map<String, TopicDescription> found = new HashMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> each :
        kafka.admin().describeTopics(wanted.keySet()).topicNameValues().entrySet()) {
      try {
        found.put(each.getKey(), each.getValue().get());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw kafka.trouble(e.getCause());
        }
      }
    }
    return found;
  }
}
