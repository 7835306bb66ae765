// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.backend.HandClock;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.Topics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileReader;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
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

  private final List<String> overrides;
  final HandClock clock;
  final StopSignal stop;
  final MockConsumer<byte[], byte[]> consumer;
  final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
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
    tenants.forEach(tenant -> new Topics(tenant).ofTenant().forEach(this::add));
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
    return target().open(book, watch, consumer, producer);
  }

  KafkaTarget target() {
    try {
      HonoProfile profile =
          new ProfileReader<>(HonoProfile.class, Map.of())
              .read(Path.of("../profiles/quickstart.yaml"), overrides);
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
    RecordHeaders kafkaHeaders = new RecordHeaders();
    headers.forEach((name, text) -> kafkaHeaders.add(name, HonoHeaders.value(text)));
    byte[] value = payload.getBytes(StandardCharsets.UTF_8);
    consumer.addRecord(
        new ConsumerRecord<>(
            topic,
            0,
            nextOffset++,
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
