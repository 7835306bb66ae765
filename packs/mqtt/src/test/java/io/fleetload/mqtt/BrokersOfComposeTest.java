// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The compose file, as far as it can be read without Docker. */
class BrokersOfComposeTest {
  private final JsonNode compose;

  BrokersOfComposeTest() throws IOException {
    Object file = new Yaml().load(Files.readString(Path.of("compose", "brokers.yaml")));
    compose = new ObjectMapper().valueToTree(file);
  }

  @Test
  void everyBrokerHasItsVersionAndSaysWhetherItIsWell() {
    assertThat(compose.path("services")).hasSize(6);
    for (JsonNode broker : compose.path("services")) {
      assertThat(broker.path("image").asText()).matches("[a-z/-]+:\\d+(\\.\\d+)+");
      assertThat(broker.at("/healthcheck/test").isMissingNode()).isFalse();
      assertThat(broker.at("/healthcheck/retries").asInt()).isPositive();
    }
  }

  @Test
  void everyPortIsOnLoopback() {
    for (JsonNode broker : compose.path("services")) {
      assertThat(broker.at("/ports/0").asText()).isEqualTo("127.0.0.1:1883:1883");
      for (JsonNode port : broker.path("ports")) {
        assertThat(port.asText()).startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void everyFileThatIsMountedIsThereAndNoneIsLeftOver() {
    TreeSet<String> mounted = new TreeSet<>();
    for (JsonNode broker : compose.path("services")) {
      broker.path("configs").forEach(each -> mounted.add(each.path("source").asText()));
    }
    TreeSet<String> there = new TreeSet<>();
    compose.path("configs").fieldNames().forEachRemaining(there::add);
    assertThat(there).isEqualTo(mounted);
  }
}
