// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.GivenBounds;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The runs of a server: one at a time, as two on one host would disturb each other's figures. Each
 * is a process {@code loadtest run}, which ends with the server.
 */
final class AssistantRuns implements AutoCloseable {
  /** A server keeps what it knows of so many runs; their results stay on the disk. */
  private static final int MOST_KEPT = 100;

  private final Tools tools;
  private final GivenBounds bounds;
  private final StopSignal stop;
  private final List<AssistantRun> runs = new ArrayList<>();
  private int started;

  /** None yet. */
  AssistantRuns(Tools tools, GivenBounds bounds, StopSignal stop) {
    this.tools = tools;
    this.bounds = bounds;
    this.stop = stop;
  }

  /**
   * Starts a run and waits until it has begun or ended.
   *
   * @param words behind {@code loadtest}
   * @throws UsageException if another run goes on
   * @throws IOException if it cannot be started
   */
  AssistantRun start(List<String> words) throws UsageException, IOException, InterruptedException {
    AssistantRun run = begun(words);
    run.awaitBegin();
    if (run.directory() == null) {
      run.end(false);
      synchronized (this) {
        runs.remove(run);
      }
    }
    return run;
  }

  private synchronized AssistantRun begun(List<String> words) throws UsageException, IOException {
    for (AssistantRun each : runs) {
      if (!each.hasEnded()) {
        throw new UsageException(
            "wait for run %s or stop it: a second run at the same time would disturb its figures"
                .formatted(each.id()));
      }
    }
    if (stop.why() != null) {
      throw new UsageException("start the server again: it is ending");
    }
    List<String> all = new ArrayList<>(words);
    all.add("--json-events");
    all.add("--until-stdin-closes");
    Path log = Files.createTempFile("loadtest-mcp", ".log");
    AssistantRun run = new AssistantRun(String.valueOf(++started), log);
    run.start(
        ToolProcess.start(
            Tools.LOADTEST,
            tools.itself(all),
            log,
            run,
            environment -> {
              environment.put(GivenBounds.HOSTS, String.join(",", bounds.hosts()));
              environment.put(GivenBounds.LONGEST, bounds.longest().toString());
            }));
    Executor later =
        CompletableFuture.delayedExecutor(bounds.longest().nanos(), TimeUnit.NANOSECONDS);
    later.execute(() -> run.stop("it took longer than " + bounds.longest()));
    runs.add(run);
    if (runs.size() > MOST_KEPT) {
      runs.remove(0).end(false);
    }
    return run;
  }

  /**
   * Returns a run of this server.
   *
   * @param id its number; null for the last one
   * @throws UsageException if there is no such run
   */
  synchronized AssistantRun run(String id) throws UsageException {
    for (int i = runs.size() - 1; i >= 0; i--) {
      if (id == null || runs.get(i).id().equals(id)) {
        return runs.get(i);
      }
    }
    throw new UsageException(
        id == null
            ? "start a run first: this server has none"
            : "run: found \"%s\", expected one of %s"
                .formatted(id, runs.stream().map(AssistantRun::id).toList()));
  }

  /**
   * Refuses the directory of a run that goes on, from which a command would make a result.
   *
   * @throws UsageException if it is of such a run
   */
  synchronized void refuseRunning(Path directory) throws UsageException {
    for (AssistantRun each : runs) {
      boolean same =
          each.directory() != null
              && Path.of(each.directory())
                  .toAbsolutePath()
                  .normalize()
                  .equals(directory.toAbsolutePath().normalize());
      if (same && !each.hasEnded()) {
        throw new UsageException("wait for run %s or stop it: it goes on".formatted(each.id()));
      }
    }
  }

  /** Ends the run that goes on, with its results written. */
  @Override
  public void close() {
    List<AssistantRun> all;
    synchronized (this) {
      all = List.copyOf(runs);
    }
    all.forEach(each -> each.end(stop.isSignalled()));
  }
}
