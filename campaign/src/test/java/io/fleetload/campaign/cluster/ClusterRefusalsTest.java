// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.stamp.RunId;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** What is refused before anything is started on a cluster. */
class ClusterRefusalsTest extends OnACluster {
  private static final Golden WORDS = Golden.of("cluster");
  private static final String BEGUN = "2026-11-23T12:00:00Z";

  private static ThrowingConsumer<Throwable> says(String... values) {
    return refusal -> WORDS.says(refusal.getMessage(), values);
  }

  @Test
  void aRunThatIsOverIsLeftAloneUntilItIsRemoved() throws Exception {
    ConfigMap theirs = runOfAnna(Instant.now().minus(Duration.ofMinutes(5)));

    assertThatThrownBy(run::run)
        .isInstanceOf(UsageException.class)
        .satisfies(says(" load ", "1f of anna-laptop", BEGUN, "loadtest cluster delete 1f"));

    assertThat(client.resource(theirs).get()).isNotNull();
    assertThat(run.fake.asked()).noneMatch(each -> each.startsWith("DELETE"));
  }

  @Test
  void aRunOfACommandThatLivesIsToBeWaitedForAlsoWhereItHasNoJob() throws Exception {
    runOfAnna(Instant.now().minus(Duration.ofSeconds(20)));

    assertThatThrownBy(run::run)
        .isInstanceOf(UsageException.class)
        .satisfies(says(" load ", "1f of anna-laptop", "goes on", "cluster delete 1f"));
  }

  @Test
  void aRunWithoutItsCommandIsSaidToBeOne() throws Exception {
    runOfAnna(Instant.now().minus(Duration.ofMinutes(5)));
    client
        .resource(
            new JobBuilder()
                .withNewMetadata()
                .withName("theirs")
                .withNamespace(FakeCluster.NAMESPACE)
                .addToLabels(RunMarks.RUN, "1f")
                .endMetadata()
                .build())
        .create();

    assertThatThrownBy(run::run)
        .isInstanceOf(UsageException.class)
        .satisfies(says(" load ", "1f of anna-laptop", "command", "gone", "cluster delete 1f"));
  }

  @Test
  void whatAUserMayNotDoIsToldBeforeAnythingIsStarted() {
    run.fake.forbid(each -> "exec".equals(each.getSubresource()) && "get".equals(each.getVerb()));

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .satisfies(
            says(
                "namespace load",
                "{ apiGroups: [\"\"], resources: [pods/exec], verbs: [get] }",
                "docs/how-to/cluster.md"));
    run.nothingIsLeft();
  }

  private ConfigMap runOfAnna(Instant heard) throws Exception {
    ConfigMap theirs =
        RunMarks.of(RunId.parse("1f"), "anna", "laptop", Instant.parse(BEGUN))
            .on(
                new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(run.claimed())
                    .addToLabels(RunMarks.CLAIM, "target")
                    .addToAnnotations(RunMarks.HEARD, heard.toString())
                    .withNamespace(FakeCluster.NAMESPACE)
                    .endMetadata()
                    .build());
    return client.resource(theirs).create();
  }

  @Test
  void whoeverNamesARunMayRemoveIt() throws Exception {
    runOfAnna(Instant.now());

    assertThat(run.cluster().delete(RunId.parse("1f"))).isEqualTo(ExitCode.PASSED);

    assertThat(run.said).containsExactly("removing run 1f of anna-laptop, begun " + BEGUN);
    run.nothingIsLeft();
  }

  @Test
  void aRunThatIsNotThereCanBeNeitherReadNorRemoved() throws Exception {
    assertThatThrownBy(() -> run.cluster().logs(null)).satisfies(says("namespace load"));

    runOfAnna(Instant.now());
    assertThatThrownBy(() -> run.cluster().delete(RunId.parse("2a")))
        .isInstanceOf(UsageException.class)
        .satisfies(says("run 2a", "1f of anna-laptop", BEGUN));
  }

