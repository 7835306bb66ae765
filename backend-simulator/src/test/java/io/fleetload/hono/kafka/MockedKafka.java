// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.backend.HandClock;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.name.Topics;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.profile.TopicSettings;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka as a test wants it: one partition a topic, and time passes when nothing arrives. */
public final class MockedKafka {
  static final String TELEMETRY = "hono.telemetry.tload_tests";
  static final String EVENT = "hono.event.tload_tests";
  static final String COMMAND = "hono.command.tload_tests";
  static final String COMMAND_RESPONSE = "hono.command_response.tload_tests";

  /** Where every topic ends when the test begins. */
  static final long END = 100;

  private static final Uuid FIRST = new Uuid(1, 1);
  private static final Uuid SECOND = new Uuid(2, 2);

  private final List<String> overrides;
  final HandClock clock;
  final StopSignal stop;
  final MockConsumer<byte[], byte[]> consumer;
  final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());

  /** Answers at once, of what the consumer's topics are. */
  final Brokers brokers =
      new Brokers() {
        @Override
        public CompletableFuture<Map<String, Topic>> topics(Set<String> names) {
          Map<String, Topic> found = new HashMap<>();
          for (String each : names) {
            int partitions = consumer.partitionsFor(each).size();
            if (partitions > 0) {
              found.put(each, new Topic(ids.getOrDefault(each, FIRST), partitions));
            }
          }
          return answer(found);
        }

        @Override
        public CompletableFuture<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions) {
          return answer(consumer.endOffsets(partitions));
        }

        private <T> CompletableFuture<T> answer(T said) {
          CompletableFuture<T> answer = new CompletableFuture<>();
          if (brokersAnswer) {
            answer.complete(said);
          } else {
            unanswered.add(() -> answer.complete(said));
          }
          return answer;
        }

        @Override
        public void close() {}
      };

  private final List<Runnable> unanswered = new ArrayList<>();
  private final Map<String, Uuid> ids = new HashMap<>();
  private boolean brokersAnswer = true;
  private long nextOffset = END;

  /** With all topics of the one tenant there. */
  public MockedKafka(HandClock clock, StopSignal stop) {
    this(clock, stop, List.of("tload_tests"), List.of());
  }

  /** With all topics of the given tenants there, and changes to the profile. */
  MockedKafka(HandClock clock, StopSignal stop, List<String> tenants, List<String> overrides) {
    this.overrides = overrides;
    this.clock = clock;
    this.stop = stop;
    this.consumer = consumer(clock);
    tenants.forEach(
        tenant -> new Topics(tenant, TopicSettings.PUBLISHED).ofTenant().forEach(this::add));
  }

  /** Of the four flows of fifty devices. */
  static ArrivalLedger ledger() {
    return new ArrivalLedger(
        List.of("telemetry", "event", "commandQuery", "commandResponse"),
        Map.of("commandResponse", "commandQuery"),
        50,
        RunId.parse("ab12"),
        ClockWatch.ofThisHost());
  }

  private void add(String topic) {
    consumer.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, null, null, null)));
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.updateBeginningOffsets(Map.of(partition, 0L));
    consumer.updateEndOffsets(Map.of(partition, END));
  }

  private static MockConsumer<byte[], byte[]> consumer(HandClock clock) {
    return new MockConsumer<>("none") {
      @Override
      public synchronized ConsumerRecords<byte[], byte[]> poll(Duration longest) {
        ConsumerRecords<byte[], byte[]> batch = super.poll(longest);
        clock.pass(batch.isEmpty() ? longest : Duration.ofMillis(1));
        return batch;
      }

      @Override
      public synchronized void seekToBeginning(Collection<TopicPartition> partitions) {
        // As Kafka's own client does, which the mock does not.
        super.seekToBeginning(partitions.isEmpty() ? assignment() : partitions);
      }
    };
  }

  /** Opens a reception. */
  public BackendDriver.Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    return target().open(book, watch, consumer, producer, brokers);
  }

  /** The brokers stand still, for as long as nothing else is said. */
  void brokersStandStill() {
    brokersAnswer = false;
  }

  /** The brokers go on, and answer what they were asked. */
  void brokersGoOn() {
    brokersAnswer = true;
    unanswered.forEach(Runnable::run);
    unanswered.clear();
  }

  /** A topic is deleted and made again, with as many partitions. */
  void makeAgain(String topic) {
    ids.put(topic, SECOND);
  }

  KafkaTarget target() {
    try {
      HonoProfile profile =
          (HonoProfile)
              Scenario.read(Path.of("../profiles/quickstart.yaml"), overrides, Map.of()).profile();
      return new KafkaTarget(profile, clock, stop);
    } catch (ProfileException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does something at the next poll that has nothing else to do. */
  public void then(Runnable task) {
    consumer.schedulePollTask(task);
  }

  /** Lets a poll pass without anything. */
  public void consumerIdles() {
    consumer.scheduleNopPollTask();
  }

  /** Lets the consumer fail at the next poll. */
  public void failsForGood(String message) {
    consumer.setPollException(new KafkaException(message));
  }

  /** A telemetry message arrives. */
  public void telemetry(Stamp stamp) {
    arrives(TELEMETRY, stamp.text(), Map.of("device_id", "device-" + stamp.device()));
  }

  /** A command query arrives. */
  public void query(Stamp stamp) {
    arrives(TELEMETRY, stamp.text(), Map.of("device_id", "device-" + stamp.device(), "ttd", "10"));
  }

  /** The producer acknowledges everything. */
  public void acknowledge() {
    while (producer.completeNext()) {
      // Each in its turn.
    }
  }

  void arrives(String topic, String payload, Map<String, String> headers) {
    arrives(new TopicPartition(topic, 0), nextOffset++, payload, headers);
  }

  /** A record arrives in a partition of its own. */
  void arrives(TopicPartition partition, long offset, String payload) {
    arrives(partition, offset, payload, Map.of());
  }

  private void arrives(
      TopicPartition partition, long offset, String payload, Map<String, String> headers) {
    RecordHeaders kafkaHeaders = new RecordHeaders();
    headers.forEach((name, text) -> kafkaHeaders.add(name, HonoHeaders.value(text)));
    byte[] value = payload.getBytes(StandardCharsets.UTF_8);
    consumer.addRecord(
        new ConsumerRecord<>(
            partition.topic(),
            partition.partition(),
            offset,
            0,
            TimestampType.CREATE_TIME,
            0,
            value.length,
            null,
            value,
            kafkaHeaders,
            Optional.empty()));
  }
}
