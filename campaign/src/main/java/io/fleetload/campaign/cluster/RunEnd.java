// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.process.StopTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Fetches what a run left, and removes it. */
final class RunEnd {
  private static final Duration LONGEST_REMOVAL = Duration.ofSeconds(60);

  private final LoadNamespace namespace;
  private final String run;
  private final Path out;
  private final Duration every;
  private final Consumer<String> say;

  /**
   * Of a run.
   *
   * @param out where results and logs go
   * @param every how long to wait between two looks
   */
  RunEnd(LoadNamespace namespace, String run, Path out, Duration every, Consumer<String> say) {
    this.namespace = namespace;
    this.run = run;
    this.out = out;
    this.every = every;
    this.say = say;
  }

  List<Pod> pods() {
    return namespace.pods(run);
  }

  /** Where results and logs go. */
  Path out() {
    return out;
  }

  /** Where the pods' logs are kept. */
  Path logs() {
    return out.resolve("logs");
  }

  /** Whether a pod is that of the backend that gives the verdict. */
  static boolean leads(Pod pod) {
    String index = "batch.kubernetes.io/job-completion-index";
    return pod.getMetadata().getLabels().getOrDefault(index, "0").equals("0");
  }

  /** Fetches all logs, and what the leading backend left. */
  void fetch(Pod backend) throws IOException, InterruptedException {
    new PodLogs(namespace, say).keep(pods(), logs());
    new BackendResults(namespace, backend).copyTo(out);
  }

  /** Fetches what can be fetched of a run that ends early; whatever fails is said. */
  void salvage() throws InterruptedException {
    try {
      endLoad();
      Optional<Pod> backend =
          pods(Manifests.BACKEND).filter(RunEnd::leads).filter(RunEnd::holdsResults).findFirst();
      if (backend.isPresent()) {
        stop(backend.get());
        int files = new BackendResults(namespace, backend.get()).copyTo(out);
        say.accept("%d files of the backend are in %s".formatted(files, out));
      }
      new PodLogs(namespace, say).keep(pods(), logs());
      say.accept("logs in " + logs());
    } catch (IOException | KubernetesClientException e) {
      say.accept("not all is fetched: " + OneLine.of(String.valueOf(e.getMessage())));
    }
  }

  /** First of all, whatever else fails: the load costs the target's owner. */
  private void endLoad() throws InterruptedException {
    new PodLogs(namespace, say).keep(pods(Manifests.DEVICES).toList(), logs());
    namespace.end(run, Manifests.DEVICES);
    // Each shard gives its book to the backend before it ends.
    await(StopTimes.TOOL, () -> pods(Manifests.DEVICES).findAny().isEmpty());
  }

  private Stream<Pod> pods(String tool) {
    return pods().stream()
        .filter(each -> tool.equals(each.getMetadata().getLabels().get(RunMarks.TOOL)));
  }

  private static boolean holdsResults(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .anyMatch(
            each ->
                each.getName().equals(BackendResults.KEEPER)
                    && each.getState() != null
                    && each.getState().getRunning() != null);
  }

  private void stop(Pod backend) throws IOException, InterruptedException {
    if (Trouble.end(backend, Manifests.BACKEND) != null) {
      return;
    }
    new BackendResults(namespace, backend).stopBackend();
    String name = backend.getMetadata().getName();
    await(
        StopTimes.TOOL,
        () ->
            pods().stream()
                .filter(each -> each.getMetadata().getName().equals(name))
                .allMatch(each -> Trouble.end(each, Manifests.BACKEND) != null));
  }

  /** Removes the run; the namespace is free for another once its pods are gone. */
  void remove() throws InterruptedException {
    try {
      namespace.end(run);
      if (!await(LONGEST_REMOVAL, () -> pods().isEmpty())) {
        say.accept(
            "the pods of run %s are not gone after %d s"
                .formatted(run, LONGEST_REMOVAL.toSeconds()));
      }
      namespace.release(run);
    } catch (KubernetesClientException e) {
      say.accept(
          "run %s is not removed: %s; remove it with: loadtest cluster delete %s%s"
              .formatted(run, OneLine.of(e), run, namespace.option()));
    }
  }

  private boolean await(Duration longest, BooleanSupplier happened) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!happened.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(every.toMillis());
    }
    return true;
  }
}
