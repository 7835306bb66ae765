// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import io.fleetload.process.KafkaFiles;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.shards.log.LogStore;
import io.fleetload.shards.log.SharedLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The shared logs as topics: of one partition, and of several for the books. */
public final class KafkaStore implements LogStore {
  /** A book is read as soon as it is there; a day is for those who look for what went wrong. */
  private static final long RETENTION_MILLIS = Duration.ofDays(1).toMillis();

  /** Largest number of partitions of a topic that it makes. */
  private static final int MOST_ORDERS = 8;

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final String UNKNOWN_HOSTS = "No resolvable bootstrap urls";

  /** Beginning of the message of all three clients when they cannot be made. */
  private static final String NO_CLIENT = "Failed ";

  private final Coordination.Kafka kafka;
  private final String prefix;
  private final LogSettings settings;

  /**
   * Of a profile.
   *
   * @param runName names the topics where {@code coordination.kafka.topics} does not
   */
  public KafkaStore(Coordination.Kafka kafka, String runName) {
    this.kafka = kafka;
    this.prefix = kafka.topics() == null ? "fleetload." + runName : kafka.topics();
    this.settings = new LogSettings(kafka);
  }

  String topic(String log) {
    return prefix + "." + log;
  }

  @Override
  public SharedLog open(String log, int writers) throws UsageException, TargetException {
    KafkaFiles.requireReadable("coordination.kafka.properties", kafka.properties());
    Consumer<String, String> consumer = null;
    boolean open = false;
    try {
      consumer =
          new KafkaConsumer<>(
              settings.consumer(), new StringDeserializer(), new StringDeserializer());
      List<TopicPartition> orders = orders(consumer, log, writers);
      consumer.assign(orders);
      SharedLog made = new KafkaLog(orders, address(), this::producer, consumer);
      open = true;
      return made;
    } catch (TimeoutException e) {
      throw unreachable(e);
    } catch (KafkaException e) {
      throw wrong(e);
    } finally {
      if (!open) {
        KafkaLog.close(consumer);
      }
    }
  }

  private Producer<String, String> producer() {
    return new KafkaProducer<>(settings.producer(), new StringSerializer(), new StringSerializer());
  }

  /** Makes the topic if it is missing. One that a user made has as many orders as it has. */
  private List<TopicPartition> orders(Consumer<?, ?> consumer, String log, int writers)
      throws TargetException, UsageException {
    String topic = topic(log);
    boolean several = log.equals(RESULTS);
    int partitions = partitions(consumer, topic);
    if (partitions == 0) {
      make(topic, several ? Math.min(writers, MOST_ORDERS) : 1);
      // What one broker made, the others show a little later.
      long begun = System.nanoTime();
      while (partitions == 0 && System.nanoTime() - begun < KafkaLog.PATIENCE.toNanos()) {
        LockSupport.parkNanos(LOOK.toNanos());
        partitions = partitions(consumer, topic);
      }
    }
    if (partitions == 0 || (!several && partitions != 1)) {
      throw new TargetException(
          "%s: topic %s has %s partitions, expected 1, as the shards need one order; give"
                  .formatted(address(), topic, partitions)
              + " coordination.kafka.topics another name");
    }
    return IntStream.range(0, partitions)
        .mapToObj(each -> new TopicPartition(topic, each))
        .toList();
  }

  private static int partitions(Consumer<?, ?> consumer, String topic) {
    List<PartitionInfo> found = consumer.partitionsFor(topic, KafkaLog.PATIENCE);
    return found == null ? 0 : found.size();
  }

  private void make(String topic, int partitions) throws TargetException {
    NewTopic wanted =
        new NewTopic(
                topic,
                Optional.of(partitions),
                Optional.ofNullable(kafka.replication()).map(Integer::shortValue))
            .configs(
                Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG,
                    Long.toString(RETENTION_MILLIS),
                    // A broker's own bound may be smaller than a book.
                    TopicConfig.RETENTION_BYTES_CONFIG,
                    "-1"));
    try (Admin admin = Admin.create(settings.admin())) {
      admin.createTopics(List.of(wanted)).all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        throw new TargetException(
            "%s does not let this user make topics (coordination.kafka.properties); make %s, %s"
                    .formatted(address(), topic(CONTROL), topic(DECISIONS))
                + " and %s, of one partition each".formatted(topic(RESULTS)));
      }
      // Another process may have made it since.
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw unreachable(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  private String address() {
    return "Kafka at " + kafka.bootstrapServers() + " (coordination.kafka)";
  }

  private TargetException unreachable(Throwable why) {
    return why instanceof TimeoutException
        ? new TargetException(
            address() + " does not answer; is it running, and is the address right?")
        : new TargetException(address() + KafkaLog.reason(why));
  }

  /** Its words may repeat a value, and a value may be a password. */
  private UsageException wrong(KafkaException e) throws TargetException {
    if (KafkaLog.reason(e).contains(UNKNOWN_HOSTS)) {
      throw new TargetException(address() + " is not reachable: unknown host");
    }
    if (e instanceof ConfigException || String.valueOf(e.getMessage()).startsWith(NO_CLIENT)) {
      return new UsageException(
          "coordination.kafka.properties: make no Kafka client; check the names and values of"
              + " security.protocol, sasl.* and ssl.*");
    }
    throw unreachable(e);
  }
}
