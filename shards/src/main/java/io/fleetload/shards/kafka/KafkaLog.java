// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import io.fleetload.process.TargetException;
import io.fleetload.shards.log.LogPlace;
import io.fleetload.shards.log.SharedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** A topic with the orders of the log as its partitions. */
final class KafkaLog implements SharedLog {
  /** An append, or a look at the topic, that Kafka does not answer fails after this time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(100);

  private final List<TopicPartition> orders;
  private final String address;
  private final Supplier<Producer<String, String>> producers;
  private final Consumer<String, String> consumer;
  private final long[] next;
  private final long[] end;
  private Producer<String, String> producer;

  /**
   * Creates a log that is read from its first entry on.
   *
   * @param orders the topic's partitions, from 0 on
   * @param address the address of the cluster, for messages
   * @param producers makes the one that writes; closed with the log
   * @param consumer closed with the log; has the partitions assigned
   * @throws KafkaException if it cannot look up where they begin and end
   */
  KafkaLog(
      List<TopicPartition> orders,
      String address,
      Supplier<Producer<String, String>> producers,
      Consumer<String, String> consumer) {
    this.orders = orders;
    this.address = address;
    this.producers = producers;
    this.consumer = consumer;
    this.next = new long[orders.size()];
    this.end = new long[orders.size()];
    Map<TopicPartition, Long> first = consumer.beginningOffsets(orders, PATIENCE);
    lookUpEnd();
    for (TopicPartition each : orders) {
      readFrom(each, first.get(each));
    }
  }

  private void lookUpEnd() {
    consumer
        .endOffsets(orders, PATIENCE)
        .forEach((order, offset) -> end[order.partition()] = offset);
  }

  private void readFrom(TopicPartition order, long offset) {
    consumer.seek(order, offset);
    next[order.partition()] = offset;
  }

  @Override
  public String name() {
    return "topic " + orders.get(0).topic();
  }

  @Override
  public LogPlace append(int writer, String entry) throws TargetException {
    try {
      producer = producer == null ? producers.get() : producer;
      int order = writer % orders.size();
      // The producer's own bounds end it.
      return new LogPlace(
          order,
          producer
              .send(new ProducerRecord<>(orders.get(0).topic(), order, null, entry))
              .get()
              .offset());
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
      consumer
          .poll(LOOK)
          .forEach(
              each -> {
                entries.add(each.value());
                next[each.partition()] = each.offset() + 1;
              });
      return entries;
    } catch (KafkaException e) {
      throw failed("cannot be read", e);
    }
  }

  @Override
  public boolean isBehind() {
    for (int order = 0; order < next.length; order++) {
      if (next[order] < end[order]) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Long> reached() {
    List<Long> reached = new ArrayList<>();
    for (long each : next) {
      reached.add(each);
    }
    return reached;
  }

  @Override
  public boolean last(int entries) throws TargetException {
    try {
      lookUpEnd();
      boolean leavesOut = false;
      for (TopicPartition each : orders) {
        int order = each.partition();
        leavesOut |= end[order] - entries > next[order];
        readFrom(each, Math.max(next[order], end[order] - entries));
      }
      return leavesOut;
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
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
    close(consumer);
  }

  static void close(Consumer<?, ?> consumer) {
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }
}
