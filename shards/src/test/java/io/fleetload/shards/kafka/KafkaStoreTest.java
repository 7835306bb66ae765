// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Coordination;
import io.fleetload.shards.log.LogStore;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a profile says of the topics; the topics themselves are in the integration tests. */
class KafkaStoreTest {
  private static KafkaStore store(String servers, Map<String, String> properties, String topics) {
    return new KafkaStore(new Coordination.Kafka(servers, properties, topics, null), "mine");
  }

  @Test
  void theTopicsAreNamedByTheRunOrByTheProfile() {
    assertThat(store("a:1", null, null).topic(LogStore.CONTROL))
        .isEqualTo("fleetload.mine.control");
    assertThat(store("a:1", null, "team-a.load").topic(LogStore.RESULTS))
        .isEqualTo("team-a.load.results");
  }

  @Test
  void wrongPropertiesAreOneLineThatShowsNoneOfThem() {
    KafkaStore store = store("a:1", Map.of("security.protocol", "hunter2"), null);
    assertThatThrownBy(() -> store.open(LogStore.CONTROL, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("coordination.kafka.properties: ")
        .hasMessageContainingAll("security.protocol", "sasl.*", "ssl.*");
  }

  @Test
  void aKeyStoreThatIsNotThereIsNamed() {
    KafkaStore store = store("a:1", Map.of("ssl.truststore.location", "/no/trust.p12"), null);
    assertThatThrownBy(() -> store.open(LogStore.CONTROL, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "coordination.kafka.properties: ssl.truststore.location: /no/trust.p12 ");
  }

  @Test
  void anUnknownHostIsOneLine() {
    KafkaStore store = store("no-such-host.invalid:9092", null, null);
    assertThatThrownBy(() -> store.open(LogStore.CONTROL, 1))
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(
            "no-such-host.invalid:9092", "(coordination.kafka)", "unknown host");
  }
}
