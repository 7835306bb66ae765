// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.backend.HandClock;
import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.driver.BackendDriver;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Generator;
import io.fleetload.rig.Golden;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TopicAssignmentTest {
  private final HandClock clock = new HandClock();
  private final StopSignal stop = new StopSignal();
  private final MockedKafka kafka = new MockedKafka(clock, stop);
  private final BackendWatch watch = new BackendWatch(new Generator(null));
  private final ArrivalLedger ledger =
      new ArrivalLedger(List.of("commandQuery"), Map.of(), 1, null, ClockWatch.ofThisHost());

  @Test
  void itStandsAtTheEndOfEveryTopicButThatOfCommands() throws Exception {
    try (BackendDriver.Reception reception = kafka.open(ledger, watch)) {
      assertThat(reception).isNotNull();
      assertThat(kafka.consumer.assignment())
          .extracting(TopicPartition::topic)
          .containsExactlyInAnyOrder(
              MockedKafka.TELEMETRY, MockedKafka.EVENT, MockedKafka.COMMAND_RESPONSE);
      assertThat(kafka.consumer.position(new TopicPartition(MockedKafka.EVENT, 0)))
          .isEqualTo(MockedKafka.END);
    }
  }

  @Test
  void missingTopicsAreNamedTogetherWithWhatToDo() {
    kafka.consumer.updatePartitions(MockedKafka.EVENT, List.of());
    kafka.consumer.updatePartitions(MockedKafka.COMMAND, List.of());

    assertThatThrownBy(() -> kafka.open(ledger, watch))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(
            "127.0.0.1:9092 (target.kafka)", "hono.event.tload_tests, hono.command.tload_tests")
        .message()
        .satisfies(m -> Golden.of("backend").holds("topics that are not there", m));
  }

  @Test
  void aBrokerThatDoesNotAnswerIsGivenUpAfter10Seconds() {
    assertThatThrownBy(() -> open(silent(() -> {})))
        .isInstanceOf(TargetException.class)
        .hasMessageStartingWith("Kafka at 127.0.0.1:9092 (target.kafka) ");
    assertThat(clock.nanos()).isEqualTo(10_000_000_000L);
  }

  @Test
  void itDoesNotWaitForABrokerOnceItHasToStop() {
    Runnable interrupt = () -> stop.stop(StopSignal.Why.INTERRUPTED);
    assertThatThrownBy(() -> open(silent(interrupt))).isInstanceOf(InterruptedException.class);
    assertThat(clock.nanos()).isEqualTo(1_000_000_000L);
  }

  private BackendDriver.Reception open(MockConsumer<byte[], byte[]> consumer) throws Exception {
    return kafka.target().open(ledger, watch, consumer, kafka.producer, kafka.brokers);
  }

  private MockConsumer<byte[], byte[]> silent(Runnable whenAsked) {
    return new MockConsumer<>("none") {
      @Override
      public List<PartitionInfo> partitionsFor(String topic, Duration longest) {
        clock.pass(longest);
        whenAsked.run();
        throw new TimeoutException("no answer");
      }
    };
  }
}
