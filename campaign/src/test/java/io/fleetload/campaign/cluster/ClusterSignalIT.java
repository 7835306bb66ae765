// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a user starts it: how it ends, and what that leaves on the cluster. */
@EnableKubernetesMockClient(crud = true, https = false)
class ClusterSignalIT {
  private static final long LONGEST_MINUTES = 3;

  KubernetesMockServer server;
  KubernetesClient client;
  @TempDir private Path folder;
  private FakeCluster fake;
  private volatile Job backend;

  @BeforeEach
  void aClusterWhoseShardsRun() throws Exception {
    fake =
        new FakeCluster(server, client)
            .begin(
                ClusterFiles.VARIABLES,
                Manifests.in(ClusterFiles.MANIFESTS, PodSettings.NONE).secrets().keySet());
    fake.when(Manifests.PROVISIONING, (cluster, job) -> cluster.condition(job, "Complete", "", ""))
        .when(
            Manifests.BACKEND,
            (cluster, job) -> {
              backend = job;
              cluster.pod(job, 0, PodStates.running(Manifests.BACKEND, "keep"));
            })
        .log("backend-simulator-0", Manifests.BACKEND, "said by the backend\n")
        .files(
            "backend-simulator-0",
            Map.of("backend-book.json", "{}", "result.json", "{\"verdict\": 0}"));
  }

  @AfterEach
  void end() {
    fake.close();
  }

  @Test
  void aSignalLeavesNoLoadRunning() throws Exception {
    leavesNoLoadRunning("TERM");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "HUP"})
  @Tag("nightly")
  @Tag("further-runs")
  void noOtherSignalDoes(String signal) throws Exception {
    leavesNoLoadRunning(signal);
  }

  private void leavesNoLoadRunning(String signal) throws Exception {
    Process process = started(server.url("/"));
    fake.when(Manifests.DEVICES, (cluster, job) -> kill(signal, process));
    fake.whenBackendIsStopped(
        () ->
            fake.pod(
                backend,
                0,
                PodStates.with(
                    PodStates.running("keep"),
                    Manifests.BACKEND,
                    PodStates.ended(ExitCode.INTERRUPTED.code(), "Error"))));

    assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said())).isEqualTo(130);
    assertThat(client.batch().v1().jobs().inNamespace("load").list().getItems()).isEmpty();
    assertThat(client.configMaps().inNamespace("load").list().getItems()).isEmpty();
    assertThat(folder.resolve("out/backend-book.json"))
        .as(Files.readString(said()))
        .hasContent("{}");
    assertThat(said()).content().contains("interrupted").doesNotContain("s3cret");
    assertThat(printed()).hasContent("{\"verdict\": 0}");
  }

  @Test
  void aClusterThatDoesNotAnswerIsOneLine() throws Exception {
    String address;
    try (ServerSocket closed = new ServerSocket(0)) {
      address = "http://127.0.0.1:" + closed.getLocalPort() + "/";
    }
    Process process = started(address);

    assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.TARGET_NOT_READY.code());
    assertThat(Files.readAllLines(said()))
        .singleElement(STRING)
        .startsWith("the cluster at " + address + " does not answer: it cannot be reached;");
  }

  private Process started(String cluster) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            "env",
            // As on a terminal, whatever the test was started from.
            "--default-signal",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "-jar",
            Path.of("target", "campaign.jar").toAbsolutePath().toString(),
            "cluster",
            "run",
            ClusterFiles.profile(folder).toString(),
            "--images=" + ClusterFiles.images(folder),
            "--shards=2",
            "--json",
            "--out=" + folder.resolve("out"));
    command.environment().put("KUBECONFIG", ClusterFiles.kubeconfig(folder, cluster).toString());
    return command.redirectError(said().toFile()).redirectOutput(printed().toFile()).start();
  }

  private Path printed() {
    return folder.resolve("printed");
  }

  private Path said() {
    return folder.resolve("said");
  }

  private static void kill(String signal, Process process) {
    try {
      new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
