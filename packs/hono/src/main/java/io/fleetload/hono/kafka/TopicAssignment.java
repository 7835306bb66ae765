// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.RunClock;
import io.fleetload.hono.Topics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
 * count duplicates that it made itself. Of several backends each has the partitions that a rule
 * gives it, so nobody has to agree on anything.
 */
final class TopicAssignment {
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final Duration ATTEMPT = Duration.ofSeconds(1);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final Consumer<?, ?> consumer;
  private final List<Topics> tenants;
  private final Shard part;
  private final String address;
  private final RunClock clock;
  private final StopSignal stop;
  private final Map<String, ReadTopic> topics = new LinkedHashMap<>();
  private final Set<TopicPartition> assigned = new LinkedHashSet<>();
  private final List<String> remarks = new ArrayList<>();
  private int turn;
  private long looked;

  /** A topic that is read: the index of its tenant, and how many partitions of it are known. */
  private record ReadTopic(int tenant, int partitions) {}

  /**
   * None yet.
   *
   * @param part which of the run's backends the consumer is of
   */
  TopicAssignment(
      Consumer<?, ?> consumer,
      List<Topics> tenants,
      Shard part,
      String address,
      RunClock clock,
      StopSignal stop) {
    this.consumer = consumer;
    this.tenants = tenants;
    this.part = part;
    this.address = address;
    this.clock = clock;
    this.stop = stop;
  }

  /**
   * Assigns the partitions and waits until the place in each is known; from then on nothing that is
   * written to them is missed.
   *
   * @throws TargetException if Kafka does not answer within 10 s or a topic is missing
   * @throws UsageException if there is no partition for this backend
   * @throws InterruptedException if the tool has to stop before that
   */
  void atEnds() throws TargetException, UsageException, InterruptedException {
    long begun = clock.nanos();
    List<String> missing = new ArrayList<>();
    for (int tenant = 0; tenant < tenants.size(); tenant++) {
      Topics its = tenants.get(tenant);
      for (String topic : its.ofTenant()) {
        int partitions = ask(begun, attempt -> count(topic, attempt));
        if (partitions == 0) {
          missing.add(topic);
        } else if (!topic.equals(its.command())) {
          read(topic, new ReadTopic(tenant, 0), partitions);
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
    if (assigned.isEmpty()) {
      throw new UsageException(
          "--backend: found %s, but no topic of the tenant has more than %d partitions, so nothing is"
                  .formatted(part, most())
              + " left to read; expected at most as many backends, or more for topics.telemetry");
    }
    remarkUneven();
    consumer.assign(assigned);
    consumer.seekToEnd(assigned);
    for (TopicPartition each : assigned) {
      ask(begun, attempt -> consumer.position(each, attempt));
    }
    looked = clock.nanos();
  }

  private int most() {
    return topics.values().stream().mapToInt(ReadTopic::partitions).max().orElse(0);
  }

  /** Notes that a topic has so many partitions, and gives those that are new and this backend's. */
  private List<TopicPartition> read(String topic, ReadTopic known, int partitions) {
    List<TopicPartition> more = new ArrayList<>();
    for (int number = known.partitions(); number < partitions; number++) {
      if (part.has(known.tenant() + number)) {
        more.add(new TopicPartition(topic, number));
      }
    }
    topics.put(topic, new ReadTopic(known.tenant(), partitions));
    assigned.addAll(more);
    return more;
  }

  /**
   * A device's query and its answer have one key, but their partition is its hash modulo the number
   * of partitions.
   */
  private void remarkUneven() {
    topics.entrySet().stream()
        .filter(each -> each.getValue().partitions() % part.of() != 0)
        .findFirst()
        .ifPresent(
            each ->
                remarks.add(
                    "%s has %d partitions, which %d backends do not share evenly; with a multiple of"
                            .formatted(each.getKey(), each.getValue().partitions(), part.of())
                        + " %d for every topic (topics) each device has one backend for all flows"
                            .formatted(part.of())));
  }

  /**
   * Looks once a second whether one of the topics has more partitions than before. What was written
   * to them meanwhile is read from the beginning.
   *
   * @param now monotonic time in ns
   */
  void lookForMore(long now) {
    if (now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    // One topic at a time: for one of which nothing is read here, Kafka itself has to be asked.
    List<String> names = List.copyOf(topics.keySet());
    turn = (turn + 1) % names.size();
    try {
      more(names.get(turn), GLANCE);
    } catch (TimeoutException e) {
      // Asked again at its next turn; what is read meanwhile must not wait.
    }
  }

  /**
   * Looks whether any topic has more partitions, and gives all that are read.
   *
   * @throws TimeoutException if Kafka does not answer
   */
  Set<TopicPartition> whole() {
    List.copyOf(topics.keySet()).forEach(topic -> more(topic, ATTEMPT));
    return Set.copyOf(assigned);
  }

  private void more(String topic, Duration longest) {
    ReadTopic known = topics.get(topic);
    int partitions = count(topic, longest);
    if (partitions <= known.partitions()) {
      return;
    }
    remarks.add(
        "topic %s grew from %d to %d partitions in mid-run; a device's messages may have changed"
                .formatted(topic, known.partitions(), partitions)
            + " theirs, and then arrive out of order");
    List<TopicPartition> more = read(topic, known, partitions);
    // Kafka's client takes no partition for every partition, and would read all of them again.
    if (!more.isEmpty()) {
      consumer.assign(assigned);
      consumer.seekToBeginning(more);
    }
  }

  private int count(String topic, Duration longest) {
    List<PartitionInfo> partitions = consumer.partitionsFor(topic, longest);
    return partitions == null ? 0 : partitions.size();
  }

  /** What the user should know of the topics. */
  List<String> remarks() {
    return List.copyOf(remarks);
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
