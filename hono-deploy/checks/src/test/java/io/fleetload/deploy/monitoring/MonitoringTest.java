// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.capacity.Capacity;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.capacity.NodeSize;
import io.fleetload.deploy.manifest.Manifests;
import io.fleetload.deploy.simulators.SimulatorManifests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prometheus and Grafana on the cluster, as kustomize prints them. */
class MonitoringTest {
  private Manifests monitoring;

  @BeforeEach
  void render() throws Exception {
    boolean kubectl = Program.isThere("kubectl");
    assumeTrue(kubectl || Program.isThere("kustomize"), "neither kubectl nor kustomize is here");
    Program.Said said =
        (kubectl
                ? Program.of("kubectl", "kustomize", "monitoring")
                : Program.of("kustomize", "build", "monitoring"))
            .in(DeployFolder.at(""))
            .run();
    assertThat(said.code()).as(said.err()).isZero();
    monitoring = Manifests.parse(said.out());
  }

  @Test
  void grafanaHasBothDashboardsAndBeginsWithTheFirst() throws Exception {
    JsonNode pod = pod("grafana");
    String folder = mountPath(pod, "boards");
    JsonNode boards = configMap(pod, "boards");
    JsonNode provider =
        Manifests.parse(configMap(pod, "provisioning").path("dashboards.yaml").asText())
            .objects()
            .get(0);

    assertThat(provider.at("/providers/0/options/path").asText()).isEqualTo(folder);
    assertThat(boards.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("grafana-dashboard.json", "grafana-hono.json");
    assertThat(environment(pod, "GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"))
        .isEqualTo(folder + "/grafana-dashboard.json");
    Set<String> ids = new HashSet<>();
    for (JsonNode text : boards) {
      JsonNode board = Manifests.parse(text.asText()).objects().get(0);
      assertThat(ids.add(board.path("uid").asText())).isTrue();
      assertNoPanelCoversAnother(board.path("panels"));
    }
  }

  private static void assertNoPanelCoversAnother(JsonNode panels) {
    Set<String> cells = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : panels) {
      JsonNode at = panel.path("gridPos");
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      for (int x = 0; x < at.path("w").asInt(); x++) {
        for (int y = 0; y < at.path("h").asInt(); y++) {
          String cell = (at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y);
          assertThat(cells.add(cell)).as(panel.path("title").asText() + " at " + cell).isTrue();
        }
      }
    }
  }

  @Test
  void grafanaAsksThePrometheusThatIsHere() throws Exception {
    JsonNode source =
        Manifests.parse(configMap(pod("grafana"), "provisioning").path("datasources.yaml").asText())
            .objects()
            .get(0)
            .at("/datasources/0");
    JsonNode service = monitoring.get("Service", "prometheus");

    assertThat(source.path("isDefault").asBoolean()).isTrue();
    assertThat(source.path("url").asText())
        .isEqualTo(
            "http://%s.%s.svc:%d"
                .formatted(
                    service.at("/metadata/name").asText(),
                    service.at("/metadata/namespace").asText(),
                    service.at("/spec/ports/0/port").asInt()));
    assertThat(pod("prometheus").at("/containers/0/ports/0/name"))
        .isEqualTo(service.at("/spec/ports/0/targetPort"));
    assertThat(
            monitoring
                .get("Deployment", "prometheus")
                .at("/spec/template/metadata/labels")
                .path("app"))
        .isEqualTo(service.at("/spec/selector/app"));
  }

