// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.driver.RunClock;
import io.fleetload.hono.name.Topics;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Places a consumer at the end of every partition of the tenants' topics. They are assigned to it
 * outright: a consumer group could rebalance in mid-run and read records twice, and the run would
 * count duplicates that it made itself. Of several backends each has the partitions that a rule
 * gives it, so they have to agree on nothing.
 */
final class TopicAssignment {
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final Duration ATTEMPT = Duration.ofSeconds(1);

  /** A broker that has just started may not know of a topic yet. */
  private static final long MISSING_NANOS = 5_000_000_000L;

  private final Consumer<?, ?> consumer;
  private final Brokers brokers;
  private final List<Topics> tenants;
  private final Shard part;
  private final String address;
  private final RunClock clock;
  private final StopSignal stop;
  private final Map<String, ReadTopic> topics = new LinkedHashMap<>();
  private final Set<TopicPartition> assigned = new LinkedHashSet<>();
  private final List<String> remarks = new ArrayList<>();
  private CompletableFuture<Map<String, Brokers.Topic>> question;
  private long asked;

  /** Time at which the last answered question was asked. */
  private long known = Long.MIN_VALUE;

  /** Time at which all of the topics were there last. */
  private long complete;

  /**
   * A topic that is read.
   *
   * @param tenant the index of its tenant
   * @param id another topic of the same name has another
   * @param partitions how many of it are known
   */
  private record ReadTopic(int tenant, Uuid id, int partitions) {}

  /**
   * None yet.
   *
   * @param brokers asked about the topics while the run goes on
   * @param part which of the run's backends the consumer is of
   */
  TopicAssignment(
      Consumer<?, ?> consumer,
      Brokers brokers,
      List<Topics> tenants,
      Shard part,
      String address,
      RunClock clock,
      StopSignal stop) {
    this.consumer = consumer;
    this.brokers = brokers;
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
          read(topic, new ReadTopic(tenant, Uuid.ZERO_UUID, 0), partitions);
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
    Map<String, Brokers.Topic> now = ask(begun, this::described);
    topics.replaceAll(
        (topic, its) -> {
          Brokers.Topic there = now.get(topic);
          return there == null ? its : new ReadTopic(its.tenant(), there.id(), its.partitions());
        });
    consumer.assign(assigned);
    consumer.seekToEnd(assigned);
    for (TopicPartition each : assigned) {
      ask(begun, attempt -> consumer.position(each, attempt));
    }
    asked = clock.nanos();
    complete = asked;
  }

  /** Waits for the brokers' descriptions of the topics. */
  private Map<String, Brokers.Topic> described(Duration longest) {
    try {
      return brokers.topics(topics.keySet()).get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException("the brokers do not answer", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException said ? said : new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
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
    topics.put(topic, new ReadTopic(known.tenant(), known.id(), partitions));
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
   * Has the brokers asked once a second what has become of the topics, and takes their answer when
   * it is there. What was written to new partitions meanwhile is read from the beginning.
   *
   * @param now monotonic time in ns
   * @throws TargetException if a topic is not the same any more
   */
  void look(long now) throws TargetException {
    if (question == null) {
      if (now - asked >= LOOK_NANOS) {
        ask(now);
      }
    } else if (question.isDone()) {
      CompletableFuture<Map<String, Brokers.Topic>> answer = question;
      question = null;
      try {
        take(answer.join(), now);
      } catch (CompletionException e) {
        // Asked again; whether Kafka answers at all, the consumer sees.
      }
    }
  }

  private void ask(long now) {
    asked = now;
    question = brokers.topics(Set.copyOf(topics.keySet()));
  }

  /**
   * All that is read, once the brokers have answered a question that was asked from a time on.
   *
   * @param since monotonic time in ns
   */
  Optional<Set<TopicPartition>> wholeSince(long since) {
    if (known >= since) {
      return Optional.of(Set.copyOf(assigned));
    }
    if (question == null && asked <= since) {
      ask(clock.nanos());
    }
    return Optional.empty();
  }

  /**
   * Asks whether the topics are the same as at the beginning, and waits for the answer.
   *
   * @throws TargetException if one is not
   */
  void requireSame() throws TargetException {
    Map<String, Brokers.Topic> now;
    try {
      now = described(ATTEMPT);
    } catch (KafkaException e) {
      return;
    }
    for (String topic : topics.keySet()) {
      if (!now.containsKey(topic)) {
        throw deleted(topic);
      }
      requireSame(topic, now.get(topic));
    }
  }

  private void take(Map<String, Brokers.Topic> now, long at) throws TargetException {
    String missing = null;
    for (String topic : List.copyOf(topics.keySet())) {
      Brokers.Topic there = now.get(topic);
      if (there == null) {
        missing = topic;
      } else {
        requireSame(topic, there);
        more(topic, there.partitions());
      }
    }
    if (missing == null) {
      complete = at;
      known = asked;
    } else if (at - complete >= MISSING_NANOS) {
      throw deleted(missing);
    }
  }

  private void requireSame(String topic, Brokers.Topic there) throws TargetException {
    if (!topics.get(topic).id().equals(there.id())) {
      throw gone(topic, "was deleted and made again");
    }
  }

  private TargetException deleted(String topic) {
    return gone(topic, "was deleted");
  }

  private TargetException gone(String topic, String how) {
    return new TargetException(
        ExitCode.TARGET_GONE,
        "%s: topic %s %s during the run, so what was lost is not known; leave the tenant's topics as they are until a run has ended"
            .formatted(address, topic, how));
  }

  private void more(String topic, int partitions) {
    ReadTopic before = topics.get(topic);
    if (partitions <= before.partitions()) {
      return;
    }
    remarks.add(
        "topic %s grew from %d to %d partitions in mid-run; a device's messages may have changed"
                .formatted(topic, before.partitions(), partitions)
            + " theirs, and then arrive out of order; what came first in a new one may have been"
            + " read a second late");
    List<TopicPartition> more = read(topic, before, partitions);
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

  /** Remarks on the topics for the user. */
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
