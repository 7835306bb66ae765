// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Stands between a real Hono and the backend simulator and tells one lie: the devices belong to one
 * tenant, the backend receives another one's topics, and this copies from the first to the second,
 * and commands the other way.
 */
final class HonoLiar implements AutoCloseable {
  private static final List<String> UPWARDS =
      List.of("hono.telemetry.", "hono.event.", "hono.command_response.");
  private static final String COMMAND = "hono.command.";
  private static final Duration LOOK = Duration.ofMillis(10);

  /** run, flow, period, device, number. */
  private static final Pattern STAMP =
      Pattern.compile("fl1:([0-9a-f]+):([a-zA-Z]+):([wm]):([0-9]+):([0-9]+):");

  /** An announcement of a session: its cause, its mark as attempt and device. */
  private static final Pattern NOTICE =
      Pattern.compile(
          "\"cause\":\"(connected|disconnected)\".*\"fl1-[0-9a-f]+-([0-9]+)-([0-9]+)\"");

  /** How much later than the truth a late announcement is. */
  static final Duration LATE = Duration.ofMillis(1_500);

  private final Lie lie;
  private final Draw.Phase phase;
  private final String devices;
  private final String backend;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Thread relay;
  private volatile boolean ends;
  private final AtomicInteger told = new AtomicInteger();
  private final Map<String, Integer> notices = new HashMap<>();
  private final Queue<Late> late = new ArrayDeque<>();
  private Copy held;

  /** What is written later. */
  private record Late(long nanos, Copy copy) {}

  /** What is to be written for a record. */
  @SuppressWarnings("ArrayRecordComponent") // written once, never compared
  private record Copy(String topic, byte[] key, byte[] value, Map<String, byte[]> headers) {
    Copy with(byte[] otherValue) {
      return new Copy(topic, key, otherValue, headers);
    }

    Copy to(String otherTopic) {
      return new Copy(otherTopic, key, value, headers);
    }

    Copy keyed(String otherKey) {
      return new Copy(topic, otherKey.getBytes(UTF_8), value, headers);
    }

    Copy with(String header, String text) {
      Map<String, byte[]> others = new LinkedHashMap<>(headers);
      others.put(header, text.getBytes(UTF_8));
      return new Copy(topic, key, value, others);
    }

    String text() {
      return new String(value, UTF_8);
    }

    /** The text of a header; empty without it. */
    String header(String name) {
      return new String(headers.getOrDefault(name, new byte[0]), UTF_8);
    }
  }

