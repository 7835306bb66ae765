// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.manifest.Manifests;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published test's manual steps, on a stub of the chart's output; HonoChartTest holds them
 * against the chart itself.
 */
class PostRendererTest {
  @BeforeEach
  void needsKustomize() {
    assumeTrue(RenderedHono.canPatch(), "neither kubectl nor kustomize is here");
  }

  @Test
  void everyManualStepIsDeclared() throws Exception {
    assertEveryStep(patched(RenderedHono.ofStub()));
  }

  @Test
  void withoutThePostRendererEveryUpgradeUndoesThem() throws Exception {
    Manifests unpatched = Manifests.parse(RenderedHono.ofStub());

    assertThat(unpatched.find("Service", REGISTRY_OUTSIDE)).isPresent();
    assertThat(unpatched.get("Service", "eclipse-hono-jaeger-query").at("/spec/type").asText())
        .isEqualTo("LoadBalancer");
    assertThat(replicas(unpatched, "Deployment", "eclipse-hono-adapter-coap")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eclipse-hono-service-device-registry-ext",
        "eclipse-hono-jaeger-query",
        "eclipse-hono-adapter-coap",
        "eclipse-hono-data-grid-conf",
        "eclipse-hono-data-grid,",
        "eclipse-hono-service-auth",
        "eclipse-hono-service-command-router",
        "eclipse-hono-example-trust-store",
      })
  void aStepThatMeetsNothingFails(String name) throws Exception {
    String renamed = RenderedHono.ofStub().replace("name: " + name, "name: new-" + name);

    Program.Said said = RenderedHono.patched(renamed);

    assertThat(said.code()).isNotZero();
    assertThat(said.err()).contains(name.replace(",", ""));
  }

  private static final String REGISTRY_OUTSIDE = "eclipse-hono-service-device-registry-ext";

  static Manifests patched(String rendered) throws Exception {
    Program.Said said = RenderedHono.patched(rendered);
    assertThat(said.code()).as(said.err()).isZero();
    return Manifests.parse(said.out());
  }

  static void assertEveryStep(Manifests hono) {
    assertThat(hono.find("Service", REGISTRY_OUTSIDE)).isEmpty();
    assertThat(hono.get("Service", "eclipse-hono-jaeger-query").at("/spec/type").asText())
        .isEqualTo("ClusterIP");
    assertThat(replicas(hono, "StatefulSet", "eclipse-hono-data-grid")).isEqualTo(3);
    assertThat(replicas(hono, "Deployment", "eclipse-hono-service-auth")).isEqualTo(2);
    assertThat(replicas(hono, "Deployment", "eclipse-hono-service-device-registry")).isEqualTo(2);
    assertThat(replicas(hono, "Deployment", "eclipse-hono-service-command-router")).isEqualTo(2);
    assertThat(replicas(hono, "Deployment", "eclipse-hono-adapter-coap")).isEqualTo(3);
    assertAdaptersAreOnNodesOfTheirOwn(hono.get("Deployment", "eclipse-hono-adapter-coap"));
    assertOnlyTheAdapterHasADoor(hono);
    assertEveryPodHasAPage(hono);
    assertNoSecretInTheOpen(hono);
  }

  private static void assertAdaptersAreOnNodesOfTheirOwn(JsonNode adapter) {
    JsonNode pod = adapter.at("/spec/template");
    assertThat(pod.at("/spec/topologySpreadConstraints")).hasSize(1);
    JsonNode spread = pod.at("/spec/topologySpreadConstraints/0");
    assertThat(spread.path("topologyKey").asText()).isEqualTo("kubernetes.io/hostname");
    assertThat(spread.path("maxSkew").asInt()).isEqualTo(1);
    assertThat(spread.path("whenUnsatisfiable").asText()).isEqualTo("ScheduleAnyway");
    assertThat(spread.at("/labelSelector/matchLabels")).isNotEmpty();
    spread
        .at("/labelSelector/matchLabels")
        .properties()
        .forEach(
            each ->
                assertThat(pod.at("/metadata/labels").path(each.getKey()))
                    .isEqualTo(each.getValue()));
  }

