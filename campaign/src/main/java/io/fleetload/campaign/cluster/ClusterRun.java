// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fleetload.analysis.report.VerdictText;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The simulators of one load test, in a namespace that is held for it. */
final class ClusterRun {
  private final LoadNamespace namespace;
  private final RunObjects objects;
  private final ClusterOrder order;
  private final Lookout lookout;
  private final RunEnd end;
  private final Consumer<String> course;

  /**
   * Creates a run that has not begun.
   *
   * @param course receives lines on its progress, and the verdict
   */
  ClusterRun(
      LoadNamespace namespace,
      RunObjects objects,
      ClusterOrder order,
      Lookout lookout,
      RunEnd end,
      Consumer<String> course) {
    this.namespace = namespace;
    this.objects = objects;
    this.order = order;
    this.lookout = lookout;
    this.end = end;
    this.course = course;
  }

  /**
   * Runs the load test.
   *
   * @throws UsageException if a tool finds the profile unfit
   * @throws TargetException if a pod, a Job or the cluster fails
   * @throws IOException if results cannot be fetched or written
   */
  ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    return end.of(
        () -> {
          if (!end.pods().isEmpty()) {
            // They would be taken for this run's.
            throw new TargetException(
                ExitCode.TOOL_GONE, "the pods of the run before are not gone yet");
          }
          namespace.create(objects.profile());
          namespace.create(objects.overrides());
          return backendReady() ? measured() : Optional.empty();
        });
  }

  private boolean backendReady() throws Lookout.RunFailure, TargetException, InterruptedException {
    namespace.create(objects.backend());
    course.accept("starting the backend");
    return lookout
        .until(
            order.patience(),
            "the backend to be ready",
            List.of(Manifests.BACKEND),
            seen ->
                seen.pods(Manifests.BACKEND).stream().filter(ClusterRun::isReady).count()
                        >= order.backends()
                    ? Optional.of(true)
                    : Optional.empty())
        .isPresent();
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .anyMatch(each -> each.getName().equals(Manifests.BACKEND) && each.getReady());
  }

  /** The backend waits for the shards and says when all begin. */
  private Optional<ExitCode> measured()
      throws Lookout.RunFailure,
          TargetException,
          UsageException,
          IOException,
          InterruptedException {
    namespace.create(objects.devices());
    course.accept(
        order.shards() == 1
            ? "the shard begins when it is connected"
            : "%s shards begin when the last is connected".formatted(order.shards()));
    Optional<Pod> backend =
        lookout.until(
            objects.deadlines().backend(),
            "the verdict",
            List.of(Manifests.BACKEND, Manifests.DEVICES),
            seen ->
                seen.pods(Manifests.BACKEND).stream()
                    .filter(RunEnd::leads)
                    .filter(each -> PodTrouble.end(each, Manifests.BACKEND) != null)
                    .findFirst());
    return backend.isPresent() ? Optional.of(verdict(backend.get())) : Optional.empty();
  }

  private ExitCode verdict(Pod backend)
      throws TargetException, UsageException, IOException, InterruptedException {
    ContainerStateTerminated ended = PodTrouble.end(backend, Manifests.BACKEND);
    end.fetch(backend);
    Path file = end.out().resolve(Result.FILE);
    if (!Files.exists(file)) {
      end.sayEndOf(backend);
      throw RunEnd.failure(
          new PodTrouble(
              backend,
              ended.getExitCode(),
              "%s ended with exit code %s and without a result"
                  .formatted(backend.getMetadata().getName(), ended.getExitCode())));
    }
    Result result = ResultFiles.read(file, Result.class);
    new VerdictText(result).lines().forEach(course);
    ExitCode verdict = result.verdict().code();
    if (verdict.code() != ended.getExitCode()) {
      throw RunEnd.failure(
          new PodTrouble(
              backend,
              ended.getExitCode(),
              "%s ended with exit code %s after the verdict; see %s"
                  .formatted(backend.getMetadata().getName(), ended.getExitCode(), end.logs())));
    }
    return verdict;
  }
}
