// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import io.fleetload.process.StopSignal;
import io.fleetload.process.StopTimes;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The tools that are started for a run, each with its log in the run's directory. Waiting for one
 * ends when the user wants all to stop. The failure of one becomes the exception that says what it
 * means for the run.
 */
public final class ToolProcesses {
  private static final long LONGEST_START_SECONDS = 300;

  private final Path logs;
  private final StopSignal stop;
  private final Teller teller;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final CompletableFuture<String> targetGone = new CompletableFuture<>();

  /**
   * Creates the tools of a run, of which none is started.
   *
   * @param directory the run's
   * @param teller receives the tools' events
   */
  public ToolProcesses(Path directory, StopSignal stop, Teller teller) {
    this.logs = directory.resolve("logs");
    this.stop = stop;
    this.teller = teller;
    stop.onStop(() -> stopped.complete(null));
  }

  /**
   * Starts a part of the target.
   *
   * @param environment changes the one of this process to the tool's
   * @throws IOException if it cannot be started
   */
  public ToolProcess startTarget(
      String name, List<String> command, Consumer<Map<String, String>> environment)
      throws IOException {
    return start(name, command, teller::tell, StopTimes.INTERRUPTED_TARGET, environment);
  }

  private ToolProcess start(String name, List<String> command) throws IOException {
    return start(name, command, teller::tell, StopTimes.INTERRUPTED_TARGET);
  }

  /**
   * Starts a tool.
   *
   * @param onEvent receives its events, in place of the receiver of the others' events
   * @param afterStop time that it has once the user wants all to stop
   * @throws IOException if it cannot be started
   */
  public ToolProcess start(
      String name, List<String> command, Consumer<ToolEvent> onEvent, Duration afterStop)
      throws IOException {
    return start(name, command, onEvent, afterStop, environment -> {});
  }

  /**
   * Starts a tool.
   *
   * @param environment changes the one of this process to the tool's
   * @throws IOException if it cannot be started
   */
  public ToolProcess start(
      String name,
      List<String> command,
      Consumer<ToolEvent> onEvent,
      Duration afterStop,
      Consumer<Map<String, String>> environment)
      throws IOException {
    Files.createDirectories(logs);
    ToolProcess tool = ToolProcess.start(name, command, log(name), onEvent, environment);
    var unused = stopped.thenRun(() -> tool.stopWithin(afterStop));
    return tool;
  }

