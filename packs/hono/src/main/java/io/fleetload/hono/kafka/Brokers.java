// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Kafka's brokers, asked for their topics: a consumer answers from what it remembers, which may be
 * seconds old. Nothing here waits, so that no wait for a broker counts as a delay of the one who
 * receives. An answer that does not come is an answer that fails.
 */
interface Brokers extends AutoCloseable {
  /**
   * A topic.
   *
   * @param id another one of the same name has another; all the same of brokers that give none
   * @param partitions how many it has
   */
  record Topic(Uuid id, int partitions) {}

  /** The topics that exist, by name. */
  CompletableFuture<Map<String, Topic>> topics(Set<String> names);

  /** The offset behind the last record of each partition. */
  CompletableFuture<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions);

  @Override
  void close();

  /** The brokers of an administration client, which is closed with this. */
  static Brokers of(Admin admin) {
    return new Brokers() {
      @Override
      public CompletableFuture<Map<String, Topic>> topics(Set<String> names) {
        Map<String, KafkaFuture<TopicDescription>> asked =
            admin.describeTopics(names).topicNameValues();
        return KafkaFuture.allOf(asked.values().toArray(KafkaFuture<?>[]::new))
            .toCompletionStage()
            .handle((all, failure) -> found(asked))
            .toCompletableFuture();
      }

      @Override
      public CompletableFuture<Map<TopicPartition, Long>> ends(Set<TopicPartition> partitions) {
        return admin
            .listOffsets(
                partitions.stream()
                    .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest())))
            .all()
            .toCompletionStage()
            .thenApply(
                all -> {
                  Map<TopicPartition, Long> ends = new HashMap<>();
                  all.forEach((partition, end) -> ends.put(partition, end.offset()));
                  return ends;
                })
            .toCompletableFuture();
      }

      @Override
      public void close() {
        admin.close(Duration.ZERO);
      }
    };
  }

  private static Map<String, Topic> found(Map<String, KafkaFuture<TopicDescription>> answers) {
    Map<String, Topic> found = new HashMap<>();
    answers.forEach(
        (name, answer) -> {
          try {
            TopicDescription topic = answer.get();
            found.put(name, new Topic(topic.topicId(), topic.partitions().size()));
          } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
              throw new CompletionException(e.getCause());
            }
          } catch (InterruptedException e) {
            // It is complete, so nothing was waited for.
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
          }
        });
    return found;
  }
}
