// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import io.fleetload.profile.Coordination;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The properties of the logs' clients: as small as they can be; what the profile says wins. */
final class LogSettings {
  private static final int BUFFER_BYTES = 4 << 20;
  private static final int FETCH_BYTES = 1 << 20;

  /** Notes are small, and those of a thousand shards come at once. */
  private static final int MOST_RECORDS = 5_000;

  private static final int PATIENCE_MILLIS = (int) KafkaLog.PATIENCE.toMillis();

  private final Coordination.Kafka kafka;

  LogSettings(Coordination.Kafka kafka) {
    this.kafka = kafka;
  }

  Map<String, Object> producer() {
    Map<String, Object> settings = shared();
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) BUFFER_BYTES);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) PATIENCE_MILLIS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS / 2);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    settings.putAll(kafka.properties());
    // What was said must not be lost with one broker.
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    return to(settings);
  }

  Map<String, Object> consumer() {
    Map<String, Object> settings = shared();
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    // What is there comes at once; the wait is for who asks in vain, through a whole run.
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 2_000);
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
    settings.putAll(kafka.properties());
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return to(settings);
  }

  Map<String, Object> admin() {
    Map<String, Object> settings = shared();
    settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    settings.putAll(kafka.properties());
    return to(settings);
  }

  private Map<String, Object> to(Map<String, Object> settings) {
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    return settings;
  }

  private static Map<String, Object> shared() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, "fleetload-shards");
    // The clients' reports about themselves are load on the target that no user asked for.
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }
}
