// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.rig.Home;
import java.util.jar.JarFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every jar that users start holds the list of its parts (CycloneDX). The plugin that makes it does
 * nothing in an offline build.
 */
class PartsIT {
  @ParameterizedTest
  @CsvSource({
    "campaign/target/campaign.jar, campaign, picocli",
    "device-simulator/target/device-simulator.jar, device-simulator, HdrHistogram",
    "backend-simulator/target/backend-simulator.jar, backend-simulator, kafka-clients",
    "provisioning/target/provisioning.jar, provisioning, mongodb-driver-sync",
    "calibration/target/calibration.jar, calibration, californium-core",
    "hono-deploy/embedded/target/hono-embedded.jar, hono-embedded, hono-adapter-coap",
    "packs/arion/embedded/target/arion-embedded.jar, arion-embedded, hazelcast",
    "packs/jt808/embedded/target/jt808-embedded.jar, jt808-embedded, jnats",
    "packs/mqtt/embedded/target/mqtt-embedded.jar, mqtt-embedded, hivemq-community-edition-embedded",
    "packs/ngsi/embedded/target/ngsi-embedded.jar, ngsi-embedded, vertx-core"
  })
  void aJarNamesItsParts(String jar, String name, String library) throws Exception {
    assumeThat(Boolean.getBoolean("build.offline")).as("built offline").isFalse();
    JsonNode parts;
    try (JarFile file = new JarFile(Home.path(jar).toFile())) {
      var entry = file.getEntry("META-INF/sbom/" + name + "/bom.json");
      assertThat(entry).isNotNull();
      parts = new ObjectMapper().readTree(file.getInputStream(entry));
    }
    assertThat(parts.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(parts.at("/metadata/component/name").asText()).isEqualTo(name);
    assertThat(parts.path("components"))
        .allSatisfy(each -> assertThat(each.path("version").asText()).isNotEmpty())
        .extracting(each -> each.path("name").asText())
        .contains(library)
        .doesNotContain("junit-jupiter", "assertj-core");
  }
}
