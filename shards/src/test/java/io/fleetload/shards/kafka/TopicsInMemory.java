// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import io.fleetload.shards.log.LogStore;
import io.fleetload.shards.log.SharedLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics without a broker: what one client writes, all others read. */
public final class TopicsInMemory implements LogStore {
  private final Map<TopicPartition, Topic> topics = new HashMap<>();

  private static final class Topic {
    private final List<ConsumerRecord<String, String>> records = new ArrayList<>();
    private final List<MockConsumer<String, String>> readers = new ArrayList<>();
  }

  @Override
  public SharedLog open(String name, int writers) {
    TopicPartition place = new TopicPartition("fleetload.test." + name, 0);
    Topic topic = topics.computeIfAbsent(place, each -> new Topic());
    MockConsumer<String, String> consumer = new MockConsumer<>("none");
    consumer.assign(List.of(place));
    consumer.updateBeginningOffsets(Map.of(place, 0L));
    consumer.updateEndOffsets(Map.of(place, (long) topic.records.size()));
    KafkaLog log =
        new KafkaLog(List.of(place), "Kafka at memory", () -> new Writer(place, topic), consumer);
    topic.records.forEach(consumer::addRecord);
    topic.readers.add(consumer);
    return log;
  }

  private static final class Writer extends MockProducer<String, String> {
    private final TopicPartition place;
    private final Topic topic;

    private Writer(TopicPartition place, Topic topic) {
      super(true, null, new StringSerializer(), new StringSerializer());
      this.place = place;
      this.topic = topic;
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<String, String> record) {
      long offset = topic.records.size();
      ConsumerRecord<String, String> written =
          new ConsumerRecord<>(place.topic(), 0, offset, record.key(), record.value());
      topic.records.add(written);
      for (MockConsumer<String, String> each : topic.readers) {
        if (!each.closed()) {
          each.updateEndOffsets(Map.of(place, offset + 1));
          each.addRecord(written);
        }
      }
      return CompletableFuture.completedFuture(new RecordMetadata(place, offset, 0, 0, 0, 0));
    }
  }
}
