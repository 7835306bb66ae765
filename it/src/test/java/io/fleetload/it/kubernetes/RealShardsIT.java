// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.it.CommandRun;
import io.fleetload.it.Hono;
import io.fleetload.rig.Home;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * {@code loadtest cluster} with the tools as real processes, each in the namespaces of its pod,
 * against a Hono outside of the cluster.
 */
@Tag("nightly")
@Tag("kubernetes")
@Isolated
@EnabledIf(
    value = "io.fleetload.it.kubernetes.RealKubernetes#isThere",
    disabledReason = RealKubernetes.NONE)
class RealShardsIT {
  private static final List<String> TOOLS =
      List.of("provisioning", "backend-simulator", "device-simulator");
  private static final int SHARDS = 12;
  private static final long LONGEST_SECONDS = 300;

  @TempDir private static Path folder;
  private static RealKubernetes kubernetes;
  private static KubernetesClient admin;
  private static Hono hono;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(ProcessHandle.current().info().user()).as("root makes networks").contains("root");
    kubernetes =
        RealKubernetes.start(
            RealKubernetes.program().orElseThrow(),
            folder.resolve("kubernetes"),
            "--real",
            "--java=" + System.getProperty("java.home"),
            "--apps=" + apps());
    admin =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubernetes.kubeconfig("admin").toFile()))
            .build();
    hono = Hono.start("--bind=" + kubernetes.host(), "--tenant=load");
    admin
        .resource(
            Serialization.unmarshal(
                Files.readString(Home.path("hono-deploy", "simulators", "base", "namespace.yaml")),
                Namespace.class))
        .create();
    for (String tool : TOOLS) {
      admin
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName(tool)
                  .withNamespace("load")
                  .endMetadata()
                  .withStringData(
                      Map.of("MONGODB_URI", hono.endpoint("mongodb"), "PSK_SECRET", "s3cret"))
                  .build())
          .create();
    }
  }

  @AfterAll
  static void end() throws Exception {
    if (hono != null) {
      hono.close();
    }
    if (admin != null) {
      admin.close();
    }
    if (kubernetes != null) {
      kubernetes.close();
    }
  }

  /** Holds what the images have in {@code /app}; that of the command has a release there. */
  private static Path apps() throws Exception {
    Path apps = Files.createDirectory(folder.resolve("apps"));
    for (String tool : TOOLS) {
      Files.copy(Home.path(tool, "target", tool + ".jar"), apps.resolve(tool + ".jar"));
    }
    Files.copy(Home.path("campaign", "target", "campaign.jar"), apps.resolve("loadtest.jar"));
    Files.copy(Home.path("loadtest"), apps.resolve("loadtest"));
    Path manifests = Files.createDirectories(apps.resolve("hono-deploy/simulators/base"));
    try (Stream<Path> all = Files.list(Home.path("hono-deploy", "simulators", "base"))) {
      for (Path each : all.toList()) {
        Files.copy(each, manifests.resolve(each.getFileName()));
      }
    }
    return apps;
  }

  @Test
  void twelveShardsHaveOneVerdict() throws Exception {
    Path out = folder.resolve("out");
    try (CommandRun run =
        CommandRun.loadtest(
            List.of(
                "cluster",
                "run",
                profile("twelve").toString(),
                "--images=" + images(),
                "--shards=" + SHARDS,
                "--pods=" + pods(),
                "--out=" + out),
            Map.of("KUBECONFIG", kubernetes.kubeconfig("admin").toString()))) {
      assertThat(run.exit()).as(run.out() + run.err()).isZero();
      assertThat(run.out() + run.err())
          .contains("12 shards begin", "PASSED")
          .doesNotContain("Exception");
      assertThat((run.out() + run.err()).lines()).hasSizeLessThan(40);
    }
    hasAllMessages(out);
  }

  @Test
  void theChartsJobHasTheVerdictWithTheRightsOfItsOwnAccount() throws Exception {
    String helm = System.getenv("HELM_3");
    assumeThat(helm).as("helm is built").isNotEmpty();
    Path values =
        Files.writeString(
            folder.resolve("values.yaml"),
            """
            shards: 2
            clusterRole: true
            pods: { all: { container: { env: [{ name: JDK_JAVA_OPTIONS, value: -Xmx128m }] } } }
            job:
              env: [{ name: JDK_JAVA_OPTIONS, value: -Xmx256m }]
            """);
    ProcessBuilder install =
        new ProcessBuilder(
            helm,
            "install",
            "smoke",
            Home.path("hono-deploy", "simulators").toString(),
            "--namespace=load",
            "--values=" + values,
            "--set-file=profile=" + profile("smoke"),
            "--set-file=images=" + images());
    install.environment().put("KUBECONFIG", kubernetes.kubeconfig("admin").toString());
    Process installed = install.redirectErrorStream(true).start();
    String said = new String(installed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(installed.waitFor()).as(said).isZero();

    Job ended =
        admin
            .batch()
            .v1()
            .jobs()
            .inNamespace("load")
            .withName("smoke-1")
            .waitUntilCondition(
                job ->
                    job != null
                        && job.getStatus().getConditions().stream()
                            .anyMatch(
                                each -> List.of("Complete", "Failed").contains(each.getType())),
                LONGEST_SECONDS,
                TimeUnit.SECONDS);

    String log = admin.batch().v1().jobs().inNamespace("load").withName("smoke-1").getLog();
    assertThat(ended.getStatus().getSucceeded()).as(log).isEqualTo(1);
    assertThat(log).contains("2 shards begin", "PASSED").doesNotContain("Exception", "forbidden");
    assertThat(log.lines()).hasSizeLessThan(40);
    hasAllMessages(folder.resolve("kubernetes/claims/load/smoke-results/smoke-1"));
  }

  private static void hasAllMessages(Path out) throws Exception {
    JsonNode result = JsonMapper.builder().build().readTree(out.resolve("result.json").toFile());
    assertThat(result.at("/verdict/status").asText()).isEqualTo("passed");
    assertThat(result.at("/devices/connected").asInt()).isEqualTo(240);
    assertThat(result.at("/flows/telemetry/ledger/lost").asInt()).isZero();
    assertThat(result.at("/flows/telemetry/ledger/delivered").asInt()).isEqualTo(1200);
  }

  private static Path profile(String name) throws Exception {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        run: { name: %s }
        coordination: {}
        tenant: { id: load }
        target:
          kind: external
          coap: %s
          kafka: %s
          mongodb: "${MONGODB_URI}"
          database: %s
        devices: { count: 240, psk: { derivedFrom: "${PSK_SECRET}" } }
        phases: { connect: { rate: 50/s }, measure: 30s }
        flows:
          telemetry: { rate: 40/s, payload: ditto }
        # What a shared build machine makes late is not what this is about.
        generator: { maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%%, maxOthers: 100%% }
        thresholds: [flows.*.achieved >= 0%%]
        """
            .formatted(
                name, hono.endpoint("coap"), hono.endpoint("kafka"), hono.endpoint("database")));
  }

  private static Path images() throws Exception {
    return Files.write(
        folder.resolve("images.txt"),
        Stream.concat(TOOLS.stream(), Stream.of("loadtest"))
            .map(each -> "real.test/" + each + "@sha256:" + "0123456789abcdef".repeat(4))
            .toList());
  }

  /** Twelve processes start on two processors, so each is to compile little. */
  private static Path pods() throws Exception {
    return Files.writeString(
        folder.resolve("pods.yaml"),
        """
        all:
          container:
            env:
              - { name: JDK_JAVA_OPTIONS, value: "-Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC" }
        """);
  }
}
