// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fleetload.it.CommandRun;
import io.fleetload.it.Hono;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The parts of a target in a real Kubernetes; the pods are played. */
@EnabledIf(
    value = "io.fleetload.it.kubernetes.RealKubernetes#isThere",
    disabledReason = RealKubernetes.NONE)
@Tag("nightly")
@Tag("kubernetes")
class RealPartsIT {
  private static final String NAMESPACE = "target";
  private static final Map<String, String> LABELS =
      Map.of("app.kubernetes.io/component", "adapter-coap");

  @TempDir private static Path folder;
  private static RealKubernetes kubernetes;
  private static KubernetesClient admin;
  private static Hono hono;

  @BeforeAll
  static void start() throws Exception {
    Path fakes =
        Files.writeString(folder.resolve("fakes.json"), "{\"adapter\": {\"seconds\": 3600}}");
    kubernetes =
        RealKubernetes.start(
            RealKubernetes.program().orElseThrow(),
            folder.resolve("kubernetes"),
            "--nodes",
            "2",
            "--fakes",
            fakes.toString());
    admin =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubernetes.kubeconfig("admin").toFile()))
            .build();
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    admin
        .resource(
            new DeploymentBuilder()
                .withNewMetadata()
                .withName("adapter")
                .withNamespace(NAMESPACE)
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .withReplicas(2)
                .withNewSelector()
                .withMatchLabels(LABELS)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("adapter")
                .withImage("fake.test/adapter")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build())
        .create();
    admin
        .apps()
        .deployments()
        .inNamespace(NAMESPACE)
        .withName("adapter")
        .waitUntilReady(120, TimeUnit.SECONDS);
    hono = Hono.start("--tenant=parts");
  }

  @AfterAll
  static void end() throws Exception {
    hono.close();
    admin.close();
    kubernetes.close();
  }

  private static Set<String> pods() {
    return admin.pods().inNamespace(NAMESPACE).withLabels(LABELS).list().getItems().stream()
        .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
        .map(Pod::getMetadata)
        .map(each -> each.getUid())
        .collect(Collectors.toSet());
  }

  @Test
  void podsAreDeletedScaledAndMadeAgain() throws Exception {
    Set<String> before = pods();
    assertThat(before).hasSize(2);
    Path profile =
        Files.writeString(
            folder.resolve("profile.yaml"),
            """
            run: { name: parts }
            target: { kind: external, coap: %s, kafka: %s, mongodb: "%s", database: %s }
            tenant: { id: parts }
            devices: { count: 5, psk: { derivedFrom: one } }
            phases: { warmUp: 2s, measure: 40s, drain: 30s }
            flows:
              telemetry: { rate: 5/s }
            disturbIn: { namespace: %s }
            disturb:
              - { at: 3s, part: adapter, do: restart, processes: 1 }
              - { at: 20s, part: adapter, do: stop, for: 4s, name: away }
            generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
            thresholds: [flows.*.achieved >= 0%%, flows.*.failed >= 0]
            """
                .formatted(
                    hono.endpoint("coap"),
                    hono.endpoint("kafka"),
                    hono.endpoint("mongodb"),
                    hono.endpoint("database"),
                    NAMESPACE));
    Path out = folder.resolve("out");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of("run", profile.toString(), "--out=" + out),
            Map.of("KUBECONFIG", kubernetes.kubeconfig("admin").toString()))) {
      run.line(line -> line.contains("disturb.adapter: done"));
      Set<String> after = pods();
      assertThat(after).hasSize(2);
      assertThat(after.stream().filter(before::contains)).hasSize(1);

      run.line(line -> line.contains("disturb.away: done"));
      assertThat(pods()).hasSize(2).doesNotContainAnyElementsOf(after);
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      // The pods are not those that the devices talk to.
      assertThat(run.out()).contains("no device was out");
    }
    JsonNode away =
        new ObjectMapper().readTree(out.resolve("result.json").toFile()).at("/disturb/away");
    assertThat(away.path("place").asText()).isEqualTo("cluster");
    assertThat(away.path("worked").asBoolean()).isTrue();
  }
}