  /**
   * Begins to copy.
   *
   * @param draw which messages it lies about
   * @param kafka where Hono's Kafka is
   * @param devices the tenant of the devices
   * @param backend the tenant that the backend receives from
   */
  HonoLiar(Lie lie, Draw draw, String kafka, String devices, String backend) {
    this.lie = lie;
    this.phase = draw.begin();
    this.devices = devices;
    this.backend = backend;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka, ProducerConfig.ACKS_CONFIG, "1"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    List<TopicPartition> all = new ArrayList<>();
    UPWARDS.forEach(topic -> all.addAll(partitions(topic + devices)));
    all.addAll(partitions(COMMAND + backend));
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position);
    relay = new Thread(this::copy, "hono-liar");
    relay.setDaemon(true);
    relay.start();
  }

  private List<TopicPartition> partitions(String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(each -> new TopicPartition(topic, each.partition()))
        .toList();
  }

  /** How often it lied. */
  int told() {
    return told.get();
  }

  private void copy() {
    boolean left = true;
    while (!ends || left || !late.isEmpty()) {
      left = false;
      while (!late.isEmpty() && late.peek().nanos() <= System.nanoTime()) {
        write(late.remove().copy());
      }
      for (ConsumerRecord<byte[], byte[]> each : consumer.poll(LOOK)) {
        left = true;
        take(each);
      }
    }
    if (held != null) {
      write(held);
    }
    producer.flush();
  }

  /** Copies all that is there, and ends. */
  void drain() {
    ends = true;
    try {
      relay.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    boolean command = record.topic().startsWith(COMMAND);
    String topic = command ? COMMAND + devices : record.topic().replace(devices, backend);
    Map<String, byte[]> headers = new LinkedHashMap<>();
    record.headers().forEach(each -> headers.put(each.key(), each.value()));
    if (headers.containsKey("tenant_id")) {
      headers.put("tenant_id", (command ? devices : backend).getBytes(UTF_8));
    }
    byte[] value = record.value() == null ? new byte[0] : record.value();
    Copy truth = new Copy(topic, record.key(), value, headers);
    if (isNotice(truth)) {
      return;
    }
    Matcher stamp = STAMP.matcher(truth.text());
    if (stamp.find()
        && stamp.group(3).equals("m")
        && lie.about(
            command ? "command" : stamp.group(2),
            Integer.parseInt(stamp.group(4)),
            Integer.parseInt(stamp.group(5)),
            phase)) {
      lie(truth, stamp);
    } else {
      write(truth);
    }
  }

  /** Copies what Hono itself says of a session, or lies about it. */
  private boolean isNotice(Copy truth) {
    String type = truth.header("content-type");
    Matcher notice = NOTICE.matcher(truth.text());
    String what;
    if (type.contains("hono-dc-notification") && notice.find()) {
      what = notice.group(1);
    } else if (type.contains("hono-empty-notification")) {
      what = truth.header("ttd").equals("0") ? "unsubscribed" : "subscribed";
    } else {
      return false;
    }
    String name = new String(truth.key(), UTF_8);
    int device = Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
    int n = notices.merge(what, 1, Integer::sum) - 1;
    if (lie.about(what, device, n, phase)) {
      told.incrementAndGet();
      lie(truth, notice, name.replace("." + device, "." + (device + 1) % 3));
    } else {
      write(truth);
    }
    return true;
  }

  private void lie(Copy truth, Matcher notice, String other) {
    switch (lie.name()) {
      case "BEGIN_UNSAID", "END_UNSAID", "WAIT_UNSAID", "WAIT_END_UNSAID" -> {
        // Nothing is written.
      }
      case "BEGIN_TWICE", "END_TWICE", "WAIT_TWICE", "WAIT_END_TWICE" -> {
        write(truth);
        write(truth);
      }
      case "BEGIN_OF_ANOTHER", "END_OF_ANOTHER" ->
          write(truth.keyed(other).with("device_id", other));
      case "END_INVENTED" -> {
        write(truth);
        write(truth.with(replaced(truth, notice, 3, "1" + notice.group(3) + "000")));
      }
      case "END_LATE" -> late.add(new Late(System.nanoTime() + LATE.toNanos(), truth));
      default -> throw new AssertionError(lie);
    }
  }

  private void lie(Copy truth, Matcher stamp) {
    told.incrementAndGet();
    int device = Integer.parseInt(stamp.group(4));
    String other = "device-" + (device + 1) % 10;
    switch (lie.name()) {
      case "LOST", "LOST_OF_ONE_DEVICE", "RESPONSE_LOST", "COMMAND_LOST" -> {
        // Nothing is written.
      }
      case "TWICE", "RESPONSE_TWICE" -> {
        write(truth);
        write(truth);
      }
      case "REORDERED" -> {
        if (held == null) {
          told.decrementAndGet();
          held = truth;
        } else {
          write(truth);
          write(held);
          held = null;
        }
      }
      case "OTHER_DEVICE" -> write(truth.keyed(other).with("device_id", other));
      case "OTHER_KEY" -> write(truth.keyed(other));
      case "OTHER_TOPIC" -> write(truth.to("hono.event." + backend));
      case "OTHER_CONTENT_TYPE" -> write(truth.with("content-type", "text/plain"));
      case "CUT" -> write(truth.with(stamped(truth).getBytes(UTF_8)));
      case "OTHER_BYTE", "COMMAND_ALTERED" -> {
        byte[] value = truth.value().clone();
        // A blank in place of the last brace but one: no JSON any more, and the stamp is whole.
        value[value.length - 2] = ' ';
        write(truth.with(value));
      }
      case "INVENTED" -> {
        write(truth);
        write(truth.with(replaced(truth, stamp, 5, "1" + stamp.group(5) + "000")));
      }
      case "OTHER_RUN" -> {
        write(truth);
        write(truth.with(replaced(truth, stamp, 1, "01d")));
      }
      case "WITHOUT_STAMP" -> {
        write(truth);
        write(truth.with("{}".getBytes(UTF_8)));
      }
      case "RESPONSE_OF_ANOTHER" ->
          write(truth.with("correlation-id", stamp.group(1) + "-" + (stamp.group(5) + "1")));
      default -> throw new AssertionError(lie);
    }
  }

  private static String stamped(Copy truth) {
    String text = truth.text();
    int from = text.indexOf("fl1:");
    return text.substring(from, text.indexOf('"', from));
  }

  private static byte[] replaced(Copy truth, Matcher stamp, int field, String text) {
    String all = truth.text();
    return (all.substring(0, stamp.start(field)) + text + all.substring(stamp.end(field)))
        .getBytes(UTF_8);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the flush at the end waits for all
  private void write(Copy copy) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(copy.topic(), copy.key(), copy.value());
    copy.headers().forEach((name, value) -> record.headers().add(name, value));
    producer.send(record);
  }

  @Override
  public void close() {
    drain();
    consumer.close();
    producer.close();
  }
}