  @Test
  void prometheusMayListThePodsWhereItScrapesAndNothingElse() throws Exception {
    JsonNode pod = pod("prometheus");
    JsonNode scraping =
        Manifests.parse(configMap(pod, "config").path("prometheus.yaml").asText()).objects().get(0);
    List<String> namespaces = new ArrayList<>();
    scraping
        .at("/scrape_configs/0/kubernetes_sd_configs/0/namespaces/names")
        .forEach(each -> namespaces.add(each.asText()));

    assertThat(scraping).isEqualTo(DeployFolder.yaml("monitoring/prometheus-kubernetes.yaml"));
    assertThat(pod.at("/containers/0/args"))
        .extracting(JsonNode::asText)
        .contains("--config.file=" + mountPath(pod, "config") + "/prometheus.yaml");
    assertThat(monitoring.ofKind("ClusterRole")).isEmpty();
    assertThat(monitoring.ofKind("Role"))
        .extracting(each -> each.at("/metadata/namespace").asText())
        .containsExactlyInAnyOrderElementsOf(namespaces);
    for (JsonNode role : monitoring.ofKind("Role")) {
      assertThat(role.path("rules")).hasSize(1);
      assertThat(role.at("/rules/0/resources")).extracting(JsonNode::asText).containsOnly("pods");
      assertThat(role.at("/rules/0/verbs"))
          .extracting(JsonNode::asText)
          .containsExactlyInAnyOrder("get", "list", "watch");
    }
    assertThat(monitoring.ofKind("RoleBinding"))
        .extracting(each -> each.at("/metadata/namespace").asText())
        .containsExactlyInAnyOrderElementsOf(namespaces);
    assertThat(monitoring.ofKind("RoleBinding"))
        .allSatisfy(
            each -> {
              assertThat(each.at("/roleRef/name").asText()).isEqualTo("prometheus-pods");
              assertThat(each.at("/subjects/0/name")).isEqualTo(pod.path("serviceAccountName"));
              assertThat(each.at("/subjects/0/namespace").asText()).isEqualTo("monitoring");
            });
  }

  @Test
  void nothingIsOpenToTheOutsideAndNothingIsSecret() {
    assertThat(monitoring.ofKind("Secret")).isEmpty();
    assertThat(monitoring.ofKind("Ingress")).isEmpty();
    assertThat(monitoring.ofKind("Service"))
        .hasSize(2)
        .allMatch(each -> each.at("/spec/type").asText().equals("ClusterIP"));
    assertThat(environment(pod("grafana"), "GF_AUTH_ANONYMOUS_ORG_ROLE")).isEqualTo("Viewer");
    assertThat(environment(pod("grafana"), "GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION"))
        .isEqualTo("true");
    for (String each : List.of("prometheus", "grafana")) {
      JsonNode pod = pod(each);
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      JsonNode context = pod.at("/containers/0/securityContext");
      assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
    }
  }

  @Test
  void itFitsTheSimulatorsNodesBesideARun() throws Exception {
    JsonNode nodes =
        DeployFolder.yaml("eks/terraform/sizes.auto.tfvars.json").path("simulator_nodes");
    NodeSize size = NodeSize.named(nodes.path("type").asText()).orElseThrow();
    Capacity capacity = new Capacity(size, nodes.path("count").asInt());
    List<Demand> demands = new ArrayList<>(SimulatorManifests.demands(2));
    demands.addAll(Demand.of(monitoring));

    for (String each : List.of("prometheus", "grafana")) {
      assertThat(pod(each).path("nodeSelector").path("fleetload/nodes").asText())
          .isEqualTo("simulators");
    }
    assertThat(demands).extracting(Demand::name).contains("prometheus", "grafana");
    assertThat(capacity.pending(demands)).as(capacity.verdict(demands)).isEmpty();
  }

  @Test
  void itKnowsTheSchemasOfKubernetes() throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    Program.Said rendered =
        Program.of("kubectl", "kustomize", "monitoring").in(DeployFolder.at("")).run();
    Program.Said said =
        Program.of("kubernetes-validate", "--strict", "-").reading(rendered.out()).run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  private JsonNode pod(String deployment) {
    return monitoring.get("Deployment", deployment).at("/spec/template/spec");
  }

  /** The data of the map that a volume is made of, under the name that kustomize gave it. */
  private JsonNode configMap(JsonNode pod, String volume) {
    return monitoring
        .get("ConfigMap", named(pod.path("volumes"), volume).at("/configMap/name").asText())
        .path("data");
  }

  private static String mountPath(JsonNode pod, String volume) {
    return named(pod.at("/containers/0/volumeMounts"), volume).path("mountPath").asText();
  }

  private static String environment(JsonNode pod, String name) {
    return named(pod.at("/containers/0/env"), name).path("value").asText();
  }

  private static JsonNode named(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
