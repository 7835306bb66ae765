package io.fleetload.campaign;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.ExitCode;
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
  private final CostWatch cost;

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
    this.cost =
        new CostWatch(profile.phases(), text -> teller.tell(new ToolEvent.Said(TOOL, text)));
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
    try (cost) {
      return profile.target().kind() == HonoTarget.Kind.EMBEDDED ? embedded() : external();
    }
  }

  private ExitCode external()
      throws TargetException, UsageException, IOException, InterruptedException {
    cost.pages(profile.target().prometheus());
    return against(List.of());
  }

  private ExitCode embedded()
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess process = startStack()) {
      String ready = awaitReady(process);
      if (ready == null) {
        return ExitCode.INTERRUPTED;
      }
      Stack stack = Stack.of(ready);
      cost.process(process.name(), true, process.handle());
      cost.page(process.name(), stack.metrics());
      return against(stack.overrides());
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
      cost.process(backend.name(), false, backend.handle());
      runDevices(endpoints, backend);
      backend.stop();
      if (backend.await(LONGEST_STOP_SECONDS) == null) {
        teller.tell(new ToolEvent.Said(TOOL, "the backend simulator does not end; stopping it"));
      }
    }
    return new Judgement(profile, directory, teller).of(cost);
  }

  private void runDevices(List<String> endpoints, ToolProcess backend)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess devices = start("device-simulator", tools.devices(forRun(endpoints)))) {
      cost.process(devices.name(), false, devices.handle());
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
    return ToolProcess.start(name, command, log(name), this::told);
  }

  private void told(ToolEvent event) {
    cost.saw(event);
    teller.tell(event);
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
