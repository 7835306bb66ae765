// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The device side of a run as processes: one, or one for each shard. They end together. */
final class DeviceProcesses implements AutoCloseable {
  private final List<ToolProcess> all = new ArrayList<>();

  /**
   * A process that ended without a book worth judging.
   *
   * @param process the process
   * @param code its exit code, or null if it does not end
   */
  record Failure(ToolProcess process, Integer code) {
    /** Returns whether a signal asked it to end. */
    boolean isInterrupted() {
      return code != null && code == ExitCode.INTERRUPTED.code();
    }
  }

  void add(ToolProcess process) {
    all.add(process);
  }

  List<ToolProcess> all() {
    return List.copyOf(all);
  }

  /**
   * Waits until all have ended, one has failed, or something else happened. Then none goes on: what
   * is left of a run without one of its shards is another run.
   *
   * @param event what else may happen
   * @return what failed first, or null
   */
  Failure awaitEnd(CompletableFuture<?> event) throws InterruptedException {
    List<ToolProcess> running = new ArrayList<>(all);
    Failure failure = null;
    while (failure == null && !running.isEmpty() && !event.isDone()) {
      List<CompletableFuture<?>> events = new ArrayList<>(List.of(event));
      running.forEach(each -> events.add(each.ended()));
      ToolProcess.awaitAny(events.toArray(CompletableFuture<?>[]::new));
      List<ToolProcess> ended = running.stream().filter(ToolProcess::hasEnded).toList();
      running.removeAll(ended);
      for (ToolProcess each : ended) {
        Integer code = each.await();
        Failure found = new Failure(each, code);
        // It had no request to stop, so one that was interrupted will not do its part.
        failure = failure == null && (failed(code) || found.isInterrupted()) ? found : failure;
      }
    }
    running.forEach(ToolProcess::stop);
    for (ToolProcess each : running) {
      Integer code = each.await();
      // A shard that was waiting for the others ends so when they are stopped.
      boolean deserted = all.size() > 1 && code != null && code == ExitCode.TARGET_NOT_READY.code();
      failure = failure == null && failed(code) && !deserted ? new Failure(each, code) : failure;
    }
    return failure;
  }

  private static boolean failed(Integer code) {
    return code == null
        || (code != ExitCode.PASSED.code()
            && code != ExitCode.THRESHOLDS_CROSSED.code()
            && code != ExitCode.LEDGER_UNBALANCED.code()
            && code != ExitCode.GENERATOR_LIMITED.code()
            && code != ExitCode.INTERRUPTED.code());
  }

  @Override
  public void close() {
    // All get the signal before one is waited for.
    all.forEach(ToolProcess::stop);
    all.forEach(ToolProcess::close);
  }
}
