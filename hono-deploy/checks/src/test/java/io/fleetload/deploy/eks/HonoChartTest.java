// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.eks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.manifest.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pinned chart with our values, through the post-renderer. */
class HonoChartTest {
  private Manifests hono;

  @BeforeEach
  void render() throws Exception {
    assumeTrue(
        RenderedHono.hasChart(),
        "helm or the chart is not here; PostRendererTest goes on with a stub."
            + " Fetch it with hono-deploy/eks/helm/fetch-chart DIR and set HONO_CHART=DIR");
    assumeTrue(RenderedHono.canPatch(), "neither kubectl nor kustomize is here");
    hono = PostRendererTest.patched(RenderedHono.ofChart());
  }

  @Test
  void everyManualStepIsDeclared() {
    PostRendererTest.assertEveryStep(hono);
  }

  @Test
  void theDataGridHoldsAHundredMegabytes() {
    assertThat(hono.get("ConfigMap", "eclipse-hono-data-grid-conf").toString())
        .contains("max-size=\\\"100 MB\\\"");
  }

  @Test
  void itIsThePinnedChartOfHono260() throws Exception {
    JsonNode chart =
        Manifests.parse(Files.readString(Path.of(System.getenv("HONO_CHART"), "Chart.yaml")))
            .objects()
            .get(0);
    String pinned = DeployFolder.text("eks/helm/chart.properties");

    assertThat(pinned).contains("\nversion=" + chart.path("version").asText() + "\n");
    assertThat(chart.path("appVersion").asText()).isEqualTo("2.6.0");
    for (String part :
        List.of("adapter-coap", "service-auth", "service-command-router-infinispan")) {
      assertThat(hono.toString()).contains("eclipse/hono-" + part + ":2.6.0");
    }
  }

  @Test
  void hono270HasImagesOfItsOwn() throws Exception {
    String rendered = PostRendererTest.patched(RenderedHono.ofChart("2.7.0")).toString();

    for (String part :
        List.of(
            "adapter-coap",
            "service-auth",
            "service-command-router-infinispan",
            "service-device-registry-mongodb")) {
      assertThat(rendered).contains("eclipsehono/hono-" + part + ":2.7.0");
    }
    assertThat(rendered).doesNotContain("eclipse/hono-");
  }

  @Test
  void theAdapterFindsEveryServer() {
    JsonNode adapter = configuration("eclipse-hono-adapter-coap-conf");

    for (String client : List.of("tenant", "registration", "credentials", "commandRouter")) {
      assertThat(adapter.path(client).path("host").asText()).as(client).startsWith("eclipse-hono-");
      assertThat(adapter.path(client).path("trustStorePath").asText()).as(client).isNotEmpty();
      assertThat(adapter.path(client).path("credentialsPath").asText()).as(client).isNotEmpty();
      assertThat(hono.find("Service", adapter.path(client).path("host").asText()))
          .as(client)
          .isPresent();
    }
    assertThat(adapter.at("/coap/bindAddress").asText()).isEqualTo("0.0.0.0");
    assertThat(adapter.at("/coap/keyPath").asText()).isNotEmpty();
    assertThat(adapter.at("/kafka/commonClientConfig").path("bootstrap.servers").asText())
        .isEqualTo(RenderedHono.BROKERS);
    assertThat(adapter.at("/kafka/telemetry/producerConfig/acks").asText()).isEqualTo("all");
  }

  @Test
  void routerAndRegistryFindTheAuthServerTheGridAndKafka() {
    for (String part : List.of("service-command-router", "service-device-registry")) {
      JsonNode configuration = configuration("eclipse-hono-" + part + "-conf");
      assertThat(hono.find("Service", configuration.at("/auth/host").asText())).isPresent();
      assertThat(configuration.at("/kafka/commonClientConfig").path("bootstrap.servers").asText())
          .isEqualTo(RenderedHono.BROKERS);
    }
    JsonNode grid = configuration("eclipse-hono-service-command-router-conf");
    assertThat(grid.at("/commandRouter/cache/remote/serverList").asText())
        .isEqualTo("eclipse-hono-data-grid:11222");
    assertThat(grid.at("/commandRouter/cache/remote").has("authPassword")).isFalse();
  }

  @Test
  void whatIsSecretComesFromSecrets() {
    assertThat(environment("eclipse-hono-service-device-registry"))
        .isEqualTo("hono-device-registry");
    assertThat(environment("eclipse-hono-service-command-router")).isEqualTo("hono-data-grid");
    assertThat(hono.toString()).doesNotContain("-example-keys").doesNotContain("example-trust");
  }

  @Test
  void everyPodIsScrapedAndPlanned() {
    for (String part :
        List.of(
            "adapter-coap", "service-auth", "service-command-router", "service-device-registry")) {
      assertThat(
              hono.get("Deployment", "eclipse-hono-" + part)
                  .at("/spec/template/metadata/annotations")
                  .path("prometheus.io/scrape")
                  .asText())
          .isEqualTo("true");
    }
    assertThat(Demand.of(hono)).containsExactlyInAnyOrderElementsOf(PlannedDemand.ofHono());
  }

  @Test
  void itKnowsTheSchemasOfKubernetes() throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    String patched = RenderedHono.patched(RenderedHono.ofChart()).out();
    Program.Said said = Program.of("kubernetes-validate", "--strict", "-").reading(patched).run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  private String environment(String deployment) {
    return hono.get("Deployment", deployment)
        .at("/spec/template/spec/containers/0/envFrom/0/secretRef/name")
        .asText();
  }

  private JsonNode configuration(String secret) {
    String text = hono.get("Secret", secret).at("/stringData/application.yml").asText();
    return Manifests.parse(text).objects().get(0).path("hono");
  }
}