  private static void assertOnlyTheAdapterHasADoor(Manifests hono) {
    assertThat(hono.ofKind("Service"))
        .filteredOn(each -> !each.at("/spec/type").asText("ClusterIP").equals("ClusterIP"))
        .filteredOn(each -> !each.at("/spec/type").isMissingNode())
        .extracting(each -> each.at("/metadata/name").asText())
        .containsExactlyInAnyOrder("eclipse-hono-adapter-coap", "eclipse-hono-adapter-coap-health");
    JsonNode adapter = hono.get("Service", "eclipse-hono-adapter-coap");
    assertThat(adapter.at("/spec/externalTrafficPolicy").asText()).isEqualTo("Local");
    assertThat(adapter.at("/spec/ports")).hasSize(1);
    assertThat(adapter.at("/spec/ports/0/nodePort").asInt()).isEqualTo(30_684);
    JsonNode health = hono.get("Service", "eclipse-hono-adapter-coap-health");
    assertThat(health.at("/spec/externalTrafficPolicy").asText()).isEqualTo("Local");
    assertThat(health.at("/spec/ports/0/nodePort").asInt()).isEqualTo(30_688);
    assertLeadsToHealth(health, hono.get("Deployment", "eclipse-hono-adapter-coap"));
  }

  /** What every pod spends is read from it, so its name has the addresses of the pods. */
  private static void assertEveryPodHasAPage(Manifests hono) {
    Map.of(
            "adapter", "adapter-coap",
            "auth", "service-auth",
            "registry", "service-device-registry",
            "router", "service-command-router")
        .forEach(
            (role, part) -> {
              JsonNode pages = hono.get("Service", "hono-pages-" + role);
              assertThat(pages.at("/spec/clusterIP").asText()).isEqualTo("None");
              assertLeadsToHealth(pages, hono.get("Deployment", "eclipse-hono-" + part));
            });
  }

  private static void assertLeadsToHealth(JsonNode service, JsonNode deployment) {
    JsonNode pod = deployment.at("/spec/template");
    assertThat(service.at("/spec/selector")).isNotEmpty();
    service
        .at("/spec/selector")
        .properties()
        .forEach(
            each ->
                assertThat(pod.at("/metadata/labels").path(each.getKey()))
                    .isEqualTo(each.getValue()));
    assertThat(service.at("/spec/ports/0/targetPort").asText()).isEqualTo("health");
    assertThat(pod.at("/spec/containers/0/ports").findValuesAsText("name")).contains("health");
  }

  private static void assertNoSecretInTheOpen(Manifests hono) {
    assertThat(hono.toString()).doesNotContain("hono-secret");
    assertThat(hono.get("ConfigMap", "eclipse-hono-data-grid-conf").path("data").properties())
        .extracting(each -> each.getKey())
        .contains("hono-data-grid.xml")
        .doesNotContain("users.properties");
    JsonNode grid = hono.get("StatefulSet", "eclipse-hono-data-grid").at("/spec/template/spec");
    assertThat(grid.at("/containers/0/volumeMounts"))
        .filteredOn(each -> each.path("mountPath").asText().endsWith("/users.properties"))
        .singleElement()
        .satisfies(each -> assertThat(each.path("name").asText()).isEqualTo("users"));
    assertThat(grid.path("volumes"))
        .filteredOn(each -> each.path("name").asText().equals("users"))
        .singleElement()
        .satisfies(
            each -> assertThat(each.at("/secret/secretName").asText()).isEqualTo("hono-data-grid"));
  }

  private static int replicas(Manifests hono, String kind, String name) {
    return hono.get(kind, name).at("/spec/replicas").asInt();
  }

  @ParameterizedTest
  @CsvSource({
    "30684, local.coaps_node_port, coaps_node_port",
    "30688, local.health_node_port, health_node_port"
  })
  void terraformsLoadBalancerLeadsToTheNodePorts(int port, String use, String name)
      throws Exception {
    String terraform = DeployFolder.text("eks/terraform/load-balancer.tf");

    assertThat(terraform).containsPattern(name + "\\s*= " + port).contains(use);
  }
}
