// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Reads what devices sent, for tests that have the library {@code org.apache.kafka:kafka-clients};
 * all other classes do without it.
 */
public final class HonoConsumer {
  private HonoConsumer() {}

  /**
   * A consumer of a tenant's topic, from its begin; the caller closes it.
   *
   * @param kind {@code telemetry}, {@code event} or {@code command_response}
   */
  public static Consumer<String, byte[]> of(EmbeddedHono hono, String kind, String tenant) {
    Consumer<String, byte[]> consumer = new KafkaConsumer<>(hono.consumerProperties());
    consumer.subscribe(List.of(hono.topic(kind, tenant)));
    return consumer;
  }
}
