// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.receive;

import io.fleetload.flow.FlowSpec;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Telemetry of Hono's devices in Kafka, as its adapter writes it: stamped bodies with the device as
 * the key and in the headers. Every partition gets as many.
 */
public final class Records implements AutoCloseable {
  static final String TENANT = "bench";
  static final String TOPIC = "hono.telemetry." + TENANT;
  static final RunId RUN = new RunId(0xbe9c);
  static final int DEVICES = 10_000;

  private static final String FLOW = "telemetry";
  private static final int PARTITIONS = 10;
  private static final int BYTES = 500;

  private final Producer<byte[], byte[]> producer;
  private final FlowSpec flow;
  private int next;

  /**
   * None yet.
   *
   * @param kafka host:port
   */
  public Records(String kafka) throws IOException {
    this.flow = new HonoPack().describe(profile(kafka)).flows().get(0);
    Properties settings = new Properties();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 1);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  static HonoProfile profile(String kafka) throws IOException {
    Path file = Files.createTempFile("bench", ".yaml");
    try {
      Files.write(
          file,
          List.of(
              "run: { name: bench }",
              "target: { kind: external, coap: \"127.0.0.1:9\", kafka: \"%s\", provision: false }"
                  .formatted(kafka),
              "tenant: { id: %s }".formatted(TENANT),
              "devices: { count: %d, psk: { derivedFrom: bench } }".formatted(DEVICES),
              "phases: { measure: 1h }",
              "flows: { %s: { rate: 1/s, size: %dB } }".formatted(FLOW, BYTES)));
      return (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    } catch (ProfileException e) {
      throw new IllegalStateException(e);
    } finally {
      Files.delete(file);
    }
  }

  /** Until when a reader waits for what was written for so many seconds, in ns. */
  static long longest(double seconds) {
    return Math.round(seconds * 10e9);
  }

  /** Writes so many more, and waits until Kafka has them. */
  public void write(int count) {
    send(count);
    producer.flush();
  }

  /** Writes so many a second, some of them in each millisecond. */
  public void write(int perSecond, double seconds) {
    long began = System.nanoTime();
    int sent = 0;
    for (long millis = 1; millis <= seconds * 1_000; millis++) {
      int due = (int) (millis * perSecond / 1_000);
      send(due - sent);
      sent = due;
      LockSupport.parkNanos(began + millis * 1_000_000 - System.nanoTime());
    }
    producer.flush();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a flush waits for all, and a reader counts them
  private void send(int count) {
    for (int i = 0; i < count; i++) {
      int device = next % DEVICES;
      String name = "device-" + device;
      long now = System.currentTimeMillis() * 1_000_000L;
      Stamp stamp = new Stamp(RUN, FLOW, Period.MEASURED, device, next++, now, now);
      byte[] key = name.getBytes(StandardCharsets.UTF_8);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(
              TOPIC, device % PARTITIONS, key, flow.body(each -> name, device, stamp));
      record.headers().add("device_id", key);
      record.headers().add("content-type", "application/json".getBytes(StandardCharsets.UTF_8));
      producer.send(record);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
