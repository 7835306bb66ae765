package io.fleetload.backend.kafka;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.BackendWatch;
import io.fleetload.driver.RunClock;
import io.fleetload.hono.HonoFlows;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.hono.KafkaFiles;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Generator;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The Kafka of the installation under test, as a profile names it. */
public final class KafkaTarget {
  private final HonoTarget target;
  private final Generator limits;
  private final TopicsOfTenants topics;
  private final String subject;
  private final RunClock clock;
  private final StopSignal stop;

  /**
   * The Kafka of a profile.
   *
   * @param stop ends the opening before its time
   */
  public KafkaTarget(HonoProfile profile, RunClock clock, StopSignal stop) {
    this.target = profile.target();
    this.limits = profile.generator();
    this.topics = new TopicsOfTenants(profile.sharedBy());
    this.subject = subject(profile.flows().commandQuery());
    this.clock = clock;
    this.stop = stop;
  }

  /**
   * Opens a reception: once it returns, nothing that is written to the tenants' topics is missed,
   * and a command does not wait for a connection.
   *
   * @param ledger where what arrives is counted
   * @throws TargetException if Kafka does not answer within 10 s or a topic is missing
   * @throws UsageException if {@code target.kafkaProperties} are wrong
   * @throws InterruptedException if the tool has to stop before that
   */
  public Reception open(ArrivalLedger ledger)
      throws TargetException, UsageException, InterruptedException {
    new KafkaFiles(target).requireReadable();
    ClientSettings settings = new ClientSettings(target);
    Consumer<byte[], byte[]> consumer = null;
    Producer<byte[], byte[]> producer = null;
    boolean open = false;
    try {
      consumer =
          new KafkaConsumer<>(
              settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
      producer =
          new KafkaProducer<>(
              settings.producer(), new ByteArraySerializer(), new ByteArraySerializer());
      Reception reception = open(ledger, consumer, producer);
      open = true;
      return reception;
    } catch (ConfigException e) {
      throw new UsageException("target.kafkaProperties: " + oneLine(e));
    } catch (InterruptException e) {
      throw Reception.interrupted(e);
    } catch (KafkaException e) {
      throw new TargetException(address() + ": " + oneLine(e));
    } finally {
      if (!open) {
        close(consumer, producer);
      }
    }
  }

  Reception open(
      ArrivalLedger ledger, Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer)
      throws TargetException, InterruptedException {
    Set<TopicPartition> partitions =
        new TopicAssignment(consumer, topics.each(), address(), clock, stop).atEnds();
    // The first look at a topic takes a round trip, which must not fall to the first command. Only
    // now that the topic is known to be there: a producer's look can make one.
    topics.each().forEach(each -> producer.partitionsFor(each.command()));
    CommandWriter commands = new CommandWriter(producer, topics::command, subject, clock);
    BackendWatch watch = new BackendWatch(limits);
    return new Reception(
        consumer,
        partitions,
        new RecordIntake(ledger, commands, topics, watch, clock),
        commands,
        ledger,
        watch,
        clock,
        address());
  }

  private String address() {
    return "Kafka at " + target.kafka() + " (target.kafka)";
  }

  private static String subject(HonoFlows.CommandQuery query) {
    HonoFlows.CommandQuery.Command command =
        query == null ? new HonoFlows.CommandQuery.Command(null, null) : query.command();
    return command.subject();
  }

  private static void close(Consumer<?, ?> consumer, Producer<?, ?> producer) {
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  /** What a failure says at its root, in one line. */
  static String oneLine(KafkaException failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    return text.lines().findFirst().orElse("");
  }
}
