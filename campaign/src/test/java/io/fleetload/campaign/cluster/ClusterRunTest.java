// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.rig.Golden;
import io.fleetload.tool.ToolEvents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on a cluster whose controllers the test plays, on every way that it can end. */
class ClusterRunTest extends OnACluster {
  private static final Golden WORDS = Golden.of("cluster");
  private static final Pattern RUN_ID = Pattern.compile("\\b(run|delete) [0-9a-f]+");

  @Test
  void provisioningComesFirstThenTheBackendThenTheShardsAndTheVerdictIsThatOfTheResult()
      throws Exception {
    ExitCode code = run.run();

    assertThat(code).isEqualTo(run.verdict);
    assertThat(run.out.resolve(Result.FILE)).content().contains("c0ffee");
    assertThat(run.out.resolve("shard-1/device-book.json")).hasContent("{}");
    assertThat(run.out.resolve("logs/device-simulator-1.log"))
        .content()
        .contains("said by device-simulator-1");
    assertThat(run.out.resolve("logs/backend-simulator-0.log")).content().contains("the backend");
    assertThat(run.said)
        .anyMatch(
            line -> line.startsWith("shared: " + run.verdict.status().toUpperCase(Locale.ROOT)));
    assertThat(run.fake.asked().stream().filter(each -> each.startsWith("POST")))
        .extracting(each -> each.substring(each.lastIndexOf('/') + 1))
        .containsSubsequence(
            "selfsubjectaccessreviews",
            "configmaps",
            "configmaps",
            "jobs",
            "configmaps",
            "jobs",
            "jobs");
    run.nothingIsLeft();
  }

  static Stream<Arguments> whatMayBecomeOfAShard() {
    String tool = "device-simulator";
    return Stream.of(
        Arguments.of(
            "cannot start: ImagePullBackOff, no such image",
            PodStates.with(
                new PodStatusBuilder().withPhase("Pending"),
                tool,
                PodStates.waiting("ImagePullBackOff", "no such image"))),
        Arguments.of(
            "cannot start: CreateContainerConfigError, secret \"x\" not found",
            PodStates.with(
                new PodStatusBuilder().withPhase("Pending"),
                tool,
                PodStates.waiting("CreateContainerConfigError", "secret \"x\" not found"))),
        Arguments.of(
            "cannot start: CrashLoopBackOff, back-off",
            PodStates.with(
                new PodStatusBuilder().withPhase("Running"),
                tool,
                PodStates.waiting("CrashLoopBackOff", "back-off"))),
        Arguments.of(
            "device-simulator ended with exit code 137 (OOMKilled)",
            PodStates.with(
                new PodStatusBuilder().withPhase("Failed"),
                tool,
                PodStates.ended(137, "OOMKilled"))),
        Arguments.of(
            "device-simulator ended with exit code 3",
            PodStates.with(
                new PodStatusBuilder().withPhase("Failed"), tool, PodStates.ended(3, "Error"))),
        Arguments.of(
            "is taken away: EvictionByEvictionAPI, drained",
            PodStates.running(tool)
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason("EvictionByEvictionAPI")
                .withMessage("drained")
                .endCondition()),
        Arguments.of(
            "is taken away: EvictionByEvictionAPI, drained",
            PodStates.with(
                    new PodStatusBuilder().withPhase("Failed"), tool, PodStates.ended(143, "Error"))
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withReason("EvictionByEvictionAPI")
                .withMessage("drained")
                .endCondition()),
        Arguments.of(
            "failed: Evicted, The node was low on memory.",
            PodStates.with(
                    new PodStatusBuilder(), tool, PodStates.ended(137, "ContainerStatusUnknown"))
                .withPhase("Failed")
                .withReason("Evicted")
                .withMessage("The node was low on memory.")),
        Arguments.of(
            "finds no node: 0/2 nodes are available",
            new PodStatusBuilder()
                .withPhase("Pending")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason("Unschedulable")
                .withMessage("0/2 nodes are available")
                .withLastTransitionTime("2026-01-01T00:00:00Z")
                .endCondition()));
  }

