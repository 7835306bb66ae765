// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.ToolProcesses;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.view.TargetWatch;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.progress.Teller;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The backends of one run as processes: none, one, or several that share what is delivered. */
final class BackendSide implements AutoCloseable {
  private static final String ONE = "backend-simulator";

  private final PlannedRun planned;
  private final Tools tools;
  private final ToolProcesses processes;
  private final List<ToolProcess> all = new ArrayList<>();
  private String gone;

  BackendSide(PlannedRun planned, Tools tools, ToolProcesses processes) {
    this.planned = planned;
    this.tools = tools;
    this.processes = processes;
  }

  /**
   * Starts them; they wait until they are to begin.
   *
   * @param endpoints the overrides that point them at the target
   * @throws IOException if one cannot be started
   */
  void start(List<String> endpoints, TargetWatch silence, Teller teller) throws IOException {
    if (planned.backends().areSeveral()) {
      ToldTogether together = new ToldTogether(planned.backends().count(), silence, teller);
      for (Shard part : planned.backends().all()) {
        Files.createDirectories(part.backendDirectory(planned.directory()));
        String name = Backends.process(part);
        List<String> command = tools.backend(planned.ofBackend(endpoints, part));
        all.add(
            processes.start(
                name,
                command,
                together.of(part.number(), name),
                StopTimes.INTERRUPTED_BACKEND,
                planned.given()::withoutSecretsOfDevices));
      }
    } else {
      all.add(
          processes.start(
              ONE,
              tools.backend(planned.ofBackend(endpoints)),
              teller::tell,
              StopTimes.INTERRUPTED_BACKEND,
              planned.given()::withoutSecretsOfDevices));
    }
    var unused =
        processes
            .stopped()
            .thenRunAsync(
                this::breakOff,
                CompletableFuture.delayedExecutor(
                    StopTimes.INTERRUPTED_READING.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * Makes the backends begin, and waits until all are ready.
   *
   * @return the line with which the last one said that it is ready; null if there is no backend, or
   *     the user wants all to stop
   * @throws TargetException if one does not become ready
   * @throws UsageException if one finds the profile unfit
   * @throws ResultFiles.WriteFailure if one cannot write its book
   */
  String begin(CostWatch cost)
      throws TargetException, UsageException, ResultFiles.WriteFailure, InterruptedException {
    all.forEach(ToolProcess::begin);
    String ready = null;
    for (ToolProcess each : all) {
      ready = processes.awaitReady(each);
      if (ready == null) {
        return null;
      }
      cost.process(each.name(), false, each.handle());
    }
    return ready;
  }

  /** Tells who they are. */
  void names(Consumer<String> listener) {
    all.stream().map(ToolProcess::name).forEach(listener);
  }

  /** Completed when one of them has ended; never without a backend. */
  CompletableFuture<?> ended() {
    CompletableFuture<Object> never = new CompletableFuture<>();
    List<CompletableFuture<?>> ends = new ArrayList<>(List.of(never));
    all.forEach(each -> ends.add(each.ended()));
    return CompletableFuture.anyOf(ends.toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Fails where one of them has ended, without which the run does not go on.
   *
   * @throws TargetException with one line that says which and how
   * @throws UsageException if it found the profile unfit
   * @throws ResultFiles.WriteFailure if it could not write its book
   */
  void check()
      throws TargetException, UsageException, ResultFiles.WriteFailure, InterruptedException {
    for (ToolProcess each : all) {
      if (each.hasEnded()) {
        // What fails once they have begun is no target that is not ready.
        processes.lost(each, each.await(), ExitCode.TARGET_GONE);
      }
    }
  }

  /** Tells them to stop without reading what is left. */
  void breakOff() {
    all.forEach(ToolProcess::breakOff);
  }

  /**
   * Makes the backends read to the end.
   *
   * @param say receives one line for each that does not end
   * @return one that could not write its book
   */
  Optional<ToolProcess> end(Consumer<String> say) throws InterruptedException {
    LoadProfile profile = planned.given().profile();
    Duration longer = StopTimes.longer(profile.catchUp());
    // It may wait that long for what the devices have had confirmed.
    Duration late = Duration.ofNanos(profile.phases().drain().nanos());
    all.forEach(each -> each.stop(longer.plus(late)));
    // Once it reads to the end, a signal ends no more than its waits.
    if (!longer.isZero() || !processes.isStopped()) {
      var unused = processes.stopped().thenRun(this::breakOff);
    }
    ToolProcess unwritten = null;
    for (ToolProcess each : all) {
      Integer code = each.await();
      if (code == null) {
        say.accept("the %s does not end; stopping it".formatted(each.name().replace('-', ' ')));
      } else if (code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
        unwritten = each;
      } else if (code == ExitCode.TARGET_GONE.code() && each.problem() != null) {
        gone = gone == null ? each.problem() : gone;
      }
    }
    return Optional.ofNullable(unwritten);
  }

  /**
   * Returns in one line the reason for which one of them lost the target while it read to the end.
   */
  Optional<String> lostTarget() {
    return Optional.ofNullable(gone);
  }

  @Override
  public void close() {
    // All get the signal before one is waited for.
    all.forEach(ToolProcess::stop);
    all.forEach(ToolProcess::close);
  }
}
