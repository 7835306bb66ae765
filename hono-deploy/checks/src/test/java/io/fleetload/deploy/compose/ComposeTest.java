// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

/** Hono by its official images, as far as it can be held against anything without Docker. */
class ComposeTest {
  private static final String PASSWORD = "${INTERNAL_PASSWORD";

  private final JsonNode compose = DeployFolder.yaml("compose/compose.yaml");

  ComposeTest() throws IOException {}

  @Test
  void everyPortIsOnLoopback() {
    for (JsonNode service : compose.path("services")) {
      assertThat(service.path("ports"))
          .allSatisfy(port -> assertThat(port.asText()).startsWith("127.0.0.1:"));
    }
    assertThat(compose.at("/services/adapter/ports/0").asText()).endsWith(":5684/udp");
  }

  @Test
  void everyImageHasItsVersionAndHonosIsThatOfUp() {
    for (JsonNode service : compose.path("services")) {
      String image = service.path("image").asText();
      if (isHonos(service)) {
        assertThat(image).matches("[^/]+/hono-[a-z-]+:\\$\\{HONO_VERSION:-2\\.6\\.0}");
      } else {
        assertThat(image).matches("[a-z./-]+:\\d+(\\.\\d+)+(\\.Final)?(@sha256:[0-9a-f]{64})?");
      }
    }
  }

  @Test
  void everyServiceSaysWhetherItIsWellAndWaitsForThoseItNeeds() {
    Map<String, List<String>> needs =
        Map.of(
            "registry", List.of("auth", "mongodb", "kafka"),
            "router", List.of("auth", "data-grid", "registry", "kafka"),
            "adapter", List.of("registry", "router"),
            "mqtt-adapter", List.of("registry", "router"),
            "http-adapter", List.of("registry", "router"));
    compose
        .path("services")
        .properties()
        .forEach(
            service -> {
              JsonNode healthcheck = service.getValue().path("healthcheck");
              assertThat(healthcheck.path("test")).as(service.getKey()).isNotEmpty();
              JsonNode after = service.getValue().path("depends_on");
              assertThat(after).hasSize(needs.getOrDefault(service.getKey(), List.of()).size());
              for (String needed : needs.getOrDefault(service.getKey(), List.of())) {
                assertThat(after.at("/" + needed + "/condition").asText())
                    .isEqualTo("service_healthy");
              }
            });
  }

  @Test
  void everyConfigThatIsMountedIsThereAndNoneIsLeftOver() {
    TreeSet<String> mounted = new TreeSet<>();
    for (JsonNode service : compose.path("services")) {
      service.path("configs").forEach(each -> mounted.add(each.path("source").asText()));
    }

    assertThat(compose.path("configs").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(mounted);
  }

  @Test
  void whoeverIsCalledIsAService() {
    for (String part : List.of("registry", "router", "adapter")) {
      JsonNode hono = configuration(part).path("hono");
      for (JsonNode client : hono) {
        if (client.has("host")) {
          assertThat(compose.path("services").has(client.path("host").asText()))
              .as(part + " → " + client)
              .isTrue();
          assertThat(client.path("port").asInt()).isEqualTo(5672);
        }
      }
      assertThat(hono.at("/kafka/commonClientConfig").path("bootstrap.servers").asText())
          .isEqualTo("kafka:9094");
    }
    assertThat(configuration("adapter").path("hono").properties())
        .extracting(Map.Entry::getKey)
        .contains("tenant", "registration", "credentials", "commandRouter", "kafka")
        .contains("coap", "mqtt", "http");
  }

  @Test
  void everyUserIsKnownToTheAuthServerWithItsPassword() {
    JsonNode users = configuration("permissions").path("users");
    JsonNode adapter = configuration("adapter").at("/hono/tenant");
    JsonNode router = configuration("router").at("/hono/tenant");

    for (JsonNode client : List.of(adapter, router)) {
      JsonNode user = users.path(client.path("username").asText());
      assertThat(user.path("password")).isEqualTo(client.path("password"));
      assertThat(user.path("password").asText()).startsWith(PASSWORD);
      assertThat(user.path("authorities")).hasSize(2);
    }
  }

  @Test
  void noPasswordIsWrittenDown() throws IOException {
    assertThat(DeployFolder.text("compose/compose.yaml").lines())
        .filteredOn(line -> line.matches("(?i).*(password|sharedSecret)\"?: .*"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains(PASSWORD));
  }

  @Test
  void theGridsConfigurationIsXmlWithTheRoutersCache() throws Exception {
    var grid =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(DeployFolder.at("compose/routes.xml").toFile());

    var cache = grid.getElementsByTagName("local-cache");
    assertThat(cache.getLength()).isEqualTo(1);
    assertThat(cache.item(0).getAttributes().getNamedItem("name").getNodeValue())
        .isEqualTo("command-router");
  }

  @Test
  void theGridsServerIsTheOneThatIsTested() throws Exception {
    Matcher tested =
        Pattern.compile("<hono.infinispan.version>(.+)</hono.infinispan.version>")
            .matcher(DeployFolder.text("../pom.xml"));
    assertThat(tested.find()).isTrue();
    assertThat(compose.at("/services/data-grid/image").asText())
        .isEqualTo("quay.io/infinispan/server:" + tested.group(1));
    assertThat(compose.at("/services/data-grid/entrypoint"))
        .as("the image's own would change users.properties")
        .extracting(JsonNode::asText)
        .containsExactly("/opt/infinispan/bin/server.sh", "-c", "routes.xml");
    assertThat(compose.at("/services/data-grid").has("command")).isFalse();
  }

  @Test
  void noServiceOfHonoExportsTraces() {
    compose
        .path("services")
        .properties()
        .forEach(
            service -> {
              if (isHonos(service.getValue())) {
                assertThat(service.getValue().at("/environment/OTEL_TRACES_SAMPLER").asText())
                    .as(service.getKey())
                    .isEqualTo("always_off");
              }
            });
  }

  @Test
  void everyPageOfTheProfileIsThePublishedHealthPortOfItsService() throws IOException {
    JsonNode pages = DeployFolder.yaml("compose/profile.yaml").at("/target/prometheus");
    assertThat(pages).hasSize(4);
    for (JsonNode page : pages) {
      String port =
          page.path("url").asText().replaceAll("http://127.0.0.1:(\\d+)/prometheus", "$1");
      assertThat(compose.path("services").path(page.path("role").asText()).path("ports"))
          .as(page.toString())
          .extracting(JsonNode::asText)
          .contains("127.0.0.1:" + port + ":8088");
    }
  }

  @Test
  void composeItselfAcceptsIt() throws Exception {
    assumeTrue(hasCompose(), "docker compose is not here");
    Program.Said said =
        Program.of("docker", "compose", "config", "--quiet")
            .in(DeployFolder.at("compose"))
            .with("INTERNAL_PASSWORD", "x")
            .run();

    assertThat(said.code()).as(said.err()).isZero();
  }

  static boolean hasCompose() throws Exception {
    return Program.isThere("docker")
        && Program.of("docker", "compose", "version").run().code() == 0;
  }

  private static boolean isHonos(JsonNode service) {
    return service.path("image").asText().startsWith("${HONO_IMAGES:-eclipse}/");
  }

  private JsonNode configuration(String name) {
    return ComposeFile.configuration(compose, name);
  }
}