  @ParameterizedTest
  @MethodSource("whatMayBecomeOfAShard")
  void aShardThatFailsEndsTheRunAtOnceWithItsReasonAndItsLog(String reason, PodStatusBuilder status)
      throws Exception {
    run.fake.when(
        "device-simulator",
        (cluster, job) -> {
          cluster.pod(job, 0, PodStates.running("device-simulator"));
          cluster.pod(job, 1, PodStates.running("device-simulator"));
          cluster.pod(job, 1, status);
        });

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("device-simulator-1")
        .hasMessageContaining(reason)
        .extracting(each -> ((TargetException) each).code())
        .isEqualTo(ExitCode.TOOL_GONE);

    assertThat(run.said).anyMatch(line -> line.contains(reason));
    if (!reason.contains("cannot start") && !status.build().getContainerStatuses().isEmpty()) {
      assertThat(run.said).contains("device-simulator-1: said by device-simulator-1");
    }
    assertThat(run.out.resolve("shard-1/device-book.json")).as(run.said.toString()).exists();
    assertThat(run.out.resolve("logs/backend-simulator-0.log")).exists();
    run.nothingIsLeft();
  }

  @Test
  void aProfileThatProvisioningRefusesIsAMistakeOfTheUserAndItsLogIsSaid() throws Exception {
    run.fake.when(
        "provisioning",
        (cluster, job) ->
            cluster.pod(
                job,
                0,
                PodStates.with(
                    new PodStatusBuilder().withPhase("Failed"),
                    "provisioning",
                    PodStates.ended(2, "Error"))));

    assertThatThrownBy(run::run)
        .isInstanceOf(UsageException.class)
        .hasMessage("provisioning-0: provisioning ended with exit code 2");

    assertThat(run.said).contains("provisioning-0: said by provisioning-0");
    run.nothingIsLeft();
  }

  @Test
  @Timeout(60)
  void provisioningEndsWithItsToolAlsoBesideASidecarThatLivesOn() throws Exception {
    run.fake.when(
        "provisioning",
        (cluster, job) ->
            cluster.pod(
                job,
                0,
                PodStates.with(
                    PodStates.running("istio-proxy"),
                    "provisioning",
                    PodStates.ended(0, "Completed"))));
    run.fake.log("provisioning-0", "istio-proxy", "");

    assertThat(run.run()).as("else it waits for the Job").isEqualTo(run.verdict);
  }

  @Test
  void aBackendThatEndsBeforeTheShardsComeEndsTheRun() throws Exception {
    run.fake.when(
        "backend-simulator",
        (cluster, job) ->
            cluster.pod(
                job,
                0,
                PodStates.with(
                    PodStates.running("keep"), "backend-simulator", PodStates.ended(3, "Error"))));

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .hasMessage("backend-simulator-0: backend-simulator ended with exit code 3");

    assertThat(run.said).contains("backend-simulator-0: said by the backend");
    run.nothingIsLeft();
  }

  @Test
  void aJobThatRunsIntoItsDeadlineEndsTheRun() throws Exception {
    run.fake.when(
        "device-simulator",
        (cluster, job) ->
            cluster.condition(job, "Failed", "DeadlineExceeded", "Job was active too long"));

    assertThatThrownBy(run::run)
        .message()
        .satisfies(
            message ->
                WORDS.says(
                    message, "device-simulator", "DeadlineExceeded, Job was active too long"));
    run.nothingIsLeft();
  }

  @Test
  void aPodThatIsGoneAtTheNextLookIsStillOneThatWasTakenAway() throws Exception {
    run.fake.when(
        "device-simulator",
        (cluster, job) ->
            cluster.condition(
                job,
                "Failed",
                "PodFailurePolicy",
                "Pod load/device-simulator-1-x has condition DisruptionTarget matching FailJob rule"
                    + " at index 0"));

    assertThatThrownBy(run::run)
        .hasMessage("device-simulator-1-x is taken away: evicted, drained, or its node is gone");
  }

