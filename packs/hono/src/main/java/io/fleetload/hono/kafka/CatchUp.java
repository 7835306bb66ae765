// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.process.StopTimes;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * Says when a receiver that has to stop may: it has read everything that was in the topics when the
 * stop came, and nothing more comes. Given up after a while, because a topic that others go on
 * writing to never falls silent.
 */
final class CatchUp {
  private static final long QUIET_NANOS = 300_000_000L;
  private static final long LONGEST_NANOS = StopTimes.CATCH_UP.toNanos();

  private final long begun;
  private Map<TopicPartition, Long> ends;
  private long lastArrival;
  private boolean read;

  /** From a monotonic time in ns on. */
  CatchUp(long begun) {
    this.begun = begun;
    this.lastArrival = begun;
  }

  /** Returns whether the ends of the topics are known. */
  boolean knowsEnds() {
    return ends != null;
  }

  /** Sets up to where there is to be read. */
  void ends(Map<TopicPartition, Long> offsets) {
    ends = Map.copyOf(offsets);
  }

  /**
   * Looks at where the receiver is after a poll.
   *
   * @param now monotonic time in ns
   * @param arrived how many records the poll brought
   * @param position the next offset to read of each partition
   * @return whether it may stop
   */
  boolean done(long now, int arrived, ToLongFunction<TopicPartition> position) {
    if (arrived > 0) {
      lastArrival = now;
    }
    read =
        ends != null
            && ends.entrySet().stream()
                .allMatch(end -> position.applyAsLong(end.getKey()) >= end.getValue());
    return (read && now - lastArrival >= QUIET_NANOS) || now - begun >= LONGEST_NANOS;
  }

  /** Returns whether everything was read that was in the topics when it began. */
  boolean caughtUp() {
    return read;
  }

  /**
   * Number of records that are left of those that were in the topics when it began.
   *
   * @param position the next offset to read of each partition
   */
  long left(ToLongFunction<TopicPartition> position) {
    return ends.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - position.applyAsLong(end.getKey())))
        .sum();
  }
}
