// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fleetload.campaign.ShardBooks;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A run of two shards on a cluster where all goes well, as long as the test says no other. */
final class GoodRun implements AutoCloseable {
  final FakeCluster fake;
  final Path out;
  final List<String> said = new CopyOnWriteArrayList<>();
  final StopSignal stop = new StopSignal();
  final ExitCode verdict;
  private final Path folder;
  private final Map<String, String> results;

  GoodRun(KubernetesMockServer server, KubernetesClient client, Path folder) throws Exception {
    this.folder = folder;
    this.out = folder.resolve("out");
    Path books = Files.createDirectory(folder.resolve("books"));
    DeviceBook book =
        ResultFiles.read(
            ShardBooks.shard(books, "1/1", 10).resolve(DeviceBook.FILE), DeviceBook.class);
    Result result = Result.join(book, null, List.of());
    ResultFiles.write(books.resolve(Result.FILE), result);
    this.verdict = result.verdict().code();
    this.results =
        Map.of(
            Result.FILE,
            Files.readString(books.resolve(Result.FILE)),
            "shard-1/device-book.json",
            "{}",
            "report.html",
            "<html>");
    Manifests manifests = Manifests.in(ClusterFiles.MANIFESTS);
    this.fake =
        new FakeCluster(server, client).begin(ClusterFiles.VARIABLES, manifests.secrets().keySet());
    fake.when(Manifests.PROVISIONING, GoodRun::completes)
        .when(
            Manifests.BACKEND,
            (cluster, job) -> cluster.pod(job, 0, PodStates.running(Manifests.BACKEND, "keep")))
        .when(Manifests.DEVICES, this::measured);
    for (String pod : List.of("provisioning-0", "device-simulator-0", "device-simulator-1")) {
      fake.log(pod, pod.substring(0, pod.length() - 2), "said by " + pod + "\n");
    }
    fake.log("backend-simulator-0", Manifests.BACKEND, "said by the backend\n");
    fake.whenBackendIsStopped(() -> backendEnds(ExitCode.INTERRUPTED));
  }

  private static void completes(FakeCluster cluster, Job job) {
    cluster.pod(
        job,
        0,
        PodStates.with(
            new PodStatusBuilder().withPhase("Succeeded"),
            Manifests.PROVISIONING,
            PodStates.ended(0, "Completed")));
    cluster.condition(job, "Complete", null, null);
  }

  /** The shards do their work, and the backend judges. */
  private void measured(FakeCluster cluster, Job job) {
    for (int shard = 0; shard < 2; shard++) {
      cluster.pod(
          job,
          shard,
          PodStates.with(
              new PodStatusBuilder().withPhase("Running"),
              Manifests.DEVICES,
              PodStates.ended(0, "Completed")));
    }
    backendEnds(verdict);
  }

  /** The backend writes what it knows, and ends. */
  private void backendEnds(ExitCode code) {
    Job backend =
        fake.client()
            .batch()
            .v1()
            .jobs()
            .inNamespace(FakeCluster.NAMESPACE)
            .withName(Manifests.BACKEND)
            .get();
    fake.pod(
        backend,
        0,
        PodStates.with(
            PodStates.running("keep"),
            Manifests.BACKEND,
            PodStates.ended(code.code(), "Completed")));
  }

  Cluster cluster() {
    return new Cluster(
        fake.client(), FakeCluster.NAMESPACE, Duration.ofMillis(20), stop, said::add);
  }

  ExitCode run() throws Exception {
    return run(ClusterFiles.profile(folder), 2);
  }

  ExitCode run(Path profile, int shards) throws Exception {
    fake.files("backend-simulator-0", results);
    return cluster().run(ClusterFiles.order(folder, profile, shards), each -> made(out));
  }

  private static Path made(Path directory) throws UsageException {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UsageException(e.getMessage());
    }
  }

  void nothingIsLeft() {
    String load = FakeCluster.NAMESPACE;
    KubernetesClient client = fake.client();
    assertThat(client.batch().v1().jobs().inNamespace(load).list().getItems()).isEmpty();
    assertThat(client.pods().inNamespace(load).list().getItems()).isEmpty();
    assertThat(client.configMaps().inNamespace(load).list().getItems()).isEmpty();
    assertThat(client.secrets().inNamespace(load).withName("overrides").get()).isNull();
    assertThat(said).noneMatch(line -> line.contains("p4ssw0rd") || line.contains("s3cret"));
  }

  @Override
  public void close() {
    fake.close();
  }
}
