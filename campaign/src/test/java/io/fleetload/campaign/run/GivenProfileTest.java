// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the environment of a process has of the secrets of a profile. */
class GivenProfileTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/bin", "PSK_SECRET", "hunter2", "KAFKA", "hunter3", "RATE", "20/s");

  private static GivenProfile given(String... overrides) throws Exception {
    return GivenProfile.read(
        Home.path("profiles", "quickstart.yaml"),
        List.of(overrides),
        ENVIRONMENT,
        (read, checks) -> {});
  }

  private static final String[] EXTERNAL = {
    "target={kind: external, coap: 127.0.0.1:1, kafka: 127.0.0.1:2, mongodb: mongodb://127.0.0.1:3,"
        + " kafkaProperties: {sasl.jaas.config: '${KAFKA}'}}",
    "flows.telemetry.rate=${RATE}"
  };

  @Test
  void aBackendHasWhatItReadsAndNoSecretOfTheDevices() throws Exception {
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    given(EXTERNAL).withoutSecretsOfDevices(environment);
    assertThat(environment)
        .hasSize(ENVIRONMENT.size())
        .containsEntry("PSK_SECRET", GivenProfile.HIDDEN)
        .containsEntry("KAFKA", "hunter3")
        .containsEntry("RATE", "20/s")
        .containsEntry("PATH", "/bin");
  }

  @Test
  void aVariableThatIsNotSetStaysSo() throws Exception {
    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/bin"));
    given(EXTERNAL).withoutSecretsOfDevices(environment);
    assertThat(environment).containsOnlyKeys("PATH");
  }

  @Test
  void aTargetHasNothingThatTheProfileIsMadeOf() throws Exception {
    Map<String, String> environment = new HashMap<>(ENVIRONMENT);
    given("flows.telemetry.rate=${RATE}").withoutItsVariables(environment);
    assertThat(environment).containsOnlyKeys("PATH", "KAFKA");
  }
}
