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
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.tool.ToolEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** A run of two shards on a cluster where all goes well, as long as the test says no other. */
final class GoodRun implements AutoCloseable {
  final FakeCluster fake;
  final Path out;
  final List<String> said = new CopyOnWriteArrayList<>();
  final StopSignal stop = new StopSignal();
  final ExitCode verdict;
  private final Path folder;
  private final Map<String, String> results;
  private Consumer<Job> onProvisioning = job -> {};
  private Consumer<Job> onDevices = job -> {};
  private Predicate<ToolEvent> heard = event -> false;
  private volatile Job awaited;

  GoodRun(KubernetesMockServer server, KubernetesClient client, Path folder) throws Exception {
    this.folder = folder;
    this.out = folder.resolve("out");
    Path books = Files.createDirectory(folder.resolve("books"));
    Path devices = ShardBooks.whole(books, 10).resolve(DeviceBook.FILE);
    Path backend = ShardBooks.backend(books).resolve(BackendBook.FILE);
    Result result =
        Result.join(
            ResultFiles.read(devices, DeviceBook.class),
            ResultFiles.read(backend, BackendBook.class),
            List.of());
    ResultFiles.write(books.resolve(Result.FILE), result);
    this.verdict = result.verdict().code();
    this.results =
        Map.of(
            Result.FILE,
            Files.readString(books.resolve(Result.FILE)),
            DeviceBook.FILE,
            Files.readString(devices),
            "shard-1/device-book.json",
            "{}",
            "report.html",
            "<html>");
    Manifests manifests = Manifests.in(ClusterFiles.MANIFESTS, PodSettings.NONE);
    this.fake =
        new FakeCluster(server, client).begin(ClusterFiles.VARIABLES, manifests.secrets().keySet());
    fake.when(Manifests.PROVISIONING, this::provisioned)
        .when(
            Manifests.BACKEND,
            (cluster, job) -> cluster.pod(job, 0, PodStates.running(Manifests.BACKEND, "keep")))
        .when(
            Manifests.DEVICES,
            (cluster, job) -> {
              onDevices.accept(job);
              measured(cluster, job);
            });
    for (String pod : List.of("provisioning-0", "device-simulator-0", "device-simulator-1")) {
      fake.log(pod, pod.substring(0, pod.length() - 2), "said by " + pod + "\n");
    }
    fake.log("backend-simulator-0", Manifests.BACKEND, "said by the backend\n");
    fake.whenBackendIsStopped(() -> backendEnds(ExitCode.INTERRUPTED));
  }

  private void provisioned(FakeCluster cluster, Job job) {
    int code = 0;
    try {
      onProvisioning.accept(job);
    } catch (IllegalStateException e) {
      code = ExitCode.TARGET_NOT_READY.code();
    }
    cluster.pod(
        job,
        0,
        PodStates.with(
            new PodStatusBuilder().withPhase("Succeeded"),
            Manifests.PROVISIONING,
            PodStates.ended(code, "Completed")));
    if (code == 0) {
      cluster.condition(job, "Complete", null, null);
    }
  }

  /** Shows a test the Jobs that write into the target; one at which it throws fails. */
  void onProvisioning(Consumer<Job> look) {
    onProvisioning = look;
  }

  /** Shows a test the Jobs of the shards. */
  void onDevices(Consumer<Job> look) {
    onDevices = look;
  }

  /** Has each shard say something while it runs, and end once that is told of both. */
  void devicesTell(IntFunction<ToolEvent> shard, Predicate<ToolEvent> ofBoth) {
    heard = ofBoth;
    for (int number = 1; number <= 2; number++) {
      String pod = "device-simulator-" + (number - 1);
      fake.log(pod, Manifests.DEVICES, ToolEvents.line(shard.apply(number)) + "\n");
    }
    fake.when(
        Manifests.DEVICES,
        (cluster, job) -> {
          cluster.pod(job, 0, PodStates.running(Manifests.DEVICES));
          cluster.pod(job, 1, PodStates.running(Manifests.DEVICES));
          awaited = job;
        });
  }

  private void tell(ToolEvent event) {
    Job job = awaited;
    if (job != null && heard.test(event)) {
      awaited = null;
      measured(fake, job);
    }
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
            .withLabel(RunMarks.TOOL, Manifests.BACKEND)
            .list()
            .getItems()
            .get(0);
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
        fake.client(),
        FakeCluster.NAMESPACE,
        Duration.ofMillis(20),
        stop,
        Clock.systemUTC(),
        said::add);
  }

  ExitCode run() throws Exception {
    return run(ClusterFiles.profile(folder), 2);
  }

  ExitCode run(Path profile, int shards) throws Exception {
    return run(profile, shards, 1);
  }

  ExitCode run(Path profile, int shards, int backends) throws Exception {
    archiveIsWhole();
    return cluster()
        .run(
            ClusterFiles.order(folder, profile, shards, backends),
            (each, variables) -> made(out),
            this::tell);
  }

  ExitCode hold(NamespaceClaim.ClaimUse use) throws Exception {
    archiveIsWhole();
    return cluster()
        .hold(
            ClusterFiles.order(folder, ClusterFiles.profile(folder), 2, 1),
            (each, variables) -> made(out),
            this::tell,
            use);
  }

  /** What the backend left can be fetched. */
  void archiveIsWhole() throws IOException {
    fake.files("backend-simulator-0", results);
  }

  /** The connection breaks at that byte of what the backend left, so many times. */
  void breaksAt(int part, int times) throws IOException {
    fake.breakingAt(part, times, "backend-simulator-0", results);
  }

  /** The names of the pods that are there. */
  List<String> pods() {
    return fake.client().pods().inNamespace(FakeCluster.NAMESPACE).list().getItems().stream()
        .map(each -> each.getMetadata().getName())
        .toList();
  }

  /** Who has the target. */
  String claim() {
    return fake
        .client()
        .configMaps()
        .inNamespace(FakeCluster.NAMESPACE)
        .withLabel(RunMarks.CLAIM)
        .list()
        .getItems()
        .stream()
        .map(RunMarks::runOf)
        .findFirst()
        .orElseThrow();
  }

  /** The name of the object by which a run has the target of the profile. */
  String claimed() throws Exception {
    return ClusterPlan.claim(
        Scenario.read(
            ClusterFiles.profile(folder), List.of(), ClusterFiles.VARIABLES, (each, checks) -> {}));
  }

  /** The argument of a Job's tool that begins so. */
  static String argument(Job job, String begin) {
    return Manifests.tool(job).getArgs().stream()
        .filter(each -> each.startsWith(begin))
        .findFirst()
        .orElseThrow();
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
    assertThat(client.secrets().inNamespace(load).withLabel(RunMarks.RUN).list().getItems())
        .isEmpty();
    assertThat(said).noneMatch(line -> line.contains("p4ssw0rd") || line.contains("s3cret"));
  }

  @Override
  public void close() {
    fake.close();
  }
}
