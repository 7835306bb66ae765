// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Hono;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The reader finds in a real Kafka what was written there, and what was not. */
@ExtendWith(WarmHono.class)
class TopicReaderIT {
  private final Hono hono;

  TopicReaderIT(Hono hono) {
    this.hono = hono;
  }

  @Test
  void whatIsMissingTwiceThereOrForeignIsSeen() throws Exception {
    try (KafkaProxy proxy = new KafkaProxy(hono.address("kafka"));
        KafkaProducer<byte[], byte[]> producer = producer(proxy.address())) {
      for (int n : new int[] {0, 1, 3, 3, 2, 6}) {
        message(producer, "reader", ForgedRun.body(ForgedRun.RUN, n));
      }
      message(producer, "reader", ForgedRun.body("1", 0));
      message(producer, "reader", "nothing".getBytes(StandardCharsets.UTF_8));
      command(producer, "command", ForgedRun.RUN + "-5", "application/json");
      command(
          producer,
          "command_response",
          ForgedRun.RUN + "-5",
          "application/vnd.eclipse-hono-delivery-failure-notification+json");
      producer.flush();

      Arrived arrived = new TopicReader(proxy.address()).read("reader", ForgedRun.RUN);

      Arrived.Flow flow = arrived.flow("telemetry");
      assertThat(flow.numbers()).containsExactly(0, 1, 2, 3, 6);
      assertThat(flow.duplicate()).isEqualTo(1);
      assertThat(flow.outOfOrder()).as("2 of device 0 is behind no later one").isZero();
      assertThat(arrived.foreign()).isEqualTo(1);
      assertThat(arrived.unstamped()).isEqualTo(1);
      assertThat(arrived.commands()).containsExactly(5);
      assertThat(arrived.refused()).containsExactly(5);
    }
  }

  @Test
  void whatIsHeldUpComesAfterwards() throws Exception {
    InetSocketAddress broker = hono.address("kafka");
    try (KafkaProxy proxy = new KafkaProxy(broker);
        KafkaProducer<byte[], byte[]> producer = producer(proxy.address())) {
      producer.partitionsFor("hono.event.held");
      proxy.hold();
      var sent =
          producer.send(new ProducerRecord<>("hono.event.held", ForgedRun.body(ForgedRun.RUN, 7)));
      Arrived before = read(broker);
      assertThat(sent).isNotDone();
      proxy.release();
      sent.get();

      assertThat(before.flow("telemetry").numbers()).doesNotContain(7);
      assertThat(read(broker).flow("telemetry").numbers()).contains(7);
    }
  }

  private static Arrived read(InetSocketAddress broker) {
    return new TopicReader("127.0.0.1:" + broker.getPort()).read("held", ForgedRun.RUN);
  }

  private static KafkaProducer<byte[], byte[]> producer(String address) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, address),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void message(KafkaProducer<byte[], byte[]> producer, String tenant, byte[] body)
      throws Exception {
    producer.send(new ProducerRecord<>("hono.telemetry." + tenant, 0, null, body)).get();
  }

  private static void command(
      KafkaProducer<byte[], byte[]> producer, String kind, String id, String contentType)
      throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>("hono." + kind + ".reader", new byte[0]);
    record.headers().add("correlation-id", id.getBytes(StandardCharsets.UTF_8));
    record.headers().add("content-type", contentType.getBytes(StandardCharsets.UTF_8));
    producer.send(record).get();
  }
}
