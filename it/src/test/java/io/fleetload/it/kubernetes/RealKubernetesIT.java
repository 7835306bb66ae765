// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What tests of the cluster command may take for granted of the Kubernetes that they run on. */
// A condition, since a report does not name a class that its set-up skipped.
@EnabledIf(
    value = "io.fleetload.it.kubernetes.RealKubernetes#isThere",
    disabledReason = RealKubernetes.NONE)
class RealKubernetesIT {
  private static final String NAMESPACE = "load";
  private static final String DEVICES = "device-simulator";
  private static final String BACKEND = "backend-simulator";
  private static final long SECONDS = 60;

  @TempDir private static Path directory;
  private static RealKubernetes kubernetes;
  private static KubernetesClient client;

  @BeforeAll
  static void start() throws IOException {
    Path results = Files.createDirectories(directory.resolve("results/inner"));
    Files.writeString(results.resolve("book"), "20");
    Path fakes = directory.resolve("fakes.json");
    JsonMapper.builder()
        .build()
        .writeValue(
            fakes.toFile(),
            Map.of(
                DEVICES, Map.of("seconds", 3),
                BACKEND, Map.of("seconds", 600, "results", results.getParent().toString())));
    kubernetes =
        RealKubernetes.start(
            RealKubernetes.program().orElseThrow(),
            directory.resolve("kubernetes"),
            "--nodes",
            "3",
            "--fakes",
            fakes.toString());
    client = client("admin");
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).and().build())
        .create();
  }

  @AfterAll
  static void end() throws IOException {
    client.close();
    kubernetes.close();
  }

  private static KubernetesClient client(String user) {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(kubernetes.kubeconfig(user).toFile()))
        .build();
  }

  private static Job run(String name, int pods, String... containers) {
    JobBuilder job =
        new JobBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .withCompletionMode("Indexed")
            .withCompletions(pods)
            .withParallelism(pods)
            .withBackoffLimit(0)
            .withNewTemplate()
            .withNewSpec()
            .withRestartPolicy("Never")
            .endSpec()
            .endTemplate()
            .endSpec();
    for (String container : containers) {
      job.editSpec()
          .editTemplate()
          .editSpec()
          .addNewContainer()
          .withName(container)
          .withImage("fake.test/" + container)
          .endContainer()
          .endSpec()
          .endTemplate()
          .endSpec();
    }
    return client.resource(job.build()).create();
  }

  private static Pod running(String job) {
    return client
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("job-name", job)
        .waitUntilCondition(
            pod -> pod != null && pod.getStatus().getPhase().equals("Running"),
            SECONDS,
            TimeUnit.SECONDS);
  }

  private static ContainerResource container(Pod pod, String name) {
    return client
        .pods()
        .inNamespace(NAMESPACE)
        .withName(pod.getMetadata().getName())
        .inContainer(name);
  }

  @Test
  void itsNodesAreReady() {
    client.nodes().withName("node-3").waitUntilReady(SECONDS, TimeUnit.SECONDS);
    assertThat(client.nodes().list().getItems())
        .extracting(node -> node.getMetadata().getName())
        .containsExactly("node-1", "node-2", "node-3");
  }

  @Test
  void aJobOfFakePodsRunsToItsEnd() {
    run("many", 20, DEVICES);
    Job ended =
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(NAMESPACE)
            .withName("many")
            .waitUntilCondition(
                job -> job.getStatus().getCompletionTime() != null, SECONDS, TimeUnit.SECONDS);
    assertThat(ended.getStatus().getSucceeded()).isEqualTo(20);
  }

  @Test
  void aLogIsFollowedToTheEndOfItsContainer() throws IOException {
    run("followed", 1, DEVICES);
    try (LogWatch log = container(running("followed"), DEVICES).watchLog();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(log.getOutput(), StandardCharsets.UTF_8))) {
      assertThat(lines.lines())
          .hasSize(3)
          .first()
          .isEqualTo("{\"event\":\"ready\",\"tool\":\"device-simulator\"}");
    }
  }

  @Test
  void aCommandBringsTheResultsThatWerePrepared() throws Exception {
    run("kept", 1, BACKEND, "keep");
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ExecWatch watch =
        container(running("kept"), "keep")
            .writingOutput(archive)
            .exec("/java/bin/java", "zip", "/results/backend", "0")) {
      assertThat(watch.exitCode().get(SECONDS, TimeUnit.SECONDS)).isZero();
    }
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive.toByteArray()))) {
      ZipEntry entry = Objects.requireNonNull(zip.getNextEntry());
      assertThat(entry.getName()).isEqualTo("inner/book");
      assertThat(zip.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("20");
    }
  }

  @Test
  void aUserMayDoNothingThatNoRoleAllows() {
    try (KubernetesClient tester = client("tester")) {
      assertThatThrownBy(() -> tester.pods().inNamespace(NAMESPACE).list())
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403));
    }
  }
}
