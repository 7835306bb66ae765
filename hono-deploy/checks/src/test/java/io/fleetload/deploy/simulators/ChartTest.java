// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.simulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import io.fleetload.deploy.manifest.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the chart of a load test makes of its values, by Helm 3 and by Helm 4. */
class ChartTest {
  @TempDir private Path folder;

  @Test
  void itsVersionIsThatOfThePoms() throws Exception {
    JsonNode chart = DeployFolder.yaml("simulators/Chart.yaml");
    String pom = Files.readString(DeployFolder.at("../pom.xml"));

    assertThat(pom).contains("\n  <version>" + chart.path("version").asText() + "</version>\n");
    assertThat(chart.path("appVersion")).isEqualTo(chart.path("version"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void lintFindsNothing(String variable) throws Exception {
    Chart chart = Chart.by(variable, folder);

    Program.Said least = chart.helm(List.of("lint", "--strict"));
    Program.Said all = chart.helm(List.of("lint", "--strict"), "--values", Chart.ALL_VALUES);

    assertThat(least.code()).as(least.out() + least.err()).isZero();
    assertThat(all.code()).as(all.out() + all.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void aProfileAndImagesAreALoadTest(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered("--set", "shards=2");

    JsonNode job = made.get("Job", "load-test-1").path("spec");
    assertThat(job.path("backoffLimit").asInt(6)).isZero();
    JsonNode pod = job.at("/template/spec");
    JsonNode tool = pod.at("/containers/0");
    assertThat(tool.path("image").asText()).isEqualTo(Chart.image("loadtest"));
    assertThat(tool.path("args"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "cluster",
            "run",
            "/files/profile.yaml",
            "--images=/files/images.txt",
            "--shards=2",
            "--backends=1",
            "--namespace=team-a",
            "--out=/results/$(JOB_NAME)");
    assertThat(made.get("ConfigMap", "load-test").at("/data/profile.yaml").asText())
        .isEqualTo(Chart.PROFILE);
    assertThat(made.get("ConfigMap", "load-test").at("/data/images.txt").asText())
        .isEqualTo(Chart.images());
    assertThat(made.get("PersistentVolumeClaim", "load-test-results").at("/metadata/annotations"))
        .hasToString("{\"helm.sh/resource-policy\":\"keep\"}");
    assertThat(pod.at("/volumes/1/persistentVolumeClaim/claimName").asText())
        .isEqualTo("load-test-results");
    assertThat(made.objects())
        .allMatch(each -> each.at("/metadata/namespace").asText().equals("team-a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void itsPodIsLockedDown(String variable) throws Exception {
    JsonNode pod =
        Chart.by(variable, folder).rendered().get("Job", "load-test-1").at("/spec/template/spec");

    assertThat(pod.path("restartPolicy").asText()).isEqualTo("Never");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
    JsonNode context = pod.at("/containers/0/securityContext");
    assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void itsServiceAccountHasTheRightsOfTheCommandAndNoOther(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered();

    assertThat(made.ofKind("Role")).hasSize(1);
    assertThat(made.get("Role", "load-test").path("rules"))
        .isEqualTo(DeployFolder.yaml("simulators/base/role.yaml").path("rules"));
    JsonNode binding = made.get("RoleBinding", "load-test");
    assertThat(binding.at("/roleRef/name").asText()).isEqualTo("load-test");
    assertThat(binding.at("/subjects/0/name").asText()).isEqualTo("load-test");
    assertThat(made.get("Job", "load-test-1").at("/spec/template/spec/serviceAccountName").asText())
        .isEqualTo("load-test");
    assertThat(made.ofKind("ClusterRole")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void itsNetworkPoliciesAreThoseThatKubectlApplies(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered();
    Manifests base = Manifests.parse(DeployFolder.text("simulators/base/network-policies.yaml"));

    assertThat(made.ofKind("NetworkPolicy")).hasSameSizeAs(base.objects());
    for (JsonNode policy : base.objects()) {
      String name = "load-test-" + policy.at("/metadata/name").asText();
      assertThat(made.get("NetworkPolicy", name).path("spec")).isEqualTo(policy.path("spec"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void everyValueArrives(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered("--values", Chart.ALL_VALUES);

    JsonNode cron = made.get("CronJob", "load-test").path("spec");
    assertThat(cron.path("schedule").asText()).isEqualTo("0 3 * * *");
    assertThat(cron.path("suspend").asBoolean(true)).isFalse();
    assertThat(cron.path("timeZone").asText()).isEqualTo("Europe/Berlin");
    JsonNode job = cron.at("/jobTemplate/spec");
    assertThat(job.path("activeDeadlineSeconds").asInt()).isEqualTo(7_200);
    assertThat(job.path("ttlSecondsAfterFinished").asInt(1)).isZero();
    JsonNode pod = job.at("/template/spec");
    assertThat(pod.at("/containers/0/args"))
        .extracting(JsonNode::asText)
        .contains(
            "find-limit",
            "--shards=20",
            "--backends=2",
            "--pods=/files/pods.yaml",
            "--wait=20m",
            "--autoscaled",
            "--new-registry",
            "--label=commit=4f2a91c",
            "--set=flows.telemetry.rate=900/s",
            "--json");
    assertThat(pod.at("/nodeSelector/pool").asText()).isEqualTo("ci");
    assertThat(pod.at("/tolerations/0/key").asText()).isEqualTo("ci");
    assertThat(pod.at("/affinity/podAntiAffinity")).isNotEmpty();
    assertThat(pod.at("/topologySpreadConstraints/0/topologyKey").asText()).isEqualTo("zone");
    assertThat(pod.at("/imagePullSecrets/0/name").asText()).isEqualTo("registry");
    assertThat(pod.path("priorityClassName").asText()).isEqualTo("high");
    assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isEqualTo(60);
    assertThat(pod.at("/containers/0/image").asText()).endsWith("/loadtest:1");
    assertThat(pod.at("/containers/0/resources/limits/memory").asText()).isEqualTo("2Gi");
    assertThat(named(pod.path("volumes"), "results").at("/persistentVolumeClaim/claimName"))
        .hasToString("\"shared\"");
    assertThat(named(pod.path("volumes"), "prices")).isNotEmpty();
    assertThat(made.ofKind("PersistentVolumeClaim")).isEmpty();
    assertThat(made.get("ConfigMap", "load-test").at("/data/base.yaml").asText())
        .isEqualTo("a: 1\n");
    assertThat(made.get("ClusterRole", "team-a-load-test-room").at("/rules/0/verbs"))
        .hasToString("[\"list\"]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void aDollarOfTheUsersIsNoVariable(String variable) throws Exception {
    JsonNode tool =
        Chart.by(variable, folder)
            .rendered("--values", Chart.ALL_VALUES)
            .get("CronJob", "load-test")
            .at("/spec/jobTemplate/spec/template/spec/containers/0");

    assertThat(tool.path("args"))
        .extracting(JsonNode::asText)
        .contains("--set=target.password=a$$b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void theFileOfPodsKeepsWhatRemovesAField(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered("--values", Chart.ALL_VALUES);

    JsonNode pods =
        Manifests.parse(made.get("ConfigMap", "load-test").at("/data/pods.yaml").asText())
            .objects()
            .get(0);
    JsonNode selector = pods.at("/all/spec/nodeSelector");
    assertThat(selector.path("fleetload/nodes").isNull()).isTrue();
    assertThat(selector.path("pool").asText()).isEqualTo("load");
    assertThat(pods.at("/devices/container/volumeMounts/0/mountPath").asText()).isEqualTo("/ca");
  }

  @ParameterizedTest
  @CsvSource({
    "shards=0, /shards",
    "shard=2, shard",
    "command=walk, /command",
    "wait=soon, /wait",
    "start=tomorrow, /start",
    "results.size=many, /results/size",
    "job.nodeselector.a=b, nodeselector",
    "pods.shards.labels.a=b, shards",
    "pods.all.spec.nodeselector.a=b, nodeselector",
    "pods.devices.container.image=mine, image"
  })
  void aWrongValueIsRefusedByItsKey(String value, String key) throws Exception {
    for (String variable : new String[] {"HELM_3", "HELM_4"}) {
      Program.Said said = Chart.by(variable, folder).template("--set", value);

      assertThat(said.code()).isNotZero();
      assertThat(said.err()).contains("schema", key);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--set-file, profile=/dev/null, 'profile: give the profile: --set-file profile=FILE'",
    "--set-file, images=/dev/null, 'images: add the line REGISTRY/loadtest@sha256:DIGEST'",
    "--set, serviceAccount.create=false, 'serviceAccount.name: name the service account that exists'"
  })
  void whatIsMissingIsNamed(String option, String value, String line) throws Exception {
    for (String variable : new String[] {"HELM_3", "HELM_4"}) {
      Program.Said said = Chart.by(variable, folder).template(option, value);

      assertThat(said.code()).isNotZero();
      assertThat(said.err()).contains(line);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void itKnowsTheSchemasOfKubernetes(String variable) throws Exception {
    assumeTrue(Program.isThere("kubernetes-validate"), "kubernetes-validate is not here");
    Chart chart = Chart.by(variable, folder);
    String both =
        chart.template().out() + "\n---\n" + chart.template("--values", Chart.ALL_VALUES).out();

    Program.Said said = Program.of("kubernetes-validate", "--strict", "-").reading(both).run();

    assertThat(said.code()).as(said.out() + said.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"HELM_3", "HELM_4"})
  void theExamplesUseWhatAReleaseMakes(String variable) throws Exception {
    Manifests made = Chart.by(variable, folder).rendered("--set", "start=later");
    JsonNode argo =
        Manifests.parse(DeployFolder.text("simulators/examples/argo-workflows.yaml"))
            .get("WorkflowTemplate", "load-test")
            .path("spec");
    JsonNode testkube =
        Manifests.parse(DeployFolder.text("simulators/examples/testkube.yaml"))
            .get("TestWorkflow", "load-test")
            .path("spec");

    assertThat(argo.path("serviceAccountName")).isEqualTo(name(made, "ServiceAccount"));
    assertThat(argo.at("/volumes/0/configMap/name")).isEqualTo(name(made, "ConfigMap"));
    assertThat(argo.at("/volumes/1/persistentVolumeClaim/claimName"))
        .isEqualTo(name(made, "PersistentVolumeClaim"));
    assertThat(testkube.at("/pod/serviceAccountName")).isEqualTo(name(made, "ServiceAccount"));
    assertThat(testkube.at("/pod/volumes/0/configMap/name")).isEqualTo(name(made, "ConfigMap"));
    JsonNode label =
        made.get("CronJob", "load-test").at("/spec/jobTemplate/spec/template/metadata");
    assertThat(argo.at("/podMetadata/labels/app")).isEqualTo(label.at("/labels/app"));
    assertThat(testkube.at("/pod/labels/app")).isEqualTo(label.at("/labels/app"));
  }

  private static JsonNode name(Manifests made, String kind) {
    return made.ofKind(kind).get(0).at("/metadata/name");
  }

  private static JsonNode named(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
