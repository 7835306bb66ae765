// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
  /** The network between this host and the cluster may fail for so long; the run goes on there. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

  private final LoadNamespace namespace;
  private final String run;
  private final Clock clock;
  private final Duration every;
  private final PodListener listener;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * Creates a lookout over a run.
   *
   * @param every time between two looks
   * @param listener receives the pods at each look
   */
  Lookout(
      LoadNamespace namespace,
      String run,
      StopSignal stop,
      Clock clock,
      Duration every,
      PodListener listener) {
    this.namespace = namespace;
    this.run = run;
    this.clock = clock;
    this.every = every;
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
    /** The pods of a Job. */
    List<Pod> pods(String job) {
      return pods.stream()
          .filter(each -> job.equals(each.getMetadata().getLabels().get(RunMarks.TOOL)))
          .toList();
    }

    /** The Job of that name, if it is there. */
    Optional<Job> job(String name) {
      return jobs.stream().filter(each -> each.getMetadata().getName().equals(name)).findFirst();
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
   * @param started the Jobs that must be there
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
    Instant begun = clock.instant();
    Instant heard = begun;
    while (stopped.getCount() > 0) {
      Instant now = clock.instant();
      try {
        RunSnapshot seen = new RunSnapshot(namespace.pods(run), namespace.jobs(run));
        heard = now;
        listener.saw(seen.pods());
        Optional<T> found = happened.apply(seen);
        if (found.isPresent()) {
          return found;
        }
        check(seen, started, now);
        listener.check();
      } catch (KubernetesClientException e) {
        if (Duration.between(heard, now).compareTo(LONGEST_SILENCE) >= 0) {
          throw new TargetException(
              ExitCode.TOOL_GONE,
              "the cluster has not answered for %s s: %s; run %s may go on there; "
                      .formatted(LONGEST_SILENCE.toSeconds(), OneLine.of(e), run)
                  + "loadtest cluster fetch %1$s%2$s fetches its results after its end, "
                      .formatted(run, namespace.option())
                  + "loadtest cluster delete %1$s%2$s ends it without results"
                      .formatted(run, namespace.option()));
        }
      }
      if (Duration.between(begun, now).compareTo(longest) >= 0) {
        throw new TargetException("waited %s s for %s".formatted(longest.toSeconds(), what));
      }
      if (stopped.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    return Optional.empty();
  }

  private void check(RunSnapshot seen, List<String> started, Instant now) throws RunFailure {
    for (Pod pod : seen.pods()) {
      fail(PodTrouble.of(pod, now));
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
