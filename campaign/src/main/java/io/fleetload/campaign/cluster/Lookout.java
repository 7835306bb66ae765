// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.results.format.ExitCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Looks at every Job and every pod of a run, again and again, until something has happened. */
final class Lookout {
  /** After so long a user wants to know why nothing more is shown. */
  private static final Duration NOTED_SILENCE = Duration.ofSeconds(30);

  private final Sight sight;
  private final LoadNamespace namespace;
  private final String run;
  private final ClusterOrder order;
  private final PodListener listener;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * Creates a lookout over a run.
   *
   * @param stop says when to look no more
   * @param listener receives the pods at each look
   */
  Lookout(Sight sight, String run, ClusterOrder order, StopSignal stop, PodListener listener) {
    this.sight = sight;
    this.namespace = sight.namespace();
    this.run = run;
    this.order = order;
    this.listener = listener;
    stop.onStop(stopped::countDown);
  }

  /** Gets the pods at each look, and may know more of the run than they show. */
  @FunctionalInterface
  interface PodListener {
    void saw(List<Pod> pods);

    /**
     * Says what is wrong with the run.
     *
     * @throws TargetException if anything is
     */
    default void check() throws TargetException {}
  }

  /** The pods and Jobs of a run at one time. */
  record RunSnapshot(List<Pod> pods, List<Job> jobs) {
    /** The pods of a tool. */
    List<Pod> pods(String tool) {
      return pods.stream()
          .filter(each -> tool.equals(each.getMetadata().getLabels().get(RunMarks.TOOL)))
          .toList();
    }

    /** The Job of a tool, if it is there. */
    Optional<Job> job(String tool) {
      return jobs.stream()
          .filter(each -> tool.equals(each.getMetadata().getLabels().get(RunMarks.TOOL)))
          .findFirst();
    }
  }

  /** A run failed, as Kubernetes tells. */
  static final class RunFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient PodTrouble trouble;

    RunFailure(PodTrouble trouble) {
      super(trouble.line());
      this.trouble = trouble;
    }

    /** Returns the problem that made the run fail. */
    PodTrouble trouble() {
      return trouble;
    }
  }

  /**
   * Waits.
   *
   * @param what what is waited for, after "waited … for"
   * @param started the tools that must have a Job
   * @param happened what is waited for, once it is there
   * @return it; nothing where the user wants all to stop
   * @throws RunFailure as soon as a pod or a Job fails
   * @throws TargetException if it takes too long, or the cluster cannot be asked
   */
  <T> Optional<T> until(
      Duration longest,
      String what,
      List<String> started,
      Function<RunSnapshot, Optional<T>> happened)
      throws RunFailure, TargetException, InterruptedException {
    Clock clock = namespace.clock();
    Instant begun = clock.instant();
    Instant heard = begun;
    boolean noted = false;
    while (stopped.getCount() > 0) {
      Instant now = clock.instant();
      try {
        RunSnapshot seen = new RunSnapshot(namespace.pods(run), namespace.jobs(run));
        // The time of the answer, as a failed request may have taken long.
        now = clock.instant();
        heard = now;
        noted = false;
        listener.saw(seen.pods());
        Optional<T> found = happened.apply(seen);
        if (found.isPresent()) {
          return found;
        }
        check(seen, started, now);
        listener.check();
      } catch (KubernetesClientException e) {
        Duration silent = Duration.between(heard, now);
        if (silent.compareTo(order.patience()) >= 0) {
          throw silent(e);
        }
        if (!noted && silent.compareTo(NOTED_SILENCE) >= 0) {
          noted = true;
          sight
              .say()
              .accept(
                  "the cluster has not answered for %s s: %s; waiting for up to %s s, the run may go on there"
                      .formatted(silent.toSeconds(), OneLine.of(e), order.patience().toSeconds()));
        }
      }
      if (Duration.between(begun, now).compareTo(longest) >= 0) {
        throw new TargetException("waited %s s for %s".formatted(longest.toSeconds(), what));
      }
      if (stopped.await(sight.every().toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    return Optional.empty();
  }

  private TargetException silent(KubernetesClientException e) {
    return new TargetException(
        ExitCode.TOOL_GONE,
        "the cluster has not answered for %s s: %s; run %s may go on there; "
                .formatted(order.patience().toSeconds(), OneLine.of(e), run)
            + "loadtest cluster fetch %1$s%2$s fetches its results after its end, "
                .formatted(run, namespace.option())
            + "loadtest cluster delete %1$s%2$s ends it without results"
                .formatted(run, namespace.option()));
  }

  private void check(RunSnapshot seen, List<String> started, Instant now) throws RunFailure {
    Duration withoutNode = order.autoscaled() ? order.patience() : PodTrouble.TO_BE_SCHEDULED;
    for (Pod pod : seen.pods()) {
      fail(PodTrouble.of(pod, now, withoutNode));
    }
    for (Job job : seen.jobs()) {
      fail(PodTrouble.of(job));
    }
    for (String name : started) {
      Job job = seen.job(name).orElse(null);
      if (job == null) {
        fail(
            Optional.of(
                new PodTrouble(
                    null, null, "Job " + name + " was deleted by another user or program")));
      } else if (seen.pods(name).isEmpty()
          && PodTrouble.since(job.getMetadata().getCreationTimestamp(), now)
                  .compareTo(PodTrouble.TO_BE_MADE)
              >= 0) {
        fail(
            namespace
                .refusal(job)
                .map(
                    why ->
                        new PodTrouble(
                            null,
                            null,
                            "Job %s gets no pods: %s".formatted(name, OneLine.of(why)))));
      }
    }
  }

  private static void fail(Optional<PodTrouble> trouble) throws RunFailure {
    if (trouble.isPresent()) {
      throw new RunFailure(trouble.get());
    }
  }
}
