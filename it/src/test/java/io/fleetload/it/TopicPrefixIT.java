// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application on topics with a prefix. No release of Hono has one, so a mirror takes messages
 * from Hono's topics to those with the prefix, and commands back.
 */
@Tag("nightly")
@Tag("further-runs")
@ExtendWith(Hono.Shared.class)
class TopicPrefixIT {
  private static final String PREFIX = "site-7.";
  private static final String TENANT = "mirrored";

  @TempDir private Path directory;

  private final Hono hono;

  TopicPrefixIT(Hono hono) {
    this.hono = hono;
  }

  /** A thread that copies records, each in its partition and with its headers. */
  private static final class Mirror implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> from;
    private final KafkaProducer<byte[], byte[]> to;
    private final CompletableFuture<Void> ended;

    private Mirror(String kafka) {
      from =
          new KafkaConsumer<>(
              Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      to =
          new KafkaProducer<>(
              Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      List<TopicPartition> partitions = new ArrayList<>();
      for (String topic :
          List.of(
              "hono.telemetry.", "hono.event.", "hono.command_response.", PREFIX + "command.")) {
        for (PartitionInfo each : from.partitionsFor(topic + TENANT)) {
          partitions.add(new TopicPartition(each.topic(), each.partition()));
        }
      }
      from.assign(partitions);
      from.seekToBeginning(partitions);
      ended = CompletableFuture.runAsync(this::copy);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is lost is missing in the ledger
    private void copy() {
      try {
        while (true) {
          from.poll(Duration.ofSeconds(1))
              .forEach(
                  each ->
                      to.send(
                          new ProducerRecord<>(
                              copied(each.topic()),
                              each.partition(),
                              null,
                              each.key(),
                              each.value(),
                              each.headers())));
        }
      } catch (WakeupException e) {
        // It is closed.
      }
    }

    private static String copied(String topic) {
      return topic.startsWith(PREFIX)
          ? "hono." + topic.substring(PREFIX.length())
          : PREFIX + topic.substring("hono.".length());
    }

    @Override
    public void close() {
      from.wakeup();
      ended.join();
      from.close();
      to.close();
    }
  }

  private String profile(String more) {
    return """
    run: { name: prefix }
    target: { kind: external, coap: %s, kafka: %s, mongodb: %s, database: %s }
    tenant: { id: %s }
    devices: { count: 5, timeout: 5s, psk: { derivedFrom: one } }
    phases: { measure: 4s, drain: 20s }
    flows:
      reading: { kind: telemetry, rate: 5/s }
      alarm: { kind: event, rate: 5/s }
      ask: { kind: commandQuery, rate: 5/s, ttd: 5s }
    generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
    thresholds: [flows.*.achieved >= 0%%]
    %s
    """
        .formatted(
            hono.endpoint("coap"),
            hono.endpoint("kafka"),
            hono.endpoint("mongodb"),
            hono.endpoint("database"),
            TENANT,
            more);
  }

  @Test
  void messagesAndCommandsGoByTheTopicsWithThePrefix() throws Exception {
    String prefixed = profile("topics: { prefix: " + PREFIX + " }");
    hono.provision(profile(""), List.of(TENANT));
    hono.provision(prefixed, List.of(TENANT));
    Path file = Files.writeString(directory.resolve("profile.yaml"), prefixed);
    Path out = directory.resolve("out");
    try (Mirror mirror = new Mirror(hono.endpoint("kafka"));
        CommandRun run = CommandRun.loadtest(List.of("run", file.toString(), "--out=" + out))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(mirror.ended).isNotDone();
    }

    JsonNode result = new ObjectMapper().readTree(out.resolve("result.json").toFile());
    assertThat(result.at("/ledger/delivered").asInt()).isEqualTo(80);
    assertThat(result.at("/commands/answersSeen").asInt()).isEqualTo(20);
    for (String figure : List.of("lost", "duplicate", "misdelivered", "altered")) {
      assertThat(result.at("/ledger/" + figure).asInt()).as(figure).isZero();
    }
  }
}
