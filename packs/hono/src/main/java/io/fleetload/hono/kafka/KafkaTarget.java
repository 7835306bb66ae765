// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.process.KafkaFiles;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.run.Shard;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The Kafka of the installation under test, as a profile names it. */
public final class KafkaTarget implements BackendDriver {
  private static final String UNKNOWN_HOSTS = "No resolvable bootstrap urls";

  /** Prefix of the message of an exception for a consumer or a producer that could not be made. */
  private static final String NO_CLIENT = "Failed to construct";

  private final HonoTarget target;
  private final TopicsOfTenants topics;
  private final SentRecords sent;
  private final SessionNotices notices;
  private final RunClock clock;
  private final StopSignal stop;
  private final Shard part;

  /**
   * The Kafka of a profile.
   *
   * @param stop ends the opening before its time
   */
  public KafkaTarget(HonoProfile profile, RunClock clock, StopSignal stop) {
    this(
        profile.target(),
        new TopicsOfTenants(profile),
        new SentRecords(profile),
        new SessionNotices(profile),
        clock,
        stop,
        Shard.WHOLE);
  }

  private KafkaTarget(
      HonoTarget target,
      TopicsOfTenants topics,
      SentRecords sent,
      SessionNotices notices,
      RunClock clock,
      StopSignal stop,
      Shard part) {
    this.target = target;
    this.topics = topics;
    this.sent = sent;
    this.notices = notices;
    this.clock = clock;
    this.stop = stop;
    this.part = part;
  }

  @Override
  public KafkaTarget part(Shard which) {
    return new KafkaTarget(target, topics, sent, notices, clock, stop, which);
  }

  /**
   * {@inheritDoc}
   *
   * @throws TargetException if Kafka does not answer within 10 s or a topic is missing
   * @throws UsageException if {@code target.kafkaProperties} or a file of data are wrong
   */
  @Override
  public Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    KafkaFiles.requireReadable("target.kafkaProperties", target.kafkaProperties());
    sent.readData();
    ClientSettings settings = new ClientSettings(target);
    Consumer<byte[], byte[]> consumer = null;
    Producer<byte[], byte[]> producer = null;
    Brokers brokers = null;
    boolean open = false;
    try {
      consumer =
          new KafkaConsumer<>(
              settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
      producer =
          new KafkaProducer<>(
              settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
      brokers = Brokers.of(Admin.create(settings.admin()));
      Reception reception = open(book, watch, consumer, producer, brokers);
      open = true;
      return reception;
    } catch (InterruptException e) {
      throw KafkaReception.interrupted(e);
    } catch (KafkaException e) {
      if (oneLine(e).startsWith(UNKNOWN_HOSTS)) {
        throw new TargetException(address() + " is not reachable: unknown host");
      }
      if (e instanceof ConfigException || String.valueOf(e.getMessage()).startsWith(NO_CLIENT)) {
        // Its words may repeat a value, and a value may be a password.
        throw new UsageException(
            "target.kafkaProperties: make no Kafka client; check the names and values of"
                + " security.protocol, sasl.* and ssl.*");
      }
      throw new TargetException(address() + ": " + oneLine(e));
    } finally {
      if (!open) {
        close(consumer, producer, brokers);
      }
    }
  }

  Reception open(
      ArrivalBook book,
      BackendWatch watch,
      Consumer<byte[], byte[]> consumer,
      Producer<byte[], byte[]> producer,
      Brokers brokers)
      throws TargetException, UsageException, InterruptedException {
    TopicAssignment assignment =
        new TopicAssignment(consumer, brokers, topics.each(), part, address(), clock, stop);
    assignment.atEnds();
    // The first look at a topic takes a round trip, which must not fall to the first command. Only
    // now that the topic is known to be there: a producer's look can make one.
    topics.each().forEach(each -> producer.partitionsFor(each.command()));
    CommandWriter commands = new CommandWriter(producer, topics::command, clock);
    return new KafkaReception(
        consumer,
        assignment,
        brokers,
        new RecordIntake(book, commands, topics, sent, notices, watch, clock),
        commands,
        book,
        watch,
        clock,
        address());
  }

  private String address() {
    return "Kafka at " + target.kafka() + " (target.kafka)";
  }

  private static void close(Consumer<?, ?> consumer, Producer<?, ?> producer, Brokers brokers) {
    if (brokers != null) {
      brokers.close();
    }
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** The root of a failure, in one line. */
  static String oneLine(KafkaException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return text.lines().findFirst().orElse("");
  }
}
