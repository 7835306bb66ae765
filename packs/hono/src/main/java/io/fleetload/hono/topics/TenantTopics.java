// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.topics;

import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The topics of a tenant with their partition counts; none is ever made smaller. */
public final class TenantTopics {
  private static final int LOOKS = 150;
  private static final long PAUSE_MILLIS = 200;

  /**
   * Changes of the topics.
   *
   * @param retained how many got another retention
   * @param remarks a sentence for each that grew, or that has more partitions than asked for
   * @param ready whether every partition has a leader; false only when stopped
   */
  public record Changes(
      int created, int grown, int unchanged, int retained, List<String> remarks, boolean ready) {
    /** For the closing sentence. */
    @Override
    public String toString() {
      return created
          + " created, "
          + grown
          + " grown, "
          + unchanged
          + " unchanged"
          + (retained == 0 ? "" : ", retention set on " + retained);
    }
  }

  private final Cluster cluster;
  private final Map<String, Integer> wanted;
  private final Integer replication;
  private final Map<String, Long> retention;
  private final BooleanSupplier stopped;

  /**
   * The topics.
   *
   * @param wanted partition counts by name
   * @param replication replication factor of new ones; null for the broker's own
   * @param retention how long they keep messages, ms by name; a name that is absent keeps its own
   * @param stopped ends the wait for leaders
   */
  public TenantTopics(
      Cluster cluster,
      Map<String, Integer> wanted,
      Integer replication,
      Map<String, Long> retention,
      BooleanSupplier stopped) {
    this.cluster = cluster;
    this.wanted = new LinkedHashMap<>(wanted);
    this.replication = replication;
    this.retention = Map.copyOf(retention);
    this.stopped = stopped;
  }

  /**
   * Says what {@link #apply()} would do.
   *
   * @throws TargetException if Kafka does not answer
   * @throws InterruptedException if the thread was interrupted
   */
  public String plan() throws TargetException, InterruptedException {
    Map<String, Cluster.Topic> found = cluster.find(wanted.keySet());
    int small = small(found).size();
    int retained = otherRetention(found.keySet()).size();
    return "%d to create, %d to grow, %d unchanged%s"
        .formatted(
            wanted.size() - found.size(),
            small,
            found.size() - small,
            retained == 0 ? "" : ", retention to set on " + retained);
  }

  /**
   * Makes those that are missing, grows those that are small, waits until all can take messages.
   *
   * @throws TargetException if Kafka refuses or partitions stay without a leader
   * @throws InterruptedException if the thread was interrupted
   */
  public Changes apply() throws TargetException, InterruptedException {
    Map<String, Cluster.Topic> found = cluster.find(wanted.keySet());
    Map<String, Integer> missing = new LinkedHashMap<>(wanted);
    missing.keySet().removeAll(found.keySet());
    int created = cluster.create(missing, replication);
    if (created < missing.size()) {
      // Someone else made one just now, perhaps with another count.
      found = cluster.find(wanted.keySet());
    }
    Map<String, Integer> small = small(found);
    List<String> remarks = remarks(found);
    if (!small.isEmpty()) {
      cluster.grow(small);
    }
    boolean ready = awaitLeaders();
    int retained = ready ? retain() : 0;
    int unchanged = wanted.size() - created - small.size();
    return new Changes(created, small.size(), unchanged, retained, remarks, ready);
  }

  private Map<String, Integer> small(Map<String, Cluster.Topic> found) {
    Map<String, Integer> small = new LinkedHashMap<>();
    found.forEach(
        (name, topic) -> {
          if (topic.partitions() < wanted.get(name)) {
            small.put(name, wanted.get(name));
          }
        });
    return small;
  }

  private List<String> remarks(Map<String, Cluster.Topic> found) {
    List<String> remarks = new ArrayList<>();
    found.forEach(
        (name, topic) -> {
          int has = topic.partitions();
          int asked = wanted.get(name);
          if (has > asked) {
            remarks.add(
                "topic %s keeps its %d partitions, though %d are asked for"
                    .formatted(name, has, asked));
          } else if (has < asked) {
            remarks.add(
                "topic %s grows from %d to %d partitions; a device's messages may change theirs"
                    .formatted(name, has, asked));
          }
        });
    return List.copyOf(remarks);
  }

  private int retain() throws TargetException, InterruptedException {
    Map<String, Long> other = otherRetention(retention.keySet());
    if (!other.isEmpty()) {
      cluster.retain(other);
    }
    return other.size();
  }

  /** Topics that do not have the wanted retention. */
  private Map<String, Long> otherRetention(Set<String> names)
      throws TargetException, InterruptedException {
    Map<String, Long> other = new LinkedHashMap<>(retention);
    other.keySet().retainAll(names);
    if (!other.isEmpty()) {
      cluster
          .retention(Set.copyOf(other.keySet()))
          .forEach((name, millis) -> other.remove(name, millis));
    }
    return other;
  }

  private boolean awaitLeaders() throws TargetException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      if (leaderless(cluster.find(wanted.keySet())).isEmpty()) {
        return true;
      }
      if (stopped.getAsBoolean()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    throw new TargetException(
        "kafka has made the topic %s, but after %d s not all of its partitions have a leader"
            .formatted(
                leaderless(cluster.find(wanted.keySet())).orElse("?"),
                LOOKS * PAUSE_MILLIS / 1_000));
  }

  /** A topic that cannot take messages yet. */
  private Optional<String> leaderless(Map<String, Cluster.Topic> found) {
    return wanted.keySet().stream()
        .filter(name -> !isReady(found.get(name), wanted.get(name)))
        .findFirst();
  }

  private static boolean isReady(Cluster.Topic topic, int partitions) {
    return topic != null && topic.led() && topic.partitions() >= partitions;
  }
}
