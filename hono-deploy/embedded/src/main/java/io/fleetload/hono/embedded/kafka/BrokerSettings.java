// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.kafka;

import io.fleetload.hono.embedded.part.Listener;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The configuration of the one node, sized for two cores shared with the rest of the stack. */
final class BrokerSettings {

  private static final int MEBIBYTE = 1 << 20;

  /**
   * A partition holds at most two segments of this size, one closed and one open. A tenant has 19
   * partitions, so its topics end at about 2.4 GB whatever the length of the run, and at 3,000
   * messages of 1 kB a second a consumer may still be minutes behind.
   */
  private static final int SEGMENT = 64 * MEBIBYTE;

  private BrokerSettings() {}

  static Map<String, Object> of(Listener broker, Listener controller, Path log) {
    Map<String, Object> s = new HashMap<>();
    s.put("process.roles", "broker,controller");
    s.put("node.id", "1");
    s.put("controller.quorum.voters", "1@" + controller.address());
    s.put("listeners", "PLAINTEXT://" + broker.address() + ",CONTROLLER://" + controller.address());
    s.put("advertised.listeners", "PLAINTEXT://" + broker.address());
    s.put("controller.listener.names", "CONTROLLER");
    s.put("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
    s.put("inter.broker.listener.name", "PLAINTEXT");
    s.put("log.dirs", log.toString());
    oneNode(s);
    topics(s);
    threads(s);
    return s;
  }

  private static void oneNode(Map<String, Object> s) {
    s.put("offsets.topic.replication.factor", "1");
    s.put("offsets.topic.num.partitions", "4");
    s.put("transaction.state.log.replication.factor", "1");
    s.put("transaction.state.log.min.isr", "1");
    s.put("transaction.state.log.num.partitions", "1");
    s.put("share.coordinator.state.topic.replication.factor", "1");
    s.put("share.coordinator.state.topic.min.isr", "1");
    s.put("share.coordinator.state.topic.num.partitions", "1");
    // No other consumer will join a group; waiting would only delay the first command.
    s.put("group.initial.rebalance.delay.ms", "0");
    // There is nowhere to move the partitions to.
    s.put("controlled.shutdown.enable", "false");
  }

  private static void topics(Map<String, Object> s) {
    s.put("auto.create.topics.enable", "true");
    s.put("num.partitions", "4");
    s.put("log.segment.bytes", Integer.toString(SEGMENT));
    s.put("log.retention.bytes", Integer.toString(SEGMENT));
    s.put("log.retention.check.interval.ms", "5000");
    s.put("log.segment.delete.delay.ms", "1000");
    s.put("log.index.size.max.bytes", Integer.toString(MEBIBYTE));
  }

  private static void threads(Map<String, Object> s) {
    s.put("num.network.threads", "2");
    s.put("num.io.threads", "4");
    s.put("background.threads", "2");
    // Only the offsets are compacted; the default buffer is 128 MB of heap.
    s.put("log.cleaner.threads", "1");
    s.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 * MEBIBYTE));
  }
}
