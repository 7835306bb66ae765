// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.kafka;

import io.fleetload.hono.embedded.part.Listener;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.hono.client.kafka.CommonKafkaClientConfigProperties;
import org.eclipse.hono.client.kafka.KafkaAdminClientConfigProperties;
import org.eclipse.hono.client.kafka.consumer.MessagingKafkaConsumerConfigProperties;
import org.eclipse.hono.client.kafka.producer.MessagingKafkaProducerConfigProperties;

/**
 * The configuration with which Hono's Kafka clients, those of the adapter and of the command
 * router, reach the broker.
 */
public final class KafkaClients {

  private final CommonKafkaClientConfigProperties common = new CommonKafkaClientConfigProperties();
  private final Duration requestTimeout;

  /**
   * Clients of the broker at the given address.
   *
   * @param requestTimeout how long a request of a producer may take; Hono's own 750 ms at least
   */
  public KafkaClients(Listener broker, Duration requestTimeout) {
    common.setCommonClientConfig(Map.of("bootstrap.servers", broker.address()));
    this.requestTimeout = requestTimeout;
  }

  /** A producer that waits neither for more records nor for more copies than there are. */
  public MessagingKafkaProducerConfigProperties producer() {
    MessagingKafkaProducerConfigProperties p = new MessagingKafkaProducerConfigProperties();
    p.setCommonClientConfig(common);
    // Kafka 4 lingers 5 ms by default; Hono 2.6 came with clients that did not.
    Map<String, String> settings = new HashMap<>(Map.of("linger.ms", "0", "acks", "all"));
    long honosOwn =
        Long.parseLong(MessagingKafkaProducerConfigProperties.DEFAULT_REQUEST_TIMEOUT_MS);
    if (requestTimeout.toMillis() > honosOwn) {
      settings.put("request.timeout.ms", Long.toString(requestTimeout.toMillis()));
      // The record is sent once more where the first request got no answer.
      settings.put("delivery.timeout.ms", Long.toString(2 * requestTimeout.toMillis()));
    }
    p.setProducerConfig(settings);
    return p;
  }

  /** A consumer that sees a new tenant's topics soon. */
  public MessagingKafkaConsumerConfigProperties consumer() {
    MessagingKafkaConsumerConfigProperties c = new MessagingKafkaConsumerConfigProperties();
    c.setCommonClientConfig(common);
    // 500 ms is the longest with which Hono waits for the refresh instead of forcing a rebalance.
    // A group waits for a member that was killed as long as its session lasts, by default 45 s.
    c.setConsumerConfig(
        new HashMap<>(Map.of("metadata.max.age.ms", "500", "session.timeout.ms", "15000")));
    return c;
  }

  /** The admin client that makes the adapter's internal command topic. */
  public KafkaAdminClientConfigProperties admin() {
    KafkaAdminClientConfigProperties a = new KafkaAdminClientConfigProperties();
    a.setCommonClientConfig(common);
    return a;
  }
}
