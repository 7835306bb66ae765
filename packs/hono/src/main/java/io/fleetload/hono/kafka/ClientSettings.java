// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import io.fleetload.hono.profile.HonoTarget;
import io.fleetload.process.StopTimes;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The properties of the Kafka clients: low latency first; what the profile says wins. */
final class ClientSettings {
  private static final String CLIENT_ID = "backend-simulator";

  private final HonoTarget target;

  ClientSettings(HonoTarget target) {
    this.target = target;
  }

  Map<String, Object> consumer() {
    Map<String, Object> settings = shared();
    // One byte is enough for an answer; the wait only says how long an idle fetch stays open.
    // Waiting for more would count as the target's latency: a record arrives when its poll returns.
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    // The system's own sizing: a fixed size would switch off how it grows with the rate.
    settings.put(ConsumerConfig.RECEIVE_BUFFER_CONFIG, -1);
    // How late it notices where a partition has moved to; the client's 5 minutes are long.
    settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 10_000);
    settings.putAll(target.kafkaProperties());
    // A topic made by looking at it would hide that it was not provisioned.
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // A topic that lost records before they were read must not be passed over in silence.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, target.kafka());
    return settings;
  }

  /** Of the client that asks the brokers about the topics. */
  Map<String, Object> admin() {
    Map<String, Object> settings = shared();
    settings.putAll(target.kafkaProperties());
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, target.kafka());
    return settings;
  }

  Map<String, Object> producer() {
    Map<String, Object> settings = shared();
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    // It is called from the thread that receives, which must not be held up for long.
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000);
    // A command later than this finds no device waiting; and the end of the run waits for it.
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) StopTimes.COMMANDS.toMillis());
    settings.putAll(target.kafkaProperties());
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, target.kafka());
    return settings;
  }

  private static Map<String, Object> shared() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, CLIENT_ID);
    // The clients' reports about themselves are load on the target that no user asked for.
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }
}
