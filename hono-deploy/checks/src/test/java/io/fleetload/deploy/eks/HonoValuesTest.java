// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks that replace the chart's own instead of being merged into them are whole. */
class HonoValuesTest {
  private final JsonNode values = DeployFolder.yaml("eks/helm/values.yaml");

  HonoValuesTest() throws IOException {}

  @ParameterizedTest
  @ValueSource(
      strings = {"tenantSpec", "deviceRegistrationSpec", "credentialsSpec", "commandRouterSpec"})
  void anAdaptersClientKnowsItsServerAndHowToProveItself(String spec) {
    JsonNode client = values.path("adapters").path(spec);

    assertThat(client.path("host").asText()).startsWith("eclipse-hono-service-");
    assertThat(client.path("port").asInt()).isEqualTo(5671);
    assertThat(client.path("credentialsPath").asText())
        .isEqualTo("/opt/hono/config/adapter.credentials");
    assertThat(client.path("trustStorePath").asText()).isEqualTo("/opt/hono/tls/ca.crt");
    assertThat(client.path("hostnameVerificationRequired").asBoolean()).isTrue();
    assertThat(client.path("requestTimeout").asInt()).isEqualTo(500);
    assertThat(client.path("flowLatency").asInt()).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/deviceRegistryExample/hono/auth", "/commandRouterService/hono/auth"})
  void aServiceKnowsTheAuthServer(String block) {
    JsonNode auth = values.at(block);

    assertThat(auth.path("host").asText()).isEqualTo("eclipse-hono-service-auth");
    assertThat(auth.path("trustStorePath").asText()).isEqualTo("/opt/hono/tls/ca.crt");
    assertThat(auth.path("flowLatency").asInt()).isEqualTo(1_000);
  }

  @Test
  void theAdapterListensWithAKeyAtThePublishedSettings() {
    JsonNode coap = values.at("/adapters/coap/hono/coap");

    assertThat(coap.path("bindAddress").asText()).isEqualTo("0.0.0.0");
    assertThat(coap.path("keyPath").asText()).isEqualTo("/opt/hono/tls/tls.key");
    assertThat(coap.path("certPath").asText()).isEqualTo("/opt/hono/tls/tls.crt");
    assertThat(coap.path("insecurePortEnabled").asBoolean(true)).isFalse();
    assertThat(coap.path("coapThreads").asInt()).isEqualTo(8);
    assertThat(coap.path("dtlsThreads").asInt()).isEqualTo(8);
    assertThat(coap.path("maxConnections").asInt()).isEqualTo(80_000);
    assertThat(coap.path("timeoutToAck").asInt()).isEqualTo(500);
  }

  @Test
  void everyProducerHasThePublishedSettings() {
    for (String kind : List.of("telemetry", "event", "commandResponse")) {
      JsonNode producer = values.at("/adapters/kafkaMessagingSpec/" + kind + "/producerConfig");
      assertThat(producer.path("acks").asText()).as(kind).isEqualTo("all");
      assertThat(producer.path("delivery.timeout.ms").asInt()).as(kind).isEqualTo(5_000);
      assertThat(producer.path("request.timeout.ms").asInt()).as(kind).isEqualTo(1_250);
      assertThat(producer.path("max.block.ms").asInt()).as(kind).isEqualTo(2_500);
    }
  }

  @Test
  void theDataGridHoldsAHundredMegabytes() {
    assertThat(values.at("/dataGridExample/dataMaxSize").asText()).isEqualTo("100 MB");
  }

  @Test
  void noPartUsesTheChartsPublishedKeys() {
    for (String part :
        List.of(
            "/adapters/coap", "/authServer", "/deviceRegistryExample", "/commandRouterService")) {
      assertThat(values.at(part).path("tlsKeysSecret").asText()).as(part).endsWith("-keys");
    }
  }

  @Test
  void noValueIsASecret() {
    assertThat(leaves("", values))
        .filteredOn(each -> each.getKey().matches("(?i).*(password|secret|connectionstring)$"))
        .filteredOn(each -> !each.getKey().matches(".*(tlsKeysSecret|envSecret)$"))
        .allSatisfy(each -> assertThat(each.getValue().asText()).as(each.getKey()).isEmpty());
  }

  private static List<Map.Entry<String, JsonNode>> leaves(String path, JsonNode node) {
    if (node.isValueNode()) {
      return List.of(Map.entry(path, node));
    }
    Iterator<Map.Entry<String, JsonNode>> fields = node.properties().iterator();
    Stream<Map.Entry<String, JsonNode>> found = Stream.empty();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      found = Stream.concat(found, leaves(path + "/" + field.getKey(), field.getValue()).stream());
    }
    return found.toList();
  }
}