  @Test
  void aJobThatSomebodyDeletesEndsTheRun() throws Exception {
    run.fake.when("device-simulator", (cluster, job) -> client.resource(job).delete());

    assertThatThrownBy(run::run)
        .message()
        .satisfies(message -> WORDS.says(message, "device-simulator"));
    run.nothingIsLeft();
  }

  @Test
  void aBackendThatIsNeverReadyIsWaitedForNoLongerThanTheUserSaid() throws Exception {
    run.fake.when("backend-simulator", (cluster, job) -> {});

    assertThatThrownBy(run::run)
        .isInstanceOf(TargetException.class)
        .message()
        .satisfies(message -> WORDS.says(message, " 1 s ", "backend"));
    run.nothingIsLeft();
  }

  @Test
  void whenTheUserStopsItWhatTheBackendKnowsIsFetchedFirst() throws Exception {
    run.fake.when("device-simulator", (cluster, job) -> run.stop.stop(StopSignal.Why.INTERRUPTED));

    assertThat(run.run()).isEqualTo(ExitCode.INTERRUPTED);

    List<String> asked = run.fake.asked();
    assertThat(
            List.of(
                "DELETE .*jobs.*device-simulator",
                "command=stop",
                "command=zip",
                "DELETE .*/configmaps\\?"))
        .extracting(part -> indexOf(asked, part))
        .as(asked.toString())
        .isSorted();
    assertThat(run.out.resolve(Result.FILE)).exists();
    run.nothingIsLeft();
  }

  @Test
  void whatCannotBeFetchedIsSaidInTheWordsOfTheApi() throws Exception {
    run.fake.when(
        "device-simulator",
        (cluster, job) -> {
          String id = job.getMetadata().getLabels().get(RunMarks.RUN);
          server
              .expect()
              .get()
              .withPath("/api/v1/namespaces/load/pods?labelSelector=fleetload%2Frun%3D" + id)
              .andReturn(403, new StatusBuilder().withCode(403).withMessage("no pods").build())
              .always();
          run.stop.stop(StopSignal.Why.INTERRUPTED);
        });

    assertThat(run.run()).isEqualTo(ExitCode.INTERRUPTED);

    assertThat(run.said)
        .contains("not all is fetched: no pods")
        .noneMatch(line -> line.contains("Operation: "));
  }

  @Test
  void oneShardBeginsInTheSingular() throws Exception {
    run.run(ClusterFiles.profile(folder), 1);

    assertThat(run.said).contains("the shard begins when it is connected");
  }

