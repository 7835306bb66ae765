// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.RunClock;
import io.fleetload.hono.Topics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Places a consumer at the end of every partition of the tenants' topics. They are assigned to it
 * outright: a consumer group could rebalance in mid-run and read records twice, and the run would
 * count duplicates that it made itself.
 */
final class TopicAssignment {
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final Duration ATTEMPT = Duration.ofSeconds(1);

  private final Consumer<?, ?> consumer;
  private final List<Topics> tenants;
  private final String address;
  private final RunClock clock;
  private final StopSignal stop;

  TopicAssignment(
      Consumer<?, ?> consumer,
      List<Topics> tenants,
      String address,
      RunClock clock,
      StopSignal stop) {
    this.consumer = consumer;
    this.tenants = tenants;
    this.address = address;
    this.clock = clock;
    this.stop = stop;
  }

  /**
   * Assigns the partitions and waits until the place in each is known; from then on nothing that is
   * written to them is missed.
   *
   * @throws TargetException if Kafka does not answer within 10 s or a topic is missing
   * @throws InterruptedException if the tool has to stop before that
   */
  Set<TopicPartition> atEnds() throws TargetException, InterruptedException {
    long begun = clock.nanos();
    Set<TopicPartition> assigned = new LinkedHashSet<>();
    List<String> missing = new ArrayList<>();
    for (Topics topics : tenants) {
      for (String topic :
          List.of(topics.telemetry(), topics.event(), topics.commandResponse(), topics.command())) {
        List<PartitionInfo> partitions =
            ask(begun, attempt -> consumer.partitionsFor(topic, attempt));
        if (partitions == null || partitions.isEmpty()) {
          missing.add(topic);
        } else if (!topic.equals(topics.command())) {
          partitions.forEach(each -> assigned.add(new TopicPartition(topic, each.partition())));
        }
      }
    }
    if (!missing.isEmpty()) {
      throw new TargetException(
          address
              + " has no topic "
              + String.join(", ", missing)
              + "; run provisioning, which makes the tenant's topics");
    }
    consumer.assign(assigned);
    consumer.seekToEnd(assigned);
    for (TopicPartition each : assigned) {
      ask(begun, attempt -> consumer.position(each, attempt));
    }
    return assigned;
  }

  private <T> T ask(long begun, Function<Duration, T> question)
      throws TargetException, InterruptedException {
    while (true) {
      if (stop.why() != null) {
        throw new InterruptedException("stopped before the run");
      }
      try {
        return question.apply(ATTEMPT);
      } catch (InterruptException e) {
        throw KafkaReception.interrupted(e);
      } catch (TimeoutException e) {
        if (clock.nanos() - begun >= PATIENCE_NANOS) {
          throw new TargetException(
              address + " does not answer; is it running, and is the address right?");
        }
      } catch (KafkaException e) {
        throw new TargetException(address + ": " + KafkaTarget.oneLine(e));
      }
    }
  }
}
