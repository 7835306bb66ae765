// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.pack.Target;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.format.ExitCode;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A target that is held for one load test or several. It is taken first; then the devices are
 * written. On every way out it is given back, and only results that are still to be fetched stay in
 * it.
 */
final class ClaimedNamespace implements NamespaceClaim {
  /** Several of these fit into the time after which a command counts as gone. */
  private static final Duration SIGN_EVERY = Duration.ofSeconds(10);

  private static final ThreadFactory SIGNS =
      work -> {
        Thread thread = new Thread(work, "signs-of-life");
        thread.setDaemon(true);
        return thread;
      };

  private final Sight sight;
  private final LoadNamespace namespace;
  private final ClusterPlan prepared;
  private final ClusterOrder order;
  private final RunMarks marks;
  private final Path out;
  private final Teller pods;
  private final RunEnd end;
  private RunId next;

  ClaimedNamespace(
      Sight sight,
      ClusterPlan prepared,
      ClusterOrder order,
      RunMarks marks,
      Path out,
      Teller pods) {
    this.sight = sight;
    this.namespace = sight.namespace();
    this.prepared = prepared;
    this.order = order;
    this.marks = marks;
    this.out = out;
    this.pods = pods;
    this.end = new RunEnd(sight, marks.run().toString(), out);
    this.next = marks.run();
  }

  private String run() {
    return marks.run().toString();
  }

  @Override
  public Path out() {
    return out;
  }

  /**
   * Has the devices written, and nothing run.
   *
   * @throws UsageException if another user has the namespace, or the profile is unfit
   * @throws TargetException if the pod, the Job or the cluster fails
   */
  ExitCode provision()
      throws ProfileException, TargetException, UsageException, IOException, InterruptedException {
    return held(() -> provisioned(apply(), true));
  }

  /**
   * Has the devices written and the namespace used.
   *
   * @throws UsageException if another user has it, or a tool finds the profile unfit
   * @throws TargetException if a pod, a Job or the cluster fails
   * @throws IOException if results cannot be fetched or written
   */
  ExitCode use(NamespaceClaim.ClaimUse use)
      throws ProfileException, TargetException, UsageException, IOException, InterruptedException {
    Target.Preparation preparation = prepared.scenario().run().target().preparation();
    List<String> before =
        switch (preparation) {
          case NONE -> List.of();
          case CHECK -> List.of("check");
          case APPLY, APPLY_AND_REMOVE -> apply();
        };
    boolean undone = preparation == Target.Preparation.APPLY_AND_REMOVE;
    return held(
        () -> {
          try {
            ExitCode code = before.isEmpty() ? ExitCode.PASSED : provisioned(before, false);
            return code == ExitCode.PASSED ? use.of(this) : code;
          } finally {
            if (undone) {
              undo();
            }
          }
        });
  }

  private List<String> apply() {
    return order.newRegistry() ? List.of("apply", "--new-registry") : List.of("apply");
  }

  private ExitCode held(Cluster.ClusterRequest work)
      throws ProfileException, TargetException, UsageException, IOException, InterruptedException {
    RunObjects objects = new RunObjects(prepared, order, marks, marks.run());
    if (order.pods() != null) {
      // What the user's settings make of a Job is refused before anything is written.
      for (Job each :
          List.of(objects.provisioning(apply()), objects.backend(), objects.devices())) {
        namespace.tryOut(each);
      }
    }
    namespace.claim(objects.claim());
    ScheduledExecutorService signs = Executors.newSingleThreadScheduledExecutor(SIGNS);
    ScheduledFuture<?> unused =
        signs.scheduleAtFixedRate(
            this::giveSign, SIGN_EVERY.toSeconds(), SIGN_EVERY.toSeconds(), TimeUnit.SECONDS);
    try {
      return work.run();
    } finally {
      signs.shutdownNow();
      if (!end.isKept()) {
        end.remove();
      }
    }
  }

  /** Other users see by it that this run is not to be deleted. */
  private void giveSign() {
    try {
      namespace.hear(prepared.claim());
    } catch (KubernetesClientException e) {
      // The next one comes soon, and several may be missing.
    }
  }

  private ExitCode provisioned(List<String> command, boolean shown)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (PodEvents events = events(order)) {
      Lookout lookout = sight.lookout(run(), order, events);
      return end.of(() -> provisioned(command, shown, lookout));
    }
  }

  private Optional<ExitCode> provisioned(List<String> command, boolean shown, Lookout lookout)
      throws Lookout.RunFailure, TargetException, InterruptedException {
    RunObjects objects = new RunObjects(prepared, order, marks, marks.run());
    namespace.create(objects.profile());
    namespace.create(objects.overrides());
    namespace.create(objects.provisioning(command));
    sight.say().accept(command.contains("remove") ? "removing what was written" : "provisioning");
    Optional<?> done =
        lookout.until(
            objects.deadlines().provisioning(),
            "provisioning",
            List.of(Manifests.PROVISIONING),
            ClaimedNamespace::isProvisioned);
    List<Pod> all = end.pods();
    if (shown) {
      new PodLogs(namespace, sight.say()).sayAll(all);
    } else {
      new PodLogs(namespace, sight.say()).keep(all, end.logs());
    }
    return done.map(each -> ExitCode.PASSED);
  }

  /** The sidecar of a mesh may keep the Job from being complete. */
  private static Optional<Boolean> isProvisioned(Lookout.RunSnapshot seen) {
    boolean ended =
        seen.pods(Manifests.PROVISIONING).stream()
            .map(each -> PodTrouble.end(each, Manifests.PROVISIONING))
            .anyMatch(each -> each != null && each.getExitCode() == 0);
    return ended || seen.job(Manifests.PROVISIONING).filter(PodTrouble::isComplete).isPresent()
        ? Optional.of(true)
        : Optional.empty();
  }

  @Override
  public ExitCode run(List<String> overrides, Path place)
      throws ProfileException, TargetException, UsageException, IOException, InterruptedException {
    ClusterOrder mine = order.with(overrides);
    RunObjects objects = new RunObjects(prepared.with(mine), mine, marks, next);
    // The id of a run separates its messages from those of others.
    next = RunId.drawn(new SplittableRandom());
    try (PodEvents events = events(mine)) {
      Lookout lookout = sight.lookout(run(), mine, events);
      // If the run is one of several, the command that makes them reports its result.
      Consumer<String> course = place.equals(out) ? sight.say() : line -> {};
      return new ClusterRun(namespace, objects, mine, lookout, end.at(place), course).run();
    }
  }

  private PodEvents events(ClusterOrder mine) {
    Duration gone = Duration.ofNanos(prepared.scenario().run().target().gone().nanos());
    return new PodEvents(namespace, mine, gone, Clock.systemUTC(), pods);
  }

  /** Removes from the target what was written, whether the user wants all to stop or not. */
  private void undo() throws InterruptedException {
    String problem = "the results of the run are still to be fetched";
    if (!end.isKept()) {
      try {
        Optional<ExitCode> unused =
            provisioned(List.of("remove"), false, sight.toTheEnd(run(), order));
        problem = null;
      } catch (Lookout.RunFailure | TargetException e) {
        problem = e.getMessage();
      } catch (KubernetesClientException e) {
        problem = OneLine.of(e);
      }
    }
    if (problem != null) {
      sight
          .say()
          .accept(
              "what the run wrote into the target is not removed: %s; loadtest provision remove %s does"
                      .formatted(problem, order.profile())
                  + " it, from where the target is reached");
    }
  }
}
