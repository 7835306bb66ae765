// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The application's side: reads a tenant's topics from their beginning, writes commands. */
final class Application implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final String tenant;
  private final KafkaConsumer<String, byte[]> consumer;
  private final KafkaProducer<String, byte[]> producer;

  Application(String kafka, String tenant) {
    this.tenant = tenant;
    Map<String, Object> common = Map.of("bootstrap.servers", kafka);
    producer = new KafkaProducer<>(common, new StringSerializer(), new ByteArraySerializer());
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka, "group.id", "it", "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(
        List.of(
            "hono.telemetry." + tenant, "hono.event." + tenant, "hono.command_response." + tenant));
  }

  /** The first record from now on that the test is after. */
  ConsumerRecord<String, byte[]> next(Predicate<ConsumerRecord<String, byte[]>> wanted) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      for (ConsumerRecord<String, byte[]> r : consumer.poll(Duration.ofMillis(100))) {
        if (wanted.test(r)) {
          return r;
        }
      }
    }
    throw new AssertionError("no such record within " + PATIENCE);
  }

  void command(String device, String subject, String correlation, String json) throws Exception {
    ProducerRecord<String, byte[]> command =
        new ProducerRecord<>("hono.command." + tenant, device, bytes(json));
    command
        .headers()
        .add("device_id", bytes(device))
        .add("subject", bytes(subject))
        .add("correlation-id", bytes(correlation))
        .add("response-required", bytes("true"))
        .add("content-type", bytes("application/json"));
    producer.send(command).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  static String header(ConsumerRecord<?, ?> r, String name) {
    Header header = r.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
    producer.close();
  }
}
