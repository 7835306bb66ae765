package io.fleetload.shards.kafka;

import io.fleetload.process.TargetException;
import io.fleetload.shards.TopicLog;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** A topic of one partition, whose order is the log's. */
final class KafkaLog implements TopicLog {
  private final String topic;
  private final String address;
  private final Producer<String, byte[]> producer;
  private final Consumer<String, byte[]> consumer;

  /**
   * Over clients that are closed with it.
   *
   * @param address whose topic it is, for messages
   * @param consumer placed where reading begins; null for a log that is only added to
   */
  KafkaLog(
      String topic,
      String address,
      Producer<String, byte[]> producer,
      Consumer<String, byte[]> consumer) {
    this.topic = topic;
    this.address = address;
    this.producer = producer;
    this.consumer = consumer;
  }

  @Override
  public String name() {
    return topic;
  }

  @Override
  public long append(String key, byte[] value) throws TargetException {
    try {
      RecordMetadata written =
          producer
              .send(new ProducerRecord<>(topic, 0, key, value))
              .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return written.offset();
    } catch (ExecutionException e) {
      throw new TargetException(line("cannot be written", e.getCause()));
    } catch (TimeoutException e) {
      throw new TargetException(line("was not written within " + PATIENCE.toSeconds() + " s", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TargetException(line("was not written", e));
    } catch (KafkaException e) {
      throw new TargetException(line("cannot be written", e));
    }
  }

  @Override
  public List<Entry> poll(Duration longest) throws TargetException {
    try {
      List<Entry> entries = new ArrayList<>();
      for (ConsumerRecord<String, byte[]> record : consumer.poll(longest)) {
        byte[] value = record.value() == null ? new byte[0] : record.value();
        entries.add(new Entry(record.offset(), record.key(), ByteBuffer.wrap(value)));
      }
      return entries;
    } catch (InterruptException e) {
      throw new TargetException(line("was not read", e));
    } catch (KafkaException e) {
      throw new TargetException(line("cannot be read", e));
    }
  }

  private String line(String what, Throwable why) {
    return "run.barrier: topic %s of %s %s%s".formatted(topic, address, what, reason(why));
  }

  /** What a failure says at its root. */
  static String reason(Throwable failure) {
    Throwable root = failure;
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    return root == null || root.getMessage() == null
        ? ""
        : ": " + root.getMessage().lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }
}
