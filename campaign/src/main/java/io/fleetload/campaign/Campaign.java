package io.fleetload.campaign;

import io.fleetload.hono.HonoFlows;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.Threshold;
import io.fleetload.results.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One whole load test. Every part is waited for until it says that it is ready; on every way out
 * all that were started are stopped, in the reverse order.
 */
final class Campaign {
  /** The tool's name in what it tells. */
  static final String TOOL = "loadtest";

  private static final long LONGEST_START_SECONDS = 120;
  private static final long LONGEST_STOP_SECONDS = 40;

  private final Path profileFile;
  private final List<String> overrides;
  private final HonoProfile profile;
  private final String runId;
  private final Path directory;
  private final Tools tools;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  Campaign(
      Path profileFile,
      List<String> overrides,
      HonoProfile profile,
      String runId,
      Path directory,
      Tools tools,
      ToolEvents.Teller teller,
      StopSignal stop) {
    this.profileFile = profileFile;
    this.overrides = List.copyOf(overrides);
    this.profile = profile;
    this.runId = runId;
    this.directory = directory;
    this.tools = tools;
    this.teller = teller;
    this.stop = stop;
  }

  /**
   * Runs it.
   *
   * @throws TargetException if a part of the target does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started or a result not be written
   */
  ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    Files.createDirectories(directory.resolve("logs"));
    stop.onStop(() -> stopped.complete(null));
    if (profile.target().kind() != HonoTarget.Kind.EMBEDDED) {
      return against(List.of());
    }
    try (ToolProcess stack = startStack()) {
      String ready = awaitReady(stack);
      return ready == null ? ExitCode.INTERRUPTED : against(Stack.of(ready).overrides());
    }
  }

  private ExitCode against(List<String> endpoints)
      throws TargetException, UsageException, IOException, InterruptedException {
    if (profile.target().provision()) {
      runToEnd("provisioning", tools.provisioning(arguments(endpoints)));
    } else if (profile.target().mongodb() != null) {
      List<String> check = arguments(endpoints);
      check.add("--check");
      runToEnd("provisioning", tools.provisioning(check));
    }
    if (stop.why() != null) {
      return ExitCode.INTERRUPTED;
    }
    try (ToolProcess backend = start("backend-simulator", tools.backend(forRun(endpoints)))) {
      if (awaitReady(backend) == null) {
        return ExitCode.INTERRUPTED;
      }
      runDevices(endpoints, backend);
      backend.stop();
      if (backend.await(LONGEST_STOP_SECONDS) == null) {
        teller.tell(new ToolEvent.Said(TOOL, "the backend simulator does not end; stopping it"));
      }
    }
    return judge();
  }

  private void runDevices(List<String> endpoints, ToolProcess backend)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess devices = start("device-simulator", tools.devices(forRun(endpoints)))) {
      CompletableFuture<?> event =
          CompletableFuture.anyOf(devices.ended(), backend.ended(), stopped);
      join(event);
      if (!devices.ended().isDone()) {
        devices.stop();
      }
      Integer code = devices.await(LONGEST_STOP_SECONDS);
      if (backend.ended().isDone()) {
        throw new TargetException(died(backend));
      }
      if (code == null || failedBefore(code)) {
        fail(devices, code);
      }
    }
  }

  /** Whether the device simulator ended without a book worth judging. */
  private static boolean failedBefore(int code) {
    return code != ExitCode.PASSED.code()
        && code != ExitCode.LEDGER_UNBALANCED.code()
        && code != ExitCode.GENERATOR_LIMITED.code()
        && code != ExitCode.INTERRUPTED.code();
  }

  private ExitCode judge() throws IOException {
    DeviceBook device = ResultFiles.read(directory.resolve(DeviceBook.FILE), DeviceBook.class);
    Path backendFile = directory.resolve(BackendBook.FILE);
    BackendBook backend =
        Files.exists(backendFile) ? ResultFiles.read(backendFile, BackendBook.class) : null;
    Result result =
        Result.join(
            device,
            backend,
            HonoFlows.COMMAND_LEGS,
            profile.thresholds().stream().map(Threshold::parse).toList());
    ResultFiles.write(directory.resolve(Result.FILE), result);
    new VerdictText(result).lines().forEach(line -> teller.tell(new ToolEvent.Said(TOOL, line)));
    report();
    return ExitCode.of(result.verdict().exitCode());
  }

  /** The verdict stands, whatever becomes of its picture. */
  private void report() {
    try {
      Path report =
          ReportFile.write(directory, remark -> teller.tell(new ToolEvent.Said(TOOL, remark)));
      teller.tell(new ToolEvent.Said(TOOL, "report in " + report));
    } catch (IOException | RuntimeException e) {
      teller.tell(new ToolEvent.Said(TOOL, "no report: " + e.getMessage()));
    }
  }

  private ToolProcess startStack() throws IOException {
    teller.tell(new ToolEvent.Said(TOOL, "starting the embedded Hono stack"));
    return start(
        "hono-embedded",
        tools.stack(
            List.of(
                "--coap-port=0",
                "--kafka-port=0",
                "--mongodb-port=0",
                "--infinispan-port=0",
                "--http-port=0",
                "--tenant=" + profile.tenant().id(),
                "--max-connections=" + (profile.devices().count() + 1_000),
                "--until-stdin-closes")));
  }

  private void runToEnd(String name, List<String> command)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess tool = start(name, command)) {
      join(CompletableFuture.anyOf(tool.ended(), stopped));
      if (!tool.ended().isDone()) {
        tool.stop();
      }
      Integer code = tool.await(LONGEST_STOP_SECONDS);
      if (stop.why() == null && (code == null || code != 0)) {
        fail(tool, code);
      }
    }
  }

  /** Waits until the tool is ready; null when the campaign has to stop instead. */
  private String awaitReady(ToolProcess tool)
      throws TargetException, UsageException, InterruptedException {
    try {
      CompletableFuture.anyOf(tool.ready(), stopped).get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new TargetException(
          "%s is not ready after %d s; see %s"
              .formatted(tool.name(), LONGEST_START_SECONDS, log(tool.name())));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    if (stopped.isDone()) {
      return null;
    }
    String line = tool.ready().join();
    if (line == null) {
      fail(tool, tool.await(LONGEST_STOP_SECONDS));
    }
    return line;
  }

  private void fail(ToolProcess tool, Integer code) throws TargetException, UsageException {
    String why = tool.problem() != null ? tool.problem() : died(tool);
    if (code != null && code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(why);
    }
    if (code != null && code == ExitCode.INTERNAL_FAULT.code()) {
      throw new IllegalStateException(why);
    }
    throw new TargetException(why);
  }

  private String died(ToolProcess tool) {
    return tool.problem() != null
        ? tool.problem()
        : "%s ended unexpectedly; see %s".formatted(tool.name(), log(tool.name()));
  }

  private ToolProcess start(String name, List<String> command) throws IOException {
    return ToolProcess.start(name, command, log(name), teller::tell);
  }

  private Path log(String name) {
    return directory.resolve("logs").resolve(name + ".log");
  }

  private List<String> arguments(List<String> endpoints) {
    List<String> arguments = new ArrayList<>();
    arguments.add(profileFile.toString());
    overrides.forEach(each -> arguments.add("--set=" + each));
    endpoints.forEach(each -> arguments.add("--set=" + each));
    arguments.add("--json");
    arguments.add("--until-stdin-closes");
    return arguments;
  }

  private List<String> forRun(List<String> endpoints) {
    List<String> arguments = arguments(endpoints);
    arguments.add("--run-id=" + runId);
    arguments.add("--out=" + directory);
    return arguments;
  }

  private static void join(CompletableFuture<?> event) throws InterruptedException {
    try {
      event.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
