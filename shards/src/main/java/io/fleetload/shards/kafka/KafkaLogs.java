package io.fleetload.shards.kafka;

import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.hono.ShardTopics;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.TopicLog;
import io.fleetload.shards.TopicLogs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The logs of a run's shards as topics of the Kafka that the profile names. */
public final class KafkaLogs implements TopicLogs {
  /** A book is read as soon as it is there; a day is for those who look for what went wrong. */
  private static final long RETENTION_MILLIS = Duration.ofDays(1).toMillis();

  private static final String UNKNOWN_HOSTS = "No resolvable bootstrap urls";

  /** How all three clients begin to say that they cannot be made. */
  private static final String NO_CLIENT = "Failed ";

  private static final int PATIENCE_MILLIS = (int) TopicLog.PATIENCE.toMillis();

  private final HonoTarget target;
  private final ShardTopics topics;
  private final LogSettings settings;

  /** Of a profile. */
  public KafkaLogs(HonoProfile profile) {
    this.target = profile.target();
    this.topics = ShardTopics.of(profile);
    this.settings = new LogSettings(target);
  }

  @Override
  public void make() throws UsageException, TargetException {
    try (Admin admin = Admin.create(settings.admin(PATIENCE_MILLIS))) {
      for (KafkaFuture<Void> each :
          admin
              .createTopics(List.of(topic(topics.control()), topic(topics.results())))
              .values()
              .values()) {
        made(each);
      }
    } catch (KafkaException e) {
      throw wrong(e);
    }
  }

  private NewTopic topic(String name) {
    return new NewTopic(
            name,
            Optional.of(1),
            Optional.ofNullable(target.replication()).map(Integer::shortValue))
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(RETENTION_MILLIS),
                // A broker's own bound may be smaller than a book.
                TopicConfig.RETENTION_BYTES_CONFIG,
                "-1"));
  }

  private void made(KafkaFuture<Void> topic) throws TargetException {
    try {
      topic.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        throw new TargetException(
            "%s does not let this user make topics (target.kafkaProperties); make %s and %s, of one"
                    .formatted(address(), topics.control(), topics.results())
                + " partition each");
      }
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw unreachable(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  @Override
  public TopicLog control(From from) throws UsageException, TargetException {
    return open(topics.control(), from);
  }

  @Override
  public TopicLog results(From from) throws UsageException, TargetException {
    return open(topics.results(), from);
  }

  private TopicLog open(String topic, From from) throws UsageException, TargetException {
    Producer<String, byte[]> producer = null;
    Consumer<String, byte[]> consumer = null;
    boolean open = false;
    try {
      producer =
          new KafkaProducer<>(
              settings.producer(PATIENCE_MILLIS),
              new StringSerializer(),
              new ByteArraySerializer());
      if (from != From.NOWHERE) {
        consumer =
            new KafkaConsumer<>(
                settings.consumer(), new StringDeserializer(), new ByteArrayDeserializer());
        place(consumer, topic, from);
      }
      open = true;
      return new KafkaLog(topic, address(), producer, consumer);
    } catch (TimeoutException e) {
      throw unreachable(e);
    } catch (KafkaException e) {
      throw wrong(e);
    } finally {
      if (!open) {
        close(producer, consumer);
      }
    }
  }

  private void place(Consumer<?, ?> consumer, String topic, From from) throws TargetException {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic, TopicLog.PATIENCE);
    if (partitions == null || partitions.isEmpty()) {
      throw new TargetException(
          "%s has no topic %s; start the backend first, with --shards".formatted(address(), topic));
    }
    if (partitions.size() != 1) {
      throw new TargetException(
          "%s: topic %s has %d partitions, expected 1, as the shards need one order; give"
                  .formatted(address(), topic, partitions.size())
              + " topics.shards another name");
    }
    TopicPartition only = new TopicPartition(topic, 0);
    consumer.assign(List.of(only));
    if (from == From.BEGINNING) {
      consumer.seekToBeginning(List.of(only));
    } else {
      consumer.seekToEnd(List.of(only));
    }
    // The place is looked up only when it is asked for.
    consumer.position(only, TopicLog.PATIENCE);
  }

  private static void close(Producer<?, ?> producer, Consumer<?, ?> consumer) {
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private String address() {
    return "Kafka at " + target.kafka() + " (target.kafka)";
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
          "target.kafkaProperties: make no Kafka client; check the names and values of"
              + " security.protocol, sasl.* and ssl.*");
    }
    throw unreachable(e);
  }
}
