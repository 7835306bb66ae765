// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.JavaOptions;
import io.fleetload.tool.PodCommands;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects of a run, made of the manifests in the tree. */
class RunObjectsTest {
  private static final RunMarks MARKS =
      RunMarks.of(
          RunId.parse("1f"), "anna", "laptop.example", Instant.parse("2026-11-23T12:00:00Z"));

  @TempDir private Path folder;
  private Manifests manifests;

  @BeforeEach
  void read() throws Exception {
    manifests = Manifests.in(ClusterFiles.MANIFESTS, PodSettings.NONE);
  }

  private RunObjects objects(int shards, int backends, String... overrides) throws Exception {
    Path profile = ClusterFiles.profile(folder);
    Scenario scenario =
        Scenario.read(profile, List.of(), ClusterFiles.VARIABLES, (each, checks) -> {});
    Path images = ClusterFiles.images(folder);
    return new RunObjects(
        new ClusterPlan(
            Map.of(RunObjects.PROFILE_FILE, Files.readString(profile)),
            scenario,
            ClusterFiles.VARIABLES,
            manifests,
            Images.read(images)),
        new ClusterOrder(
            profile,
            List.of(overrides),
            images,
            ClusterFiles.MANIFESTS,
            null,
            shards,
            backends,
            Duration.ofMinutes(10),
            Map.of(),
            false,
            false),
        MARKS,
        RunId.parse("2a"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12})
  void everyPodIsAShardOfItsOwnAndHasTheHeapThatWasMeasured(int shards) throws Exception {
    Job job = objects(shards, 1).devices();

    assertThat(job.getSpec().getCompletions()).isEqualTo(shards);
    assertThat(job.getSpec().getParallelism()).isEqualTo(shards);
    assertThat(Manifests.tool(job).getArgs())
        .startsWith(JavaOptions.OF_DEVICES.toArray(String[]::new))
        .containsSubsequence("-jar", "/app/device-simulator.jar", "/profile/profile.yaml")
        .contains(
            "--shard=$(JOB_COMPLETION_INDEX)+1/" + shards,
            "--run-id=2a",
            "--json",
            "--set=coordination.timeout=600s",
            "--set=coordination.backend=true",
            "--metrics-port=9101");
    assertThat(Manifests.tool(job).getCommand()).containsExactly("/java/bin/java");
  }

  @Test
  void severalBackendsAreNumberedAndOneIsNot() throws Exception {
    assertThat(Manifests.tool(objects(2, 1).backend()).getArgs())
        .startsWith(JavaOptions.of().toArray(String[]::new))
        .contains("--shards=2", "--out=/results/backend", "--metrics-port=9102")
        .noneMatch(each -> each.startsWith("--backend="));
    Job three = objects(2, 3).backend();
    assertThat(Manifests.tool(three).getArgs()).contains("--backend=$(JOB_COMPLETION_INDEX)+1/3");
    assertThat(three.getSpec().getCompletions()).isEqualTo(3);
  }

  @Test
  void severalRunsHaveTheirOwnObjectsInANamespace() throws Exception {
    RunObjects run = objects(2, 1);
    assertThat(
            Stream.<HasMetadata>of(
                    run.profile(),
                    run.overrides(),
                    run.provisioning(List.of("apply")),
                    run.backend(),
                    run.devices())
                .map(each -> each.getMetadata().getName()))
        .allMatch(each -> each.endsWith("-1f"));
    assertThat(Manifests.pod(run.devices()).getVolumes())
        .anySatisfy(each -> assertThat(each.getConfigMap().getName()).isEqualTo("profile-1f"));
  }

  @Test
  void everythingSaysWhoseItIsAndHasADeadlineAndAnImageByDigest() throws Exception {
    RunObjects run = objects(2, 1);
    for (Job job : List.of(run.provisioning(List.of("apply")), run.backend(), run.devices())) {
      assertThat(job.getMetadata().getLabels())
          .containsEntry("fleetload/run", "1f")
          .containsEntry("fleetload/owner", "anna-laptop.example");
      assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
          .containsEntry("fleetload/run", "1f")
          .containsEntry("app", FakeCluster.tool(job));
      assertThat(job.getSpec().getActiveDeadlineSeconds()).isPositive();
      assertThat(Manifests.pod(job).getContainers())
          .allSatisfy(each -> assertThat(each.getImage()).matches(".+/.+@sha256:[0-9a-f]{64}"));
    }
  }

  @Test
  void provisioningIsToldWhatItIsToDo() throws Exception {
    assertThat(Manifests.tool(objects(1, 1).provisioning(List.of("check"))).getArgs())
        .containsExactly("check", "--json", "/profile/profile.yaml");
    assertThat(
            Manifests.tool(objects(1, 1).provisioning(List.of("apply", "--new-registry")))
                .getArgs())
        .containsExactly("apply", "--new-registry", "--json", "/profile/profile.yaml");
  }

  @Test
  void noOverrideIsInAPodsDescription() throws Exception {
    RunObjects run = objects(2, 1, "devices.psk.derivedFrom=s3cret");

    assertThat(run.overrides().getStringData()).containsOnlyKeys("FLEETLOAD_OVERRIDES");
    for (Job job : List.of(run.provisioning(List.of("apply")), run.backend(), run.devices())) {
      assertThat(Manifests.tool(job).getEnvFrom())
          .extracting(each -> each.getSecretRef().getName())
          .contains("overrides-1f");
      assertThat(Serialization.asYaml(job)).doesNotContain("s3cret");
    }
  }

  @Test
  void theResultsAreKeptByTheBackendsOwnImage() throws Exception {
    assertThat(Manifests.pod(objects(2, 1).backend()).getContainers())
        .filteredOn(each -> each.getName().equals(BackendResults.KEEPER))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.getImage()).isEqualTo(ClusterFiles.image(Manifests.BACKEND));
              assertThat(each.getCommand())
                  .isEqualTo(PodCommands.line(Manifests.BACKEND, PodCommands.KEEP));
            });
  }

  @Test
  void theyKnowTheSchemasOfKubernetes() throws Exception {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "kubernetes-validate")));
    assumeTrue(there, "kubernetes-validate is not here");
    RunObjects run = objects(2, 2, "phases.measure=20s");
    String yaml =
        Stream.<HasMetadata>of(
                run.claim(),
                run.profile(),
                run.overrides(),
                run.provisioning(List.of("apply")),
                run.backend(),
                run.devices())
            .map(Serialization::asYaml)
            .collect(Collectors.joining("\n---\n"));
    Path file = Files.writeString(folder.resolve("run.yaml"), yaml);
    Process validate =
        new ProcessBuilder("kubernetes-validate", "--strict", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(validate.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(validate.waitFor()).as(said).isZero();
  }
}
