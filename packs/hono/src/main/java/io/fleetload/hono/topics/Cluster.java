// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.topics;

import io.fleetload.process.TargetException;
import java.util.Map;
import java.util.Set;

/** The part of a Kafka cluster that making topics needs; every failure is one line for the user. */
public interface Cluster {
  /**
   * A topic as it is.
   *
   * @param partitions how many it has
   * @param led whether all of them have a leader
   */
  record Topic(int partitions, boolean led) {}

  /** The topics that exist, by name. */
  Map<String, Topic> find(Set<String> names) throws TargetException, InterruptedException;

  /**
   * Makes topics.
   *
   * @param partitions partition counts by name
   * @param replication replication factor; null for the broker's own
   * @return how many it made; fewer if someone else was faster
   */
  int create(Map<String, Integer> partitions, Integer replication)
      throws TargetException, InterruptedException;

  /** Retention of topics, in ms, if it was set for the topic itself or the broker says it. */
  Map<String, Long> retention(Set<String> names) throws TargetException, InterruptedException;

  /** Sets how long topics keep messages, in ms. */
  void retain(Map<String, Long> millis) throws TargetException, InterruptedException;

  /** Adds partitions up to these counts. */
  void grow(Map<String, Integer> partitions) throws TargetException, InterruptedException;
}