  /**
   * Starts a tool that does its work and ends, and waits for its end.
   *
   * @throws TargetException if it fails
   * @throws UsageException if it finds the profile unfit
   * @throws IOException if it cannot be started
   */
  public void runToEnd(String name, List<String> command)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess tool = start(name, command)) {
      ToolProcess.awaitAny(tool.ended(), stopped, targetGone);
      if (!tool.hasEnded()) {
        tool.stop();
      }
      Integer code = tool.await();
      checkTarget();
      if (!isStopped() && (code == null || code != 0)) {
        fail(tool, code);
      }
    }
  }

  /**
   * Starts a tool that does the last of a run's work. Waits for its end even if all have to stop,
   * or the target is gone.
   *
   * @return the failure in one line, or null without a failure
   */
  public String runAfterAll(String name, List<String> command) throws InterruptedException {
    CompletableFuture<Void> late =
        stopped.thenRunAsync(
            () -> {},
            CompletableFuture.delayedExecutor(StopTimes.REMOVAL.toSeconds(), TimeUnit.SECONDS));
    try (ToolProcess tool =
        start(name, command, teller::tell, StopTimes.REMOVAL.plus(StopTimes.CHILD))) {
      ToolProcess.awaitAny(tool.ended(), late);
      if (!tool.hasEnded()) {
        tool.stop();
        return "it took longer than %s s".formatted(StopTimes.REMOVAL.toSeconds());
      }
      Integer code = tool.await();
      return code != null && code == 0 ? null : problem(tool);
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /**
   * Waits until a tool is ready, and reports the time so far every second. Returns the line that
   * says so, or null if all have to stop.
   */
  public String awaitReady(ToolProcess tool)
      throws TargetException, UsageException, ResultFiles.WriteFailure, InterruptedException {
    CompletableFuture<Object> end = CompletableFuture.anyOf(tool.ready(), stopped, targetGone);
    for (long seconds = 1; !isDone(end); seconds++) {
      if (seconds > LONGEST_START_SECONDS) {
        throw new TargetException(
            "%s is not ready after %s s; see %s"
                .formatted(tool.name(), LONGEST_START_SECONDS, log(tool.name())));
      }
      teller.tell(new ToolEvent.StartWait(tool.name(), tool.waitsFor(), seconds));
    }
    if (stopped.isDone()) {
      return null;
    }
    checkTarget();
    String line = tool.ready().join();
    if (line == null) {
      fail(tool, tool.await());
    }
    return line;
  }

  /** Waits a second at most. */
  private static boolean isDone(CompletableFuture<?> end) throws InterruptedException {
    try {
      end.get(1, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Takes note of what ends the use of the target; from then on nothing that needs it is waited
   * for.
   *
   * @param gone completed with one line that says how the target went
   */
  public void target(CompletableFuture<String> gone) {
    var unused = gone.thenAccept(targetGone::complete);
  }

  /** Completed, with one line that says how, once the target is gone. */
  public CompletableFuture<String> targetGone() {
    return targetGone;
  }

  /**
   * Fails where the target is gone; what the user stopped does not fail.
   *
   * @throws TargetException with one line that says how it went
   */
  public void checkTarget() throws TargetException {
    if (targetGone.isDone() && !isStopped()) {
      throw new TargetException(ExitCode.TARGET_GONE, targetGone.join());
    }
  }

  /** Completed with one line once a process died: ended without a request. */
  public CompletableFuture<String> deathOf(ToolProcess tool) {
    CompletableFuture<String> death = new CompletableFuture<>();
    var unused =
        tool.ended()
            .thenRun(
                () -> {
                  if (!tool.toldToStop()) {
                    death.complete(lastWords(tool));
                  }
                });
    return death;
  }

  private String lastWords(ToolProcess tool) {
    try {
      tool.awaitOutput();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return problem(tool);
  }

  /**
   * Throws the exception for a tool that cannot do its work.
   *
   * @param code its exit code, or null if it does not end
   */
  public void fail(ToolProcess tool, Integer code)
      throws TargetException, UsageException, ResultFiles.WriteFailure {
    fail(tool, code, ExitCode.TARGET_NOT_READY);
  }

  /**
   * Throws the exception for a tool that failed while the run went on.
   *
   * @param code its exit code, or null if it does not end
   * @param ofTarget the code if the tool reports a problem of the target
   */
  public void lost(ToolProcess tool, Integer code, ExitCode ofTarget)
      throws TargetException, UsageException, ResultFiles.WriteFailure {
    fail(tool, code, tool.problem() == null ? ExitCode.TOOL_GONE : ofTarget);
  }

  private void fail(ToolProcess tool, Integer code, ExitCode otherwise)
      throws TargetException, UsageException, ResultFiles.WriteFailure {
    String why = problem(tool);
    if (code != null && code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(why);
    }
    if (code != null && code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
      throw new ResultFiles.WriteFailure(why, null);
    }
    if (code != null && code == ExitCode.INTERNAL_FAULT.code()) {
      throw new TargetException(ExitCode.INTERNAL_FAULT, why);
    }
    throw new TargetException(otherwise, why);
  }

  /** Returns the problem of a tool: its own report, or else its end and the log to look at. */
  private String problem(ToolProcess tool) {
    return tool.problem() != null ? tool.problem() : unexpected(tool);
  }

  private String unexpected(ToolProcess tool) {
    return tool.hasEnded()
        ? "%s ended unexpectedly%s; see %s".formatted(tool.name(), tool.end(), log(tool.name()))
        : "%s does not end; see %s".formatted(tool.name(), log(tool.name()));
  }

  /** Returns whether the user wants all to stop. */
  public boolean isStopped() {
    return stop.why() != null;
  }

  /** Completed when the user wants all to stop. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  private Path log(String name) {
    return logs.resolve(name + ".log");
  }
}
