// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.results.format.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A problem that makes a run fail, as Kubernetes reports it of a pod or a Job.
 *
 * @param pod the pod, for its log, or null for a problem of a Job
 * @param code the exit code of the tool in it, or null if it did not end by itself
 * @param line the pod or Job, the problem and its reason
 */
record PodTrouble(Pod pod, Integer code, String line) {
  /** Waiting for what does not come by itself. */
  private static final Set<String> HOPELESS =
      Set.of(
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError",
          "CrashLoopBackOff");

  private static final String MOVED = "DisruptionTarget";

  /** The reason of {@link #MOVED} where the pod's node gives no sign of life. */
  private static final String LOST = "DeletionByTaintManager";

  /** Message of a Job on a pod that it has already removed. */
  private static final Pattern MOVED_POD =
      Pattern.compile("Pod [^/ ]+/(\\S+) has condition " + MOVED + " .*");

  /** A scheduler that looks again has so long, where no nodes are added. */
  static final Duration TO_BE_SCHEDULED = Duration.ofSeconds(30);

  /** The pods of a Job are made in a moment, or never. */
  static final Duration TO_BE_MADE = Duration.ofSeconds(10);

  /** Codes of a shard that gave its book to the backend; the verdict says what is in it. */
  private static final Set<Integer> SHARD_DONE =
      Set.of(
          ExitCode.PASSED.code(),
          ExitCode.LEDGER_UNBALANCED.code(),
          ExitCode.GENERATOR_LIMITED.code());

  /**
   * Returns the problem of a pod, if it has one.
   *
   * @param now by the cluster's clock
   * @param withoutNode how long a pod may find no node
   */
  static Optional<PodTrouble> of(Pod pod, Instant now, Duration withoutNode) {
    // An evicted pod's container ends too, with a code that says nothing of the reason.
    return moved(pod)
        .or(() -> failed(pod))
        .or(() -> ended(pod))
        .or(() -> stuck(pod))
        .or(() -> homeless(pod, now, withoutNode));
  }

  private static Optional<PodTrouble> ended(Pod pod) {
    for (ContainerStatus each : pod.getStatus().getContainerStatuses()) {
      ContainerStateTerminated end = terminated(each);
      if (end != null && !isFine(each.getName(), end.getExitCode())) {
        return Optional.of(
            new PodTrouble(
                pod,
                end.getExitCode(),
                "%s: %s ended with exit code %s%s"
                    .formatted(name(pod), each.getName(), end.getExitCode(), why(end))));
      }
    }
    return Optional.empty();
  }

  private static boolean isFine(String tool, int code) {
    return tool.equals(Manifests.DEVICES) ? SHARD_DONE.contains(code) : code == 0;
  }

  private static String why(ContainerStateTerminated end) {
    String reason = end.getReason();
    return reason == null || reason.equals("Error") || reason.equals("Completed")
        ? ""
        : " (" + reason + ")";
  }

  private static Optional<PodTrouble> stuck(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> waiting(each) != null)
        .filter(each -> HOPELESS.contains(String.valueOf(waiting(each).getReason())))
        .findFirst()
        .map(
            each ->
                new PodTrouble(
                    pod,
                    null,
                    "%s: %s cannot start: %s, %s"
                        .formatted(
                            name(pod),
                            each.getName(),
                            waiting(each).getReason(),
                            oneLine(waiting(each).getMessage()))));
  }

  private static Optional<PodTrouble> moved(Pod pod) {
    return condition(pod, MOVED, "True")
        .map(
            each ->
                new PodTrouble(
                    pod,
                    null,
                    "%s is taken away: %s, %s"
                        .formatted(name(pod), each.getReason(), oneLine(each.getMessage()))));
  }

  /** Returns whether the pod's node is gone: there is nothing to read, and the pod may stay. */
  static boolean isLost(Pod pod) {
    return condition(pod, MOVED, "True").filter(each -> LOST.equals(each.getReason())).isPresent();
  }

  private static Optional<PodTrouble> homeless(Pod pod, Instant now, Duration withoutNode) {
    return condition(pod, "PodScheduled", "False")
        .filter(each -> "Unschedulable".equals(each.getReason()))
        .filter(each -> since(each.getLastTransitionTime(), now).compareTo(withoutNode) >= 0)
        .map(
            each ->
                new PodTrouble(
                    pod,
                    null,
                    "%s finds no node: %s".formatted(name(pod), oneLine(each.getMessage()))));
  }

  private static Optional<PodTrouble> failed(Pod pod) {
    return "Failed".equals(pod.getStatus().getPhase()) && pod.getStatus().getReason() != null
        ? Optional.of(
            new PodTrouble(
                pod,
                null,
                "%s failed: %s, %s"
                    .formatted(
                        name(pod),
                        pod.getStatus().getReason(),
                        oneLine(pod.getStatus().getMessage()))))
        : Optional.empty();
  }

  /** Returns the problem of a Job, if it has one that its pods do not show. */
  static Optional<PodTrouble> of(Job job) {
    return condition(job, "Failed")
        // The indexes that failed are shards with a verdict that the backend has.
        .filter(each -> !"FailedIndexes".equals(each.getReason()))
        .map(each -> new PodTrouble(null, null, failure(job, each)));
  }

  private static String failure(Job job, JobCondition condition) {
    Matcher moved = MOVED_POD.matcher(String.valueOf(condition.getMessage()));
    return moved.matches()
        ? "%s is taken away: evicted, drained, or its node is gone".formatted(moved.group(1))
        : "Job %s failed: %s, %s"
            .formatted(
                job.getMetadata().getLabels().get(RunMarks.TOOL),
                condition.getReason(),
                oneLine(condition.getMessage()));
  }

  /** Returns whether a Job has ended. */
  static boolean isOver(Job job) {
    return condition(job, "Failed").isPresent() || condition(job, "Complete").isPresent();
  }

  /** Returns whether a Job did all its work. */
  static boolean isComplete(Job job) {
    return condition(job, "Complete").isPresent();
  }

  private static Optional<JobCondition> condition(Job job, String type) {
    List<JobCondition> all = job.getStatus() == null ? List.of() : job.getStatus().getConditions();
    return all.stream()
        .filter(each -> each.getType().equals(type) && each.getStatus().equals("True"))
        .findFirst();
  }

  private static Optional<PodCondition> condition(Pod pod, String type, String status) {
    return pod.getStatus().getConditions().stream()
        .filter(each -> each.getType().equals(type) && each.getStatus().equals(status))
        .findFirst();
  }

  /** Returns the end of a pod's container, or null while it has not ended. */
  static ContainerStateTerminated end(Pod pod, String container) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> each.getName().equals(container))
        .findFirst()
        .map(PodTrouble::terminated)
        .orElse(null);
  }

  private static ContainerStateTerminated terminated(ContainerStatus status) {
    ContainerState state = status.getState();
    return state == null ? null : state.getTerminated();
  }

  private static ContainerStateWaiting waiting(ContainerStatus status) {
    ContainerState state = status.getState();
    return state == null ? null : state.getWaiting();
  }

  /** Returns the time since a timestamp of Kubernetes; zero if the timestamp is not known. */
  static Duration since(String time, Instant now) {
    return time == null ? Duration.ZERO : Duration.between(Instant.parse(time), now);
  }

  private static String name(Pod pod) {
    return pod.getMetadata().getName();
  }

  private static String oneLine(String message) {
    return OneLine.of(message == null ? "without a word more" : message);
  }
}
