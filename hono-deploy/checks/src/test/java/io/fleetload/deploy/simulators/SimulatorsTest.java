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
import io.fleetload.results.ExitCode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests of a run, as the script prints them. */
class SimulatorsTest {
  @BeforeEach
  void needsKustomize() {
    assumeTrue(
        Program.isThere("kubectl") || Program.isThere("kustomize"),
        "neither kubectl nor kustomize is here");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12})
  void everyPodOfTheJobIsAShardOfItsOwn(int shards) throws Exception {
    Manifests run = manifests(shards);
    JsonNode spec = run.get("Job", "device-simulator").path("spec");

    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(spec.path("completions").asInt()).isEqualTo(shards);
    assertThat(spec.path("parallelism").asInt()).isEqualTo(shards);
    JsonNode arguments = run.get("ConfigMap", "shards").path("data");
    assertThat(arguments).hasSize(shards);
    for (int index = 0; index < shards; index++) {
      assertThat(arguments.path("index-" + index).asText())
          .startsWith("-jar /app/device-simulator.jar\n/profile/profile.yaml\n")
          .contains("--shard " + (index + 1) + "/" + shards + "\n")
          .contains("--set coordination.timeout=10m\n", "--set coordination.backend=true\n")
          .contains("--run-id 1f\n")
          .contains("--out /results/shard-" + (index + 1) + "\n");
    }
    assertThat(container(run, "device-simulator").path("command"))
        .extracting(JsonNode::asText)
        .containsExactly("/java/bin/java", "@/shards/index-$(JOB_COMPLETION_INDEX)");
  }

  @Test
  void aFailedOrMovedShardEndsTheRunAndOneThatGaveItsBookDoesNot() throws Exception {
    JsonNode spec = manifests(2).get("Job", "device-simulator").path("spec");

    once(spec);
    assertThat(spec.path("backoffLimitPerIndex").asInt(6)).isZero();
    assertThat(spec.has("backoffLimit")).as("it would count the books with a finding").isFalse();
    JsonNode rules = spec.at("/podFailurePolicy/rules");
    assertThat(rules.at("/0/action").asText()).isEqualTo("FailIndex");
    assertThat(rules.at("/0/onExitCodes/values"))
        .extracting(JsonNode::asInt)
        .containsExactly(ExitCode.LEDGER_UNBALANCED.code(), ExitCode.GENERATOR_LIMITED.code());
    assertThat(rules.at("/1/action").asText()).isEqualTo("FailJob");
    assertThat(rules.at("/1/onExitCodes/operator").asText()).isEqualTo("NotIn");
    assertThat(rules.at("/1/onExitCodes/values"))
        .extracting(JsonNode::asInt)
        .containsExactly(0, ExitCode.LEDGER_UNBALANCED.code(), ExitCode.GENERATOR_LIMITED.code());
    moved(rules.path(2));
  }

  @Test
  void aFailedOrMovedBackendEndsTheRun() throws Exception {
    JsonNode spec = manifests(2).get("Job", "backend-simulator").path("spec");

    once(spec);
    assertThat(spec.path("backoffLimit").asInt(6)).isZero();
    JsonNode rules = spec.at("/podFailurePolicy/rules");
    assertThat(rules.at("/0/action").asText()).isEqualTo("FailJob");
    assertThat(rules.at("/0/onExitCodes/operator").asText()).isEqualTo("NotIn");
    assertThat(rules.at("/0/onExitCodes/values/0").asInt(1)).isZero();
    moved(rules.path(1));
  }

  private static void once(JsonNode spec) {
    assertThat(spec.path("activeDeadlineSeconds").asInt()).isPositive();
    assertThat(spec.at("/template/spec/restartPolicy").asText()).isEqualTo("Never");
  }

  private static void moved(JsonNode rule) {
    assertThat(rule.path("action").asText()).isEqualTo("FailJob");
    assertThat(rule.at("/onPodConditions/0/type").asText()).isEqualTo("DisruptionTarget");
  }

  @Test
  void theBackendIsReadyOnlyWithItsPartitionsAndAwaitsTheShards() throws Exception {
    Manifests run = manifests(2);
    JsonNode backend = container(run, "backend-simulator");

    assertThat(backend.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/q/health/ready");
    assertThat(backend.path("args"))
        .extracting(JsonNode::asText)
        .contains(
            "--metrics-port=9102",
            "--metrics-host=0.0.0.0",
            "--shards=$(SHARDS)",
            "--set=coordination.timeout=$(COORDINATION_TIMEOUT)",
            "--set=coordination.backend=true");
    JsonNode values = run.get("ConfigMap", "run").path("data");
    assertThat(values.path("SHARDS").asText()).isEqualTo("2");
    assertThat(values.path("COORDINATION_TIMEOUT").asText()).isEqualTo("10m");
    assertThat(backend.path("env"))
        .extracting(each -> each.path("name").asText())
        .contains("RUN_ID", "SHARDS", "COORDINATION_TIMEOUT");
  }

  @Test
  void provisioningAppliesTheProfile() throws Exception {
    assertThat(container(manifests(2), "provisioning").path("args"))
        .extracting(JsonNode::asText)
        .containsExactly("apply", "--new-registry", "/profile/profile.yaml");
  }

  @ParameterizedTest
  @CsvSource({"device-simulator, 9101", "backend-simulator, 9102"})
  void prometheusFindsThem(String name, String port) throws Exception {
    Manifests run = manifests(2);
    JsonNode annotations = run.get("Job", name).at("/spec/template/metadata/annotations");

    assertThat(annotations.path("prometheus.io/scrape").asText()).isEqualTo("true");
    assertThat(annotations.path("prometheus.io/port").asText()).isEqualTo(port);
    assertThat(container(run, name).at("/ports/0/containerPort").asText()).isEqualTo(port);
    assertThat(container(run, name).at("/ports/0/name").asText()).matches(portsOfPrometheus());
  }

  @Test
  void everyPodIsLockedDownAndApartFromHono() throws Exception {
    for (JsonNode job : manifests(2).ofKind("Job")) {
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
  void secretsComeFromTheSecretOnly() throws Exception {
    Manifests run = manifests(2);

    assertThat(run.ofKind("Secret")).isEmpty();
    for (JsonNode job : run.ofKind("Job")) {
      JsonNode tool = job.at("/spec/template/spec/containers/0");
      assertThat(tool.at("/envFrom/0/secretRef/name")).isEqualTo(job.at("/metadata/name"));
      assertThat(tool.path("imagePullPolicy").asText()).isEqualTo("Always");
    }
  }

  @Test
  void theyFitTheirNodes() throws Exception {
    JsonNode nodes =
        DeployFolder.yaml("eks/terraform/sizes.auto.tfvars.json").path("simulator_nodes");
    NodeSize size = NodeSize.named(nodes.path("type").asText()).orElseThrow();
    Capacity capacity = new Capacity(size, nodes.path("count").asInt());
    List<Demand> demands = Demand.of(manifests(2));

    assertThat(capacity.pending(demands)).as(capacity.verdict(demands)).isEmpty();
  }

  @Test
  void theyKnowTheSchemasOfKubernetes() throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    Program.Said said = Program.of("kubernetes-validate", "--strict", "-").reading(text(2)).run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "missing.yaml;2;1f;manifests: missing.yaml: no such profile",
        "../profiles/quickstart.yaml;0;1f;manifests: SHARDS: found \"0\", expected a number from 1",
        "../profiles/quickstart.yaml;2;run1;manifests: RUN_ID: found \"run1\", expected 1 to 8"
            + " hexadecimal digits, such as 1f00a",
        "../profiles/quickstart.yaml;2;012345678;manifests: RUN_ID: found \"012345678\", expected 1"
            + " to 8 hexadecimal digits, such as 1f00a"
      })
  void aMistakeIsOneLine(String profile, String shards, String runId, String line)
      throws Exception {
    Program.Said said =
        Program.of("simulators/manifests", profile, shards, runId).in(DeployFolder.at("")).run();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).isEqualTo(line + "\n");
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

  private static JsonNode container(Manifests run, String job) {
    return StreamSupport.stream(
            run.get("Job", job).at("/spec/template/spec/containers").spliterator(), false)
        .filter(each -> each.path("name").asText().equals(job))
        .findFirst()
        .orElseThrow();
  }

  private static Manifests manifests(int shards) throws Exception {
    return Manifests.parse(text(shards));
  }

  private static String text(int shards) throws Exception {
    Program.Said said =
        Program.of(
                "simulators/manifests", "../profiles/quickstart.yaml", String.valueOf(shards), "1f")
            .in(DeployFolder.at(""))
            .run();
    assertThat(said.code()).as(said.err()).isZero();
    return said.out();
  }
}