  private static int indexOf(List<String> asked, String part) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).matches(".*" + part + ".*")) {
        return i;
      }
    }
    throw new AssertionError("nobody asked for " + part + ": " + asked);
  }

  @Test
  void whatTheUserOverridesReachesThePodsAsASecretOnly() throws Exception {
    List<Map<String, String>> handed = new ArrayList<>();
    run.fake.when(
        "device-simulator",
        (cluster, job) -> {
          handed.add(
              client
                  .secrets()
                  .inNamespace(FakeCluster.NAMESPACE)
                  .withLabel(RunMarks.RUN)
                  .list()
                  .getItems()
                  .get(0)
                  .getStringData());
          run.stop.stop(StopSignal.Why.INTERRUPTED);
        });

    run.run();

    assertThat(handed).singleElement(MAP).containsOnlyKeys("FLEETLOAD_OVERRIDES");
    run.nothingIsLeft();
  }

  @Test
  void resultsThatCannotBeFetchedAreKeptUntilTheyAre() throws Exception {
    run.fake.archive(3, "backend-simulator-0", new byte[] {'P', 'K'});

    assertThatThrownBy(run::run)
        .isInstanceOf(ResultFiles.WriteFailure.class)
        .hasMessageMatching(".*backend-simulator-0.* 3 .*: loadtest cluster fetch [0-9a-f]+");
    assertThat(run.pods()).containsExactly("backend-simulator-0");
    assertThatThrownBy(run::run)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(": loadtest cluster fetch ");

    Path fetched = Files.createDirectory(folder.resolve("fetched"));
    assertThat(run.cluster().fetch(null, fetched)).isEqualTo(run.verdict);

    assertThat(fetched.resolve(Result.FILE)).content().contains("c0ffee");
    assertThat(fetched.resolve("logs/backend-simulator-0.log")).exists();
    run.nothingIsLeft();
  }

  @Test
  void resultsComeFromWhereTheConnectionBroke() throws Exception {
    run.breaksAt(40, 1);

    assertThat(run.run()).isEqualTo(run.verdict);

    assertThat(fetchedFrom()).containsExactly("0", "40");
    assertThat(run.out.resolve(Result.FILE)).content().contains("c0ffee");
  }

  @Test
  void aLaterCommandFetchesTheRestOfWhatCame() throws Exception {
    run.breaksAt(40, 3);

    assertThatThrownBy(run::run)
        .isInstanceOf(ResultFiles.WriteFailure.class)
        .hasMessageMatching(".*: loadtest cluster fetch [0-9a-f]+ --out " + run.out);
    assertThat(Cluster.hasPart(run.out)).isTrue();
    assertThat(run.cluster().fetch(null, run.out)).isEqualTo(run.verdict);

    assertThat(fetchedFrom()).containsExactly("0", "40", "40", "40");
    assertThat(run.out.resolve(Result.FILE)).content().contains("c0ffee");
    assertThat(Cluster.hasPart(run.out)).isFalse();
    run.nothingIsLeft();
  }

  @Test
  void aPartOfOtherResultsIsNotAddedTo() throws Exception {
    run.fake.archive(3, "backend-simulator-0", new byte[] {'P', 'K'});
    assertThatThrownBy(run::run).isInstanceOf(ResultFiles.WriteFailure.class);
    Path other = Files.createFile(run.out.resolve("backend-simulator-1.zip.part"));

    assertThatThrownBy(() -> run.cluster().fetch(null, run.out))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(run.out.toString(), "backend-simulator-1.zip.part");

    assertThat(other).exists();
  }

  private List<String> fetchedFrom() {
    return run.fake.asked().stream()
        .filter(each -> each.contains("command=zip"))
        .map(each -> each.replaceAll(".*backend&command=([0-9]+)&.*", "$1"))
        .toList();
  }

  @Test
  void aRunThatGoesOnHasNothingToFetch() throws Exception {
    run.fake.when(
        "device-simulator",
        (cluster, job) -> {
          assertThatThrownBy(() -> run.cluster().fetch(null, folder))
              .isInstanceOf(UsageException.class)
              .message()
              .satisfies(
                  message ->
                      WORDS.holds("nothing to fetch", RUN_ID.matcher(message).replaceAll("$1 ID")));
          run.stop.stop(StopSignal.Why.INTERRUPTED);
        });

    assertThat(run.run()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  @Timeout(60)
  void aTargetOfWhichNoPodHearsEndsTheRunAndWhatIsThereIsFetched() throws Exception {
    ToolEvent hearsNothing = new ToolEvent.Silence("any", 1L);
    run.devicesTell(shard -> hearsNothing, told -> false);
    run.fake.log("backend-simulator-0", Manifests.BACKEND, ToolEvents.line(hearsNothing) + "\n");
    Path profile =
        Files.writeString(
            folder.resolve("gone.yaml"),
            Files.readString(ClusterFiles.profile(folder))
                .replace("kind: external\n", "kind: external\n  gone: 1s\n"));

    assertThatThrownBy(() -> run.run(profile, 2))
        .isInstanceOf(TargetException.class)
        .hasMessageMatching(".* \\d\\d\\d\\d-\\S+Z\\b.* 1 s \\(target\\.gone\\)")
        .extracting(each -> ((TargetException) each).code())
        .isEqualTo(ExitCode.TARGET_GONE);

    assertThat(run.out.resolve(Result.FILE)).exists();
    run.nothingIsLeft();
  }

  @Test
  @Timeout(60)
  void whatThePodsTellIsToldAsOfOneRunAndTheirLogsAreForPeople() throws Exception {
    ToolEvent.FlowProgress both = new ToolEvent.FlowProgress(10.0, 11.0, 0, 0, 20.0);
    run.devicesTell(
        shard ->
            new ToolEvent.Progress(
                Manifests.DEVICES,
                "measure",
                9.0,
                Map.of(
                    "telemetry", new ToolEvent.FlowProgress(5.0, 4.0 + shard, 0, 0, 10.0 * shard))),
        told ->
            told instanceof ToolEvent.Progress progress
                && both.equals(progress.flows().get("telemetry"))
                && progress.shards() == 2);

    assertThat(run.run()).as("else it waits for ever").isEqualTo(run.verdict);

    assertThat(run.out.resolve("logs/device-simulator-1.log"))
        .hasContent("measure     9s left telemetry 6 of 5/s p99 20.0 ms");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTheRunWroteIntoItsTargetIsRemovedAfterItHoweverItEnds(boolean stopped) throws Exception {
    List<List<String>> provisioned = new ArrayList<>();
    run.onProvisioning(job -> provisioned.add(Manifests.tool(job).getArgs()));
    if (stopped) {
      run.fake.when(
          "device-simulator", (cluster, job) -> run.stop.stop(StopSignal.Why.INTERRUPTED));
    }

    assertThat(run.run(ClusterFiles.profileOfABroker(folder), 2))
        .isEqualTo(stopped ? ExitCode.INTERRUPTED : run.verdict);

    assertThat(provisioned).extracting(each -> each.get(0)).containsExactly("apply", "remove");
    run.nothingIsLeft();
  }

  @Test
  void whatCannotBeRemovedFromTheTargetIsSaid() throws Exception {
    run.onProvisioning(
        job -> {
          if (Manifests.tool(job).getArgs().contains("remove")) {
            throw new IllegalStateException("no such broker");
          }
        });
    Path profile = ClusterFiles.profileOfABroker(folder);

    assertThat(run.run(profile, 2)).isEqualTo(run.verdict);

    assertThat(run.said)
        .anySatisfy(
            line ->
                WORDS.says(
                    line.replace(profile.toString(), "FILE"),
                    "provisioning-0: ",
                    "exit code 3",
                    "loadtest provision remove FILE"));
    run.nothingIsLeft();
  }

  @Test
  void severalRunsHoldTheNamespaceTogetherAndWriteTheDevicesOnce() throws Exception {
    List<String> claims = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    run.onDevices(
        job -> {
          claims.add(run.claim());
          ids.add(GoodRun.argument(job, "--run-id="));
        });

    ExitCode code =
        run.hold(
            held -> {
              held.run(
                  List.of("flows.telemetry.rate=20/s"),
                  Files.createDirectories(held.out().resolve("probe-01")));
              return held.run(
                  List.of("flows.telemetry.rate=40/s"),
                  Files.createDirectories(held.out().resolve("probe-02")));
            });

    assertThat(code).isEqualTo(run.verdict);
    assertThat(run.out.resolve("probe-01").resolve(Result.FILE)).exists();
    assertThat(run.out.resolve("probe-02").resolve(Result.FILE)).exists();
    assertThat(claims).hasSize(2).containsOnly(claims.get(0));
    assertThat(ids).hasSize(2).doesNotHaveDuplicates();
    assertThat(run.fake.asked().stream().filter(each -> each.endsWith("/jobs"))).hasSize(5);
    assertThat(run.said).noneMatch(line -> line.startsWith("shared: "));
    run.nothingIsLeft();
  }
}