  @Test
  void aClusterThatDoesNotAnswerIsNotReachable() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:" + port)
            .withRequestRetryBackoffLimit(0)
            .build();
    try (KubernetesClient away = new KubernetesClientBuilder().withConfig(config).build()) {
      Cluster cluster =
          new Cluster(away, "load", Duration.ZERO, run.stop, Clock.systemUTC(), run.said::add);

      assertThatThrownBy(() -> cluster.logs(null))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("the cluster at http://127.0.0.1:" + port + "/ does not answer: ")
          .hasMessageEndingWith("; see kubectl cluster-info")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void whatAUserMayNotDoIsSaidAsTheClusterSaysIt() {
    Status forbidden =
        new StatusBuilder()
            .withCode(HttpURLConnection.HTTP_FORBIDDEN)
            .withMessage("configmaps is forbidden: User \"anna\" cannot list them")
            .build();
    server
        .expect()
        .get()
        .withPath("/api/v1/namespaces/load/configmaps?labelSelector=fleetload%2Fclaim")
        .andReturn(HttpURLConnection.HTTP_FORBIDDEN, forbidden)
        .always();

    assertThatThrownBy(() -> run.cluster().logs(null))
        .isInstanceOf(TargetException.class)
        .hasMessageEndingWith(" refuses: configmaps is forbidden: User \"anna\" cannot list them");
  }

  @Test
  void aNamespaceThatIsNotThereIsNamed() {
    client.namespaces().withName(FakeCluster.NAMESPACE).delete();

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .satisfies(says("namespace load", "--namespace"));
  }

  @Test
  void aBackendThatCannotBeSharedIsRefusedBeforeAPodIsMade() throws Exception {
    assertThatThrownBy(() -> run.run(ClusterFiles.profileOfABroker(folder), 2, 2))
        .isInstanceOf(UsageException.class)
        .satisfies(says("--backend, --backends: "));
    run.nothingIsLeft();
  }

  @Test
  void moreShardsThanFindRoomAreRefusedBeforeAnythingIsStarted() throws Exception {
    assertThatThrownBy(() -> run.run(ClusterFiles.profile(folder), 3))
        .isInstanceOf(UsageException.class)
        .satisfies(
            says(
                "--shards: ",
                "3",
                "2",
                "2,000m CPU",
                "{fleetload/nodes=simulators}",
                "a 3,920m CPU and 6,584 MiB, b 3,920m CPU and 6,584 MiB"));
    run.nothingIsLeft();
  }

  @Test
  void aMissingSecretIsNamed() throws Exception {
    Map<String, Boolean> required =
        Manifests.in(ClusterFiles.MANIFESTS, PodSettings.NONE).secrets();
    String name =
        client.secrets().inNamespace(FakeCluster.NAMESPACE).list().getItems().stream()
            .map(each -> each.getMetadata().getName())
            .filter(required::get)
            .findFirst()
            .orElseThrow();
    client.secrets().inNamespace(FakeCluster.NAMESPACE).withName(name).delete();

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .satisfies(says("namespace load", "secret " + name));
  }

  @Test
  void aVariableThatNoSecretHasIsNamedWithTheSecrets() throws Exception {
    Path profile = ClusterFiles.profile(folder);
    Files.writeString(
        profile, Files.readString(profile).replace("${PSK_SECRET}", "${NO_SUCH_VARIABLE}"));

    assertThatThrownBy(() -> run.run(profile, 2))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("NO_SUCH_VARIABLE is not set");
    WORDS.says(String.join("\n", run.said), "namespace load", ": ");
  }

  @Test
  void aProfileThatIsNotThereIsOneLine() {
    assertThatThrownBy(() -> run.run(folder.resolve("missing.yaml"), 2))
        .isInstanceOf(ProfileException.class)
        .hasMessageContaining("missing.yaml");
    assertThat(run.said).isEmpty();
  }

  @Test
  void aDirectoryIsNoPlaceForPodsToMeet() throws Exception {
    Path profile = ClusterFiles.profile(folder);
    Files.writeString(
        profile,
        Files.readString(profile)
            .replace("coordination: {}", "coordination: { directory: /tmp/meeting }"));

    assertThatThrownBy(() -> run.run(profile, 2))
        .isInstanceOf(UsageException.class)
        .satisfies(says("coordination.directory: ", "docs/how-to/shards.md"));
  }

  @Test
  void anEmbeddedTargetIsForThisMachine() throws Exception {
    Path profile = ClusterFiles.profile(folder);
    Files.writeString(
        profile, Files.readString(profile).replaceAll("(?m)^target:.*\\n(  .*\\n)+", ""));

    assertThatThrownBy(() -> run.run(profile, 2))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("target.kind: is embedded");
  }
}
