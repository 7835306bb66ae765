// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Fetches what a run left, and then removes it. Nothing is removed that holds the only copy of
 * results which could not be fetched.
 */
final class RunEnd {
  private static final Duration LONGEST_REMOVAL = Duration.ofMinutes(1);

  private final Sight sight;
  private final LoadNamespace namespace;
  private final String run;
  private final Path out;
  private final PodLogs logs;
  private final AtomicBoolean kept;

  /**
   * Of a run.
   *
   * @param out where results and logs go
   */
  RunEnd(Sight sight, String run, Path out) {
    this(sight, run, out, new AtomicBoolean());
  }

  private RunEnd(Sight sight, String run, Path out, AtomicBoolean kept) {
    this.sight = sight;
    this.namespace = sight.namespace();
    this.run = run;
    this.out = out;
    this.logs = new PodLogs(namespace, sight.say());
    this.kept = kept;
  }

  /** The same with another place for results and logs. */
  RunEnd at(Path place) {
    return new RunEnd(sight, run, place, kept);
  }

  List<Pod> pods() {
    return namespace.pods(run);
  }

  /** Returns the directory of the results and logs. */
  Path out() {
    return out;
  }

  /** Returns the directory of the pods' logs. */
  Path logs() {
    return out.resolve("logs");
  }

  /** Says the end of a pod's log. */
  void sayEndOf(Pod pod) {
    logs.sayEndOf(pod);
  }

  /** Returns whether a pod is that of the backend that gives the verdict. */
  static boolean leads(Pod pod) {
    return LoadNamespace.index(pod) == 0;
  }

  /** A part of a run. */
  @FunctionalInterface
  interface RunPart {
    /** Does it; gives nothing where the user wanted all to stop. */
    Optional<ExitCode> run()
        throws Lookout.RunFailure,
            TargetException,
            UsageException,
            IOException,
            InterruptedException;
  }

  /**
   * Does a part of a run, and removes what it started. Where it ends early, what is there is
   * fetched first.
   *
   * @throws UsageException if a tool finds the profile unfit
   * @throws TargetException if a pod, a Job or the cluster fails
   * @throws IOException if results cannot be fetched or written
   */
  ExitCode of(RunPart part)
      throws TargetException, UsageException, IOException, InterruptedException {
    try {
      Optional<ExitCode> code = part.run();
      if (code.isEmpty()) {
        sight.say().accept("interrupted; what is there is fetched, then all is removed");
        salvage();
      }
      return code.orElse(ExitCode.INTERRUPTED);
    } catch (Lookout.RunFailure e) {
      sight.say().accept(e.getMessage());
      if (e.trouble().pod() != null) {
        sayEndOf(e.trouble().pod());
      }
      salvage();
      throw failure(e.trouble());
    } catch (TargetException | KubernetesClientException e) {
      salvage();
      throw e;
    } finally {
      clear();
    }
  }

  /** A failure with the exit code that says the same of a run on one machine. */
  static TargetException failure(PodTrouble trouble)
      throws UsageException, ResultFiles.WriteFailure {
    Integer code = trouble.code();
    if (code != null && code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(trouble.line());
    }
    if (code != null && code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
      throw new ResultFiles.WriteFailure(trouble.line(), null);
    }
    if (code != null && code == ExitCode.INTERNAL_FAULT.code()) {
      throw new IllegalStateException(trouble.line());
    }
    return new TargetException(ExitCode.TOOL_GONE, trouble.line());
  }

  /**
   * Fetches all logs, and what the leading backend left.
   *
   * @throws ResultFiles.WriteFailure if that fails, with one line that says how to do it later
   */
  void fetch(Pod backend) throws ResultFiles.WriteFailure, InterruptedException {
    logs.keep(pods(), logs());
    try {
      new BackendResults(namespace, backend).copyTo(out);
    } catch (ResultFiles.WriteFailure e) {
      throw new ResultFiles.WriteFailure(e.getMessage() + "; " + keep(), e);
    }
  }

  /** Leaves the pod with the results alone, until its deadline; says how to fetch them. */
  private String keep() throws InterruptedException {
    kept.set(true);
    try {
      endLoad();
      namespace.keep(run);
    } catch (KubernetesClientException e) {
      // Then the next user gets the advice to wait for this run, or to delete it.
    }
    // Of a part that came, the rest is fetched to the same place.
    String place = BackendResults.parts(out).isEmpty() ? "" : " --out " + out;
    return "they are kept there until the Job's deadline: loadtest cluster fetch %s%s%s"
        .formatted(run, namespace.option(), place);
  }

