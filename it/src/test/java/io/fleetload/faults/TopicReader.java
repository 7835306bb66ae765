// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a tenant's topics from their beginning to where they end now. It shares nothing with the
 * backend simulator but the topics: not its client's settings, its thread, nor how it reads a
 * stamp.
 */
final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final String NOT_DELIVERED =
      "application/vnd.eclipse-hono-delivery-failure-notification+json";

  private final String kafka;

  /** A reader of the broker at that address. */
  TopicReader(String kafka) {
    this.kafka = kafka;
  }

  /**
   * What is there of a run.
   *
   * @throws AssertionError if it cannot be read in half a minute
   */
  Arrived read(String tenant, String run) {
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    Arrived arrived = new Arrived(run);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = partitions(consumer, tenant);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long giveUp = System.nanoTime() + LONGEST.toNanos();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        if (System.nanoTime() > giveUp) {
          throw new AssertionError("the topics of " + tenant + " cannot be read to their ends");
        }
        consumer.poll(POLL).forEach(record -> take(arrived, record));
      }
    }
    return arrived;
  }

  private static List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer, String tenant) {
    List<TopicPartition> all = new ArrayList<>();
    for (String kind : List.of("telemetry", "event", "command", "command_response")) {
      for (PartitionInfo each : consumer.partitionsFor("hono." + kind + "." + tenant)) {
        all.add(new TopicPartition(each.topic(), each.partition()));
      }
    }
    return all;
  }

  private static void take(Arrived arrived, ConsumerRecord<byte[], byte[]> record) {
    boolean refusal = NOT_DELIVERED.equals(header(record, "content-type"));
    if (refusal || record.topic().startsWith("hono.command.")) {
      arrived.command(header(record, "correlation-id"), refusal);
    } else {
      arrived.message(record.value());
    }
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
  }
}
