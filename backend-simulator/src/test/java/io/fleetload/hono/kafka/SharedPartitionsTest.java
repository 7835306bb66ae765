// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.backend.HandClock;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Generator;
import io.fleetload.results.run.Shard;
import io.fleetload.rig.Golden;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several backends read every partition of the tenants' topics between them, each of them once. */
class SharedPartitionsTest {
  private static final List<String> TENANTS = List.of("a", "b");
  private static final List<String> PROFILE = List.of("tenant=null", "tenants=[{id: a}, {id: b}]");

  private final HandClock clock = new HandClock();
  private final BackendWatch watch = new BackendWatch(new Generator(null));

  private MockedKafka kafka() {
    MockedKafka kafka = new MockedKafka(clock, new StopSignal(), TENANTS, PROFILE);
    for (String tenant : TENANTS) {
      has(kafka, "hono.telemetry." + tenant, 10);
      has(kafka, "hono.event." + tenant, 4);
      has(kafka, "hono.command_response." + tenant, 2);
    }
    return kafka;
  }

  static void has(MockedKafka kafka, String topic, int partitions) {
    MockConsumer<byte[], byte[]> consumer = kafka.consumer;
    List<PartitionInfo> all = new ArrayList<>();
    Map<TopicPartition, Long> begins = new HashMap<>();
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (int number = 0; number < partitions; number++) {
      all.add(new PartitionInfo(topic, number, null, null, null));
      begins.put(new TopicPartition(topic, number), 0L);
      ends.put(new TopicPartition(topic, number), MockedKafka.END);
    }
    consumer.updatePartitions(topic, all);
    consumer.updateBeginningOffsets(begins);
    consumer.updateEndOffsets(ends);
  }

  private BackendDriver.Reception open(MockedKafka kafka, Shard part) throws Exception {
    return kafka
        .target()
        .part(part)
        .open(MockedKafka.ledger(), watch, kafka.consumer, kafka.producer, kafka.brokers);
  }

  private static void poll(BackendDriver.Reception reception, int times) throws Exception {
    int[] polls = {0};
    reception.receive(() -> polls[0]++ >= times, () -> {});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void everyPartitionIsOfExactlyOneAlsoWhereTopicsGrow(int count) throws Exception {
    List<TopicPartition> read = new ArrayList<>();
    List<TopicPartition> readAfterwards = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      MockedKafka kafka = kafka();
      try (BackendDriver.Reception reception = open(kafka, new Shard(number, count))) {
        read.addAll(kafka.consumer.assignment());
        has(kafka, "hono.event.b", 9);
        clock.pass(Duration.ofSeconds(1));
        IntStream.range(0, 8).forEach(each -> kafka.then(() -> clock.pass(Duration.ofSeconds(1))));
        poll(reception, 8);
        readAfterwards.addAll(kafka.consumer.assignment());
        for (TopicPartition each : kafka.consumer.assignment()) {
          boolean isNew = each.topic().equals("hono.event.b") && each.partition() >= 4;
          assertThat(kafka.consumer.position(each))
              .as("%s: nothing is missed, nothing read again", each)
              .isEqualTo(isNew ? 0 : MockedKafka.END);
        }
        assertThat(reception.remarks())
            .anySatisfy(
                line -> assertThat(line).contains("hono.event.b", "from 4 to 9 partitions"));
      }
    }
    assertThat(read).hasSize(2 * (10 + 4 + 2)).doesNotHaveDuplicates();
    assertThat(readAfterwards).hasSize(2 * (10 + 4 + 2) + 5).doesNotHaveDuplicates();
  }

  @Test
  void aDeviceHasOneBackendForAllFlowsWhereTheyShareEveryTopicEvenly() throws Exception {
    MockedKafka kafka = kafka();
    try (BackendDriver.Reception reception = open(kafka, new Shard(2, 2))) {
      assertThat(reception.remarks()).isEmpty();
      // A key's partition is its hash modulo 10, 4 or 2: all odd, or all even.
      assertThat(kafka.consumer.assignment())
          .allMatch(each -> (each.partition() % 2 == 1) == each.topic().endsWith(".a"));
    }
  }

  @Test
  void anUnevenShareIsSaid() throws Exception {
    MockedKafka kafka = kafka();
    try (BackendDriver.Reception reception = open(kafka, new Shard(1, 3))) {
      assertThat(reception.remarks())
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line).contains("hono.telemetry.a", "10 partitions", "3 backends");
                Golden.of("backend").holds("partitions that backends do not share evenly", line);
              });
    }
  }

  @Test
  void aBackendWithoutAPartitionIsOneLine() {
    MockedKafka kafka = kafka();
    assertThatThrownBy(() -> open(kafka, new Shard(12, 12)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--backend: ")
        .hasMessageContainingAll("12/12", "10 partitions", "topics.telemetry")
        .message()
        .satisfies(m -> Golden.of("backend").holds("more backends than partitions", m));
  }
}
