// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.analysis.report.VerdictText;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.ExitCode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run on a cluster. On every way out logs and results are fetched first, and then all that was
 * started is removed.
 */
final class ClusterRun {
  private final LoadNamespace namespace;
  private final Lookout lookout;
  private final RunEnd end;
  private final RunObjects objects;
  private final Cluster.Order order;
  private final Consumer<String> say;
  private final PodLogs logs;

  ClusterRun(
      LoadNamespace namespace,
      Lookout lookout,
      RunEnd end,
      RunObjects objects,
      Cluster.Order order,
      Consumer<String> say) {
    this.namespace = namespace;
    this.lookout = lookout;
    this.end = end;
    this.objects = objects;
    this.order = order;
    this.say = say;
    this.logs = new PodLogs(namespace, say);
  }

  /** A part of a run. */
  @FunctionalInterface
  private interface Part {
    /** Does it; gives nothing where the user wanted all to stop. */
    Optional<ExitCode> run()
        throws Lookout.RunFailed,
            TargetException,
            UsageException,
            IOException,
            InterruptedException;
  }

  /**
   * Runs the load test.
   *
   * @param provisioning what provisioning is told before; nothing where it has nothing to do
   * @throws UsageException if somebody else has the namespace, or a tool finds the profile unfit
   * @throws TargetException if a pod, a Job or the cluster fails
   * @throws IOException if results cannot be fetched or written
   */
  ExitCode run(List<String> provisioning)
      throws TargetException, UsageException, IOException, InterruptedException {
    return claimed(
        () -> {
          namespace.create(objects.arguments());
          return provisioned(provisioning) && backendReady() ? measured() : Optional.empty();
        });
  }

  /**
   * Has the devices written, and nothing run.
   *
   * @param provisioning what provisioning is told
   * @throws UsageException if somebody else has the namespace, or the profile is unfit
   * @throws TargetException if the pod, the Job or the cluster fails
   */
  ExitCode provision(List<String> provisioning)
      throws TargetException, UsageException, IOException, InterruptedException {
    return claimed(
        () -> {
          if (!provisioned(provisioning)) {
            return Optional.empty();
          }
          logs.sayAll(end.pods());
          return Optional.of(ExitCode.PASSED);
        });
  }

  private ExitCode claimed(Part part)
      throws TargetException, UsageException, IOException, InterruptedException {
    namespace.claim(objects.claim());
    try {
      namespace.create(objects.profile());
      namespace.create(objects.overrides());
      Optional<ExitCode> code = part.run();
      if (code.isEmpty()) {
        say.accept("interrupted; what is there is fetched, then all is removed");
        end.salvage();
      }
      return code.orElse(ExitCode.INTERRUPTED);
    } catch (Lookout.RunFailed e) {
      say.accept(e.getMessage());
      if (e.trouble().pod() != null) {
        logs.sayEndOf(e.trouble().pod());
      }
      end.salvage();
      throw failure(e.trouble());
    } catch (TargetException | KubernetesClientException e) {
      end.salvage();
      throw e;
    } finally {
      end.remove();
    }
  }

  private boolean provisioned(List<String> provisioning)
      throws Lookout.RunFailed, TargetException, InterruptedException {
    if (provisioning.isEmpty()) {
      return true;
    }
    Duration longest = objects.deadlines().provisioning();
    namespace.create(objects.provisioning(provisioning));
    say.accept("provisioning");
    return lookout
        .until(
            longest,
            "provisioning",
            List.of(Manifests.PROVISIONING),
            seen -> seen.job(Manifests.PROVISIONING).filter(Trouble::isComplete))
        .isPresent();
  }

  private boolean backendReady() throws Lookout.RunFailed, TargetException, InterruptedException {
    namespace.create(objects.backend());
    say.accept("starting the backend");
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
      throws Lookout.RunFailed, TargetException, UsageException, IOException, InterruptedException {
    namespace.create(objects.devices());
    say.accept("%d shards begin when the last is connected".formatted(order.shards()));
    Optional<Pod> backend =
        lookout.until(
            objects.deadlines().backend(),
            "the verdict",
            List.of(Manifests.BACKEND, Manifests.DEVICES),
            seen ->
                seen.pods(Manifests.BACKEND).stream()
                    .filter(RunEnd::leads)
                    .filter(each -> Trouble.end(each, Manifests.BACKEND) != null)
                    .findFirst());
    return backend.isPresent() ? Optional.of(verdict(backend.get())) : Optional.empty();
  }

  private ExitCode verdict(Pod backend)
      throws TargetException, UsageException, IOException, InterruptedException {
    ContainerStateTerminated ended = Trouble.end(backend, Manifests.BACKEND);
    end.fetch(backend);
    Path file = end.out().resolve(Result.FILE);
    if (!Files.exists(file)) {
      logs.sayEndOf(backend);
      throw failure(
          new Trouble(
              backend,
              ended.getExitCode(),
              "%s ended with exit code %d and without a result"
                  .formatted(backend.getMetadata().getName(), ended.getExitCode())));
    }
    Result result = ResultFiles.read(file, Result.class);
    new VerdictText(result).lines().forEach(say);
    ExitCode verdict = result.verdict().code();
    if (verdict.code() != ended.getExitCode()) {
      throw failure(
          new Trouble(
              backend,
              ended.getExitCode(),
              "%s ended with exit code %d after the verdict; see %s"
                  .formatted(backend.getMetadata().getName(), ended.getExitCode(), end.logs())));
    }
    return verdict;
  }

  /** A failure with the exit code that says the same of a run on one machine. */
  private static TargetException failure(Trouble trouble)
      throws UsageException, ResultFiles.NotWritten {
    Integer code = trouble.code();
    if (code != null && code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(trouble.line());
    }
    if (code != null && code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
      throw new ResultFiles.NotWritten(trouble.line(), null);
    }
    if (code != null && code == ExitCode.INTERNAL_FAULT.code()) {
      throw new IllegalStateException(trouble.line());
    }
    return new TargetException(ExitCode.TOOL_GONE, trouble.line());
  }
}
