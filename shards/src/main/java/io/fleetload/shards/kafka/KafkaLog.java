// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import io.fleetload.process.TargetException;
import io.fleetload.shards.log.SharedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic of one partition, with the order of the log.
 *
 * @param address the address of the cluster, for messages
 * @param producer closed with the log
 * @param consumer closed with the log; placed at the first entry to read
 */
record KafkaLog(
    TopicPartition topic,
    String address,
    Producer<String, String> producer,
    Consumer<String, String> consumer)
    implements SharedLog {
  /** An append, or a look at the topic, that Kafka does not answer fails after this time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(100);

  @Override
  public String name() {
    return "topic " + topic.topic();
  }

  @Override
  public void append(String entry) throws TargetException {
    try {
      // The producer's own bounds end it.
      producer.send(new ProducerRecord<>(topic.topic(), 0, null, entry)).get();
    } catch (ExecutionException | KafkaException e) {
      throw failed("cannot be written", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was not written", e);
    }
  }

  @Override
  public List<String> read() throws TargetException {
    try {
      List<String> entries = new ArrayList<>();
      consumer.poll(LOOK).forEach(each -> entries.add(each.value()));
      return entries;
    } catch (KafkaException e) {
      throw failed("cannot be read", e);
    }
  }

  @Override
  public void skip() throws TargetException {
    try {
      consumer.seekToEnd(List.of(topic));
      // The place is looked up only when it is asked for.
      consumer.position(topic, PATIENCE);
    } catch (KafkaException e) {
      throw failed("cannot be read", e);
    }
  }

  private TargetException failed(String what, Throwable why) {
    return new TargetException(
        "coordination: %s of %s %s%s".formatted(name(), address, what, reason(why)));
  }

  /** Returns the message at the root of a failure. */
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
    close(producer, consumer);
  }

  static void close(Producer<?, ?> producer, Consumer<?, ?> consumer) {
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }
}
