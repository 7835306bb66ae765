// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.capacity.Capacity;
import io.fleetload.deploy.capacity.Demand;
import io.fleetload.deploy.capacity.NodeSize;
import io.fleetload.deploy.manifest.Manifests;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests that every run has; what is of one run is tested with {@code loadtest cluster}. */
class SimulatorsTest {
  private Manifests jobs;

  @BeforeEach
  void read() throws IOException {
    jobs = SimulatorManifests.jobs();
  }

  @Test
  void aFailedOrMovedShardEndsTheRunAndOneThatGaveItsBookDoesNot() {
    JsonNode spec = jobs.get("Job", "device-simulator").path("spec");

    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(spec.at("/template/spec/restartPolicy").asText()).isEqualTo("Never");
    assertThat(spec.path("backoffLimitPerIndex").asInt(6)).isZero();
    assertThat(spec.has("backoffLimit")).as("it would count the books with a finding").isFalse();
    JsonNode rules = spec.at("/podFailurePolicy/rules");
    moved(rules.path(0));
    assertThat(rules.at("/1/action").asText()).isEqualTo("FailIndex");
    assertThat(rules.at("/1/onExitCodes/values"))
        .extracting(JsonNode::asInt)
        .containsExactly(ExitCode.LEDGER_UNBALANCED.code(), ExitCode.GENERATOR_LIMITED.code());
    assertThat(rules.at("/2/action").asText()).isEqualTo("FailJob");
    assertThat(rules.at("/2/onExitCodes/operator").asText()).isEqualTo("NotIn");
    assertThat(rules.at("/2/onExitCodes/values"))
        .extracting(JsonNode::asInt)
        .containsExactly(0, ExitCode.LEDGER_UNBALANCED.code(), ExitCode.GENERATOR_LIMITED.code());
  }

  @Test
  void aFailedOrMovedBackendEndsTheRun() {
    JsonNode spec = jobs.get("Job", "backend-simulator").path("spec");

    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(spec.at("/template/spec/restartPolicy").asText()).isEqualTo("Never");
    assertThat(spec.path("backoffLimit").asInt(6)).isZero();
    JsonNode rules = spec.at("/podFailurePolicy/rules");
    moved(rules.path(0));
    assertThat(rules.at("/1/action").asText()).isEqualTo("FailJob");
    assertThat(rules.at("/1/onExitCodes/operator").asText()).isEqualTo("NotIn");
    assertThat(rules.at("/1/onExitCodes/values/0").asInt(1)).isZero();
  }

  private static void moved(JsonNode rule) {
    assertThat(rule.path("action").asText()).isEqualTo("FailJob");
    assertThat(rule.at("/onPodConditions/0/type").asText()).isEqualTo("DisruptionTarget");
  }

  @Test
  void theBackendIsReadyOnlyWithItsPartitions() {
    assertThat(container("backend-simulator").at("/readinessProbe/httpGet/path").asText())
        .isEqualTo("/q/health/ready");
  }

  @ParameterizedTest
  @CsvSource({"device-simulator, 9101", "backend-simulator, 9102"})
  void prometheusFindsThem(String name, String port) throws Exception {
    JsonNode annotations = jobs.get("Job", name).at("/spec/template/metadata/annotations");

    assertThat(annotations.path("prometheus.io/scrape").asText()).isEqualTo("true");
    assertThat(annotations.path("prometheus.io/port").asText()).isEqualTo(port);
    assertThat(container(name).at("/ports/0/containerPort").asText()).isEqualTo(port);
    assertThat(container(name).at("/ports/0/name").asText()).matches(portsOfPrometheus());
  }

  @Test
  void everyPodIsLockedDownAndApartFromHono() {
    for (JsonNode job : jobs.ofKind("Job")) {
      JsonNode pod = job.at("/spec/template/spec");
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/tolerations/0/value").asText()).isEqualTo("simulators");
      assertThat(pod.path("nodeSelector").path("fleetload/nodes").asText()).isEqualTo("simulators");
      for (JsonNode container : pod.path("containers")) {
        JsonNode context = container.path("securityContext");
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
      }
    }
  }

  @Test
  void noMeshAddsAContainerToAPod() {
    for (JsonNode job : jobs.ofKind("Job")) {
      JsonNode annotations = job.at("/spec/template/metadata/annotations");
      assertThat(annotations.path("sidecar.istio.io/inject").asText()).isEqualTo("false");
      assertThat(annotations.path("linkerd.io/inject").asText()).isEqualTo("disabled");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"not-ready", "unreachable"})
  void aDeadNodeEndsTheRunAfterAMinuteAndNotAfterFive(String taint) {
    for (JsonNode job : jobs.ofKind("Job")) {
      assertThat(job.at("/spec/template/spec/tolerations"))
          .filteredOn(each -> each.path("key").asText().equals("node.kubernetes.io/" + taint))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.path("effect").asText()).isEqualTo("NoExecute");
                assertThat(each.path("tolerationSeconds").asInt()).isEqualTo(30);
              });
    }
  }

  @Test
  void secretsComeFromTheSecretOnly() {
    assertThat(jobs.ofKind("Secret")).isEmpty();
    for (JsonNode job : jobs.ofKind("Job")) {
      JsonNode tool = job.at("/spec/template/spec/containers/0");
      assertThat(tool.at("/envFrom/0/secretRef/name")).isEqualTo(job.at("/metadata/name"));
      assertThat(tool.path("imagePullPolicy").asText()).isEqualTo("Always");
    }
  }

  @Test
  void twoShardsFitTheirNodes() throws Exception {
    JsonNode nodes =
        DeployFolder.yaml("eks/terraform/sizes.auto.tfvars.json").path("simulator_nodes");
    NodeSize size = NodeSize.named(nodes.path("type").asText()).orElseThrow();
    Capacity capacity = new Capacity(size, nodes.path("count").asInt());
    List<Demand> demands = SimulatorManifests.demands(2);

    assertThat(capacity.pending(demands)).as(capacity.verdict(demands)).isEmpty();
  }

  @Test
  void theyKnowTheSchemasOfKubernetes() throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    Program.Said said =
        Program.of("kubernetes-validate", "--strict", "-").reading(SimulatorManifests.text()).run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  private static String portsOfPrometheus() throws Exception {
    JsonNode scraping = DeployFolder.yaml("monitoring/prometheus-kubernetes.yaml");
    return StreamSupport.stream(
            scraping.at("/scrape_configs/0/relabel_configs").spliterator(), false)
        .filter(each -> each.path("source_labels").toString().contains("container_port_name"))
        .findFirst()
        .orElseThrow()
        .path("regex")
        .asText();
  }

  private JsonNode container(String job) {
    return StreamSupport.stream(
            jobs.get("Job", job).at("/spec/template/spec/containers").spliterator(), false)
        .filter(each -> each.path("name").asText().equals(job))
        .findFirst()
        .orElseThrow();
  }
}
