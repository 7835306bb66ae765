// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.receive;

import io.fleetload.bench.contestant.Contestant;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's own client alone, with the settings of the product's backend: it polls and counts. */
public final class BareConsumer implements Contestant {
  private static final Duration POLL = Duration.ofMillis(10);

  private final double perSecond;
  private final Consumer<byte[], byte[]> consumer;

  /**
   * Not connected.
   *
   * @param kafka host:port
   * @param perSecond how many records were written for each second of a window
   */
  public BareConsumer(String kafka, double perSecond) {
    this.perSecond = perSecond;
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    settings.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  public Deeds connect(int count, double ignored) {
    List<TopicPartition> all =
        consumer.partitionsFor(Records.TOPIC).stream()
            .map(each -> new TopicPartition(Records.TOPIC, each.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position);
    return new Deeds(count, 0, 0);
  }

  @Override
  public Deeds send(double seconds) {
    long wanted = Math.round(seconds * perSecond);
    long read = 0;
    long latest = System.nanoTime() + Records.longest(seconds);
    while (read < wanted && System.nanoTime() < latest) {
      read += consumer.poll(POLL).count();
    }
    return new Deeds(read, wanted - read, 0);
  }

  @Override
  public void disconnect() {
    consumer.close();
  }
}
