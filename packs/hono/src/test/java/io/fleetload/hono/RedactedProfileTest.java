// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactedProfileTest {
  private static final String PROFILE =
      """
      run: { name: secret-keeper }
      target:
        kind: external
        coap: 127.0.0.1:5684
        kafka: 127.0.0.1:9092
        kafkaProperties: { sasl.jaas.config: hunter2 }
        mongodb: mongodb://user:hunter2@127.0.0.1:27017
        prometheus: ["http://a:1/prometheus?token=hunter2", { role: kafka, url: "http://k:1/x?t=hunter2" }]
      tenant: { id: t }
      devices: { count: 1, psk: { derivedFrom: hunter2 } }
      registry:
        tenant: { ext: { api-key: hunter2 } }
        device: { ext: { token: hunter2 } }
      phases: { measure: 1m }
      flows: { event: { rate: 5/s } }
      """;

  @TempDir private Path directory;

  @Test
  void theProfileInAResultHasItsDefaultsAndNoSecret() throws Exception {
    Path file = Files.writeString(directory.resolve("p.yaml"), PROFILE);
    HonoProfile profile = (HonoProfile) Scenario.read(file, List.of(), Map.of()).profile();

    JsonNode redacted = RedactedProfile.of(profile);

    assertThat(redacted.toString()).doesNotContain("hunter2");
    assertThat(redacted.at("/devices/psk/derivedFrom").asText()).isEqualTo("***");
    assertThat(redacted.at("/flows/event/rate").asText()).isEqualTo("5/s");
    assertThat(redacted.at("/phases/drain").asText()).isEqualTo("30s");
    assertThat(redacted.at("/target/prometheus/1/role").asText()).isEqualTo("kafka");
    assertThat(redacted.at("/target/coap").asText()).isEqualTo("127.0.0.1:5684");
  }
}