  /** Returns whether results could not be fetched. */
  boolean isKept() {
    return kept.get();
  }

  /** Fetches what can be fetched of a run that ends early; whatever fails is said. */
  private void salvage() throws InterruptedException {
    try {
      endLoad();
      Optional<Pod> backend = results();
      if (backend.isPresent()) {
        stop(backend.get());
        salvage(backend.get());
      }
      logs.keep(pods(), logs());
      sight.say().accept("logs in " + logs());
    } catch (IOException | KubernetesClientException e) {
      // A cluster that answers again in a moment would else lose what was not fetched.
      boolean silent =
          e instanceof KubernetesClientException request && request.getStatus() == null;
      sight.say().accept("not all is fetched: " + OneLine.of(e) + (silent ? "; " + keep() : ""));
    }
  }

  private void salvage(Pod backend) throws InterruptedException {
    try {
      int files = new BackendResults(namespace, backend).copyTo(out);
      sight.say().accept("%s files of the backend are in %s".formatted(files, out));
    } catch (ResultFiles.WriteFailure e) {
      sight.say().accept(e.getMessage() + "; " + keep());
    }
  }

  /** The pod that holds what the run left, if one does. */
  Optional<Pod> results() {
    return pods(Manifests.BACKEND).filter(RunEnd::leads).filter(RunEnd::holdsResults).findFirst();
  }

  /** First of all, whatever else fails: the load costs the target's owner. */
  private void endLoad() throws InterruptedException {
    logs.keep(pods(Manifests.DEVICES).toList(), logs());
    namespace.end(run, Manifests.DEVICES);
    // Each shard gives its book to the backend before it ends.
    sight.await(StopTimes.TOOL, () -> pods(Manifests.DEVICES).allMatch(PodTrouble::isLost));
  }

  private Stream<Pod> pods(String tool) {
    return pods().stream()
        .filter(each -> tool.equals(each.getMetadata().getLabels().get(RunMarks.TOOL)));
  }

  private static boolean holdsResults(Pod pod) {
    return !PodTrouble.isLost(pod)
        && pod.getStatus().getContainerStatuses().stream()
            .anyMatch(
                each ->
                    each.getName().equals(BackendResults.KEEPER)
                        && each.getState() != null
                        && each.getState().getRunning() != null);
  }

  private void stop(Pod backend) throws IOException, InterruptedException {
    if (PodTrouble.end(backend, Manifests.BACKEND) != null) {
      return;
    }
    new BackendResults(namespace, backend).stopBackend();
    String name = backend.getMetadata().getName();
    sight.await(
        StopTimes.TOOL,
        () ->
            pods().stream()
                .filter(each -> each.getMetadata().getName().equals(name))
                .allMatch(each -> PodTrouble.end(each, Manifests.BACKEND) != null));
  }

  /** Removes what was started, and goes on holding the namespace. */
  private void clear() throws InterruptedException {
    if (isKept()) {
      return;
    }
    try {
      namespace.end(run);
      sight.await(LONGEST_REMOVAL, () -> pods().stream().allMatch(PodTrouble::isLost));
      namespace.clear(run);
    } catch (KubernetesClientException e) {
      // The caller that gives the namespace back reports it.
    }
  }

  /** Removes the run; the namespace is free for another once its pods are gone. */
  void remove() throws InterruptedException {
    try {
      namespace.end(run);
      if (!sight.await(LONGEST_REMOVAL, () -> pods().stream().allMatch(PodTrouble::isLost))) {
        sight
            .say()
            .accept(
                "the pods of run %s are not gone after %s s"
                    .formatted(run, LONGEST_REMOVAL.toSeconds()));
      }
      for (Pod lost : pods()) {
        sight
            .say()
            .accept(
                "%s goes when its node %s answers or is removed"
                    .formatted(lost.getMetadata().getName(), lost.getSpec().getNodeName()));
      }
      namespace.release(run);
    } catch (KubernetesClientException e) {
      sight
          .say()
          .accept(
              "run %s is not removed: %s; remove it with: loadtest cluster delete %s%s"
                  .formatted(run, OneLine.of(e), run, namespace.option()));
    }
  }
}
