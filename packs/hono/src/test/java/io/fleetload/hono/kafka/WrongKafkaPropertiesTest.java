// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.UsageException;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongKafkaPropertiesTest {
  private static final String PROFILE =
      """
      run: { name: test }
      target:
        kind: external
        coap: 127.0.0.1:5684
        kafka: 127.0.0.1:9
        kafkaProperties: { %s }
        provision: false
      tenant: { id: t }
      devices: { count: 1, psk: { derivedFrom: own } }
      phases: { measure: 1s }
      flows: { event: { rate: 1/s } }
      """;

  @TempDir Path directory;

  private Throwable opening(String properties) throws Exception {
    Path file = Files.writeString(directory.resolve("p.yaml"), PROFILE.formatted(properties));
    HonoProfile profile = (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();
    // Before anything is asked of Kafka, the clock or the signal.
    return catchThrowable(() -> new KafkaTarget(profile, null, null).open(null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "security.protocol: hunter2",
        "fetch.min.bytes: hunter2",
        "security.protocol: SASL_PLAINTEXT, sasl.mechanism: PLAIN, sasl.jaas.config: hunter2",
        "security.protocol: SASL_SSL, sasl.mechanism: hunter2",
        "security.protocol: SSL, ssl.keystore.type: hunter2, ssl.keystore.location: /etc/hostname",
        "acks: hunter2"
      })
  void areOneLineThatShowsNoneOfThem(String properties) throws Exception {
    assertThat(opening(properties))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.kafkaProperties: ")
        .hasMessageContainingAll("security.protocol", "sasl.*", "ssl.*");
  }

  @Test
  void aKeyStoreThatIsNotThereIsNamed() throws Exception {
    assertThat(opening("ssl.keystore.location: /no/key.p12"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.kafkaProperties: ssl.keystore.location: /no/key.p12 ");
  }
}
