package io.fleetload.campaign;

import io.fleetload.campaign.cost.CostWatch;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Life;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.Baseline;
import io.fleetload.results.ExitCode;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.Shard;
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
  private final Shards shards;
  private final Baseline baseline;
  private final String runId;
  private final Path directory;
  private final Tools tools;
  private final MetricsPorts metrics;
  private final ToolEvents.Teller teller;
  private final StopSignal stop;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final CostWatch cost;
  private final Asked asked;

  Campaign(
      Path profileFile,
      List<String> overrides,
      HonoProfile profile,
      Shards shards,
      Baseline baseline,
      String runId,
      Path directory,
      Tools tools,
      MetricsPorts metrics,
      ToolEvents.Teller teller,
      StopSignal stop) {
    this.profileFile = profileFile;
    this.overrides = List.copyOf(overrides);
    this.profile = profile;
    this.shards = shards;
    this.baseline = baseline;
    this.runId = runId;
    this.directory = directory;
    this.tools = tools;
    this.metrics = metrics;
    this.teller = teller;
    this.stop = stop;
    this.asked = Asked.of(profile, runId, shards);
    this.cost =
        new CostWatch(profile.phases(), text -> teller.tell(new ToolEvent.Said(TOOL, text)));
  }

  /** What is done against a target that is up and knows the tenant and the devices. */
  @FunctionalInterface
  interface Use {
    ExitCode of(ReadyTarget target)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  /**
   * Runs it.
   *
   * @throws TargetException if a part of the target does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started or a result not be written
   */
  ExitCode run() throws TargetException, UsageException, IOException, InterruptedException {
    begin();
    try (cost) {
      return orInterrupted(withTarget(1, this::measured));
    }
  }

  /**
   * Brings the target up for several runs, each a campaign of its own, and takes it down after
   * them.
   *
   * @param fleets how many times the devices connect anew at most; a session that was closed takes
   *     up a place of the adapter for half an hour (Scandium's stale connection threshold)
   * @return what the use said; null where it was interrupted before
   * @throws TargetException if a part of the target does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started
   */
  ExitCode keepTargetFor(int fleets, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    Files.createDirectories(directory.resolve("logs"));
    stop.onStop(() -> stopped.complete(null));
    try (cost) {
      return withTarget(fleets, use);
    }
  }

  /** Runs it against a target that another campaign keeps up. */
  ExitCode runAgainst(ReadyTarget target)
      throws TargetException, UsageException, IOException, InterruptedException {
    begin();
    try (cost) {
      return orInterrupted(measured(target));
    }
  }

  private void begin() throws IOException {
    Files.createDirectories(directory.resolve("logs"));
    ResultFiles.write(directory.resolve(Asked.FILE), asked);
    stop.onStop(() -> stopped.complete(null));
  }

  private ExitCode withTarget(int fleets, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    return profile.target().kind() == HonoTarget.Kind.EMBEDDED
        ? embedded(fleets, use)
        : external(use);
  }

  private ExitCode external(Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    return provisioned(ReadyTarget.external(profile.target().prometheus()), use);
  }

  private ExitCode embedded(int fleets, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess process = startStack(fleets)) {
      String ready = awaitReady(process);
      return ready == null
          ? null
          : provisioned(ReadyTarget.embedded(process, Stack.of(ready)), use);
    }
  }

  private ExitCode provisioned(ReadyTarget target, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    List<String> endpoints = target.endpoints();
    if (profile.target().provision()) {
      runToEnd("provisioning", tools.provisioning("apply", arguments(endpoints)));
    } else if (profile.target().namesRegistry()) {
      runToEnd("provisioning", tools.provisioning("check", arguments(endpoints)));
    }
    return stop.why() != null ? null : use.of(target);
  }

  private ExitCode measured(ReadyTarget target)
      throws TargetException, UsageException, IOException, InterruptedException {
    target.watch().accept(cost);
    List<String> endpoints = target.endpoints();
    try (ToolProcess backend = start("backend-simulator", tools.backend(backendFor(endpoints)))) {
      if (awaitReady(backend) == null) {
        return null;
      }
      cost.process(backend.name(), false, backend.handle());
      try {
        runDevices(endpoints, backend);
      } catch (TargetException | UsageException | IOException | IllegalStateException e) {
        end(backend);
        saveWhatIsLeft();
        throw e;
      }
      Integer code = end(backend);
      ExitCode verdict = judgement().of(cost);
      if (code != null && code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
        fail(backend, code);
      }
      return verdict;
    }
  }

  private Judgement judgement() {
    return new Judgement(asked, baseline, directory, teller);
  }

  private ExitCode orInterrupted(ExitCode code) throws IOException, InterruptedException {
    if (code != null) {
      return code;
    }
    teller.tell(new ToolEvent.Said(TOOL, "interrupted before the devices began"));
    return judgement().of(cost);
  }

  private Integer end(ToolProcess backend) throws InterruptedException {
    backend.stop();
    Integer code = backend.await(LONGEST_STOP_SECONDS);
    if (code == null) {
      teller.tell(new ToolEvent.Said(TOOL, "the backend simulator does not end; stopping it"));
    }
    return code;
  }

  /** The run failed; what was booked until then is made readable, and the failure stays one. */
  private void saveWhatIsLeft() throws InterruptedException {
    if (!Judgement.anythingDone(directory, shards)) {
      return;
    }
    try {
      judgement().of(cost);
    } catch (IOException | RuntimeException e) {
      teller.tell(new ToolEvent.Said(TOOL, "no result: " + e.getMessage()));
    }
  }

  private void runDevices(List<String> endpoints, ToolProcess backend)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (DeviceProcesses devices = new DeviceProcesses(LONGEST_STOP_SECONDS)) {
      startDevices(endpoints, devices);
      DeviceProcesses.Failure failure =
          devices.awaitEnd(CompletableFuture.anyOf(backend.ended(), stopped));
      if (backend.hasEnded()) {
        throw new TargetException(died(backend));
      }
      if (failure != null) {
        fail(failure.process(), failure.code());
      }
    }
  }

  private void startDevices(List<String> endpoints, DeviceProcesses devices) throws IOException {
    List<String> whole = forRun(endpoints, metrics.ofDevices());
    if (!shards.areSeveral()) {
      whole.add("--out=" + directory);
      watched(start("device-simulator", tools.devices(whole)), devices);
      return;
    }
    ShardsSoFar soFar = new ShardsSoFar(shards.count());
    for (Shard shard : shards.all()) {
      Files.createDirectories(Shards.directory(directory, shard));
      List<String> part = new ArrayList<>(whole);
      part.addAll(Shards.options(directory, shard));
      String name = Shards.process(shard);
      watched(
          ToolProcess.start(
              name, tools.devices(part), log(name), event -> told(shard, event, soFar)),
          devices);
    }
  }

  private void watched(ToolProcess process, DeviceProcesses devices) {
    devices.add(process);
    cost.process(process.name(), false, process.handle());
  }

  private void told(Shard shard, ToolEvent event, ShardsSoFar soFar) {
    if (event instanceof ToolEvent.Progress progress) {
      soFar.saw(shard.number(), progress).ifPresent(this::told);
    } else {
      told(event);
    }
  }

  private ToolProcess startStack(int fleets) throws IOException {
    teller.tell(new ToolEvent.Said(TOOL, "starting the embedded Hono stack"));
    List<String> options =
        new ArrayList<>(
            List.of(
                "--coap-port=0",
                "--kafka-port=0",
                "--mongodb-port=0",
                "--infinispan-port=0",
                "--http-port=" + metrics.stack(),
                "--max-connections=" + fleets * mostSessions(),
                "--until-stdin-closes"));
    profile.sharedBy().shares().forEach(each -> options.add("--tenant=" + each.id()));
    return start("hono-embedded", tools.stack(options));
  }

  /** Sessions that a storm takes are still held by an adapter that was not told of their end. */
  private long mostSessions() {
    Life.Storm storm = profile.devices().life().storm();
    return profile.sessions() * (storm == null ? 1L : 1L + storm.at().size()) + 1_000L;
  }

  private void runToEnd(String name, List<String> command)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess tool = start(name, command)) {
      join(CompletableFuture.anyOf(tool.ended(), stopped));
      if (!tool.hasEnded()) {
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
      throws TargetException, UsageException, ResultFiles.NotWritten, InterruptedException {
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

  private void fail(ToolProcess tool, Integer code)
      throws TargetException, UsageException, ResultFiles.NotWritten {
    String why = tool.problem() != null ? tool.problem() : died(tool);
    if (code != null && code == ExitCode.WRONG_USAGE.code()) {
      throw new UsageException(why);
    }
    if (code != null && code == ExitCode.RESULTS_NOT_WRITTEN.code()) {
      throw new ResultFiles.NotWritten(why, null);
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

  private List<String> forRun(List<String> endpoints, List<String> more) {
    List<String> arguments = arguments(endpoints);
    arguments.add("--run-id=" + runId);
    arguments.addAll(more);
    return arguments;
  }

  private List<String> backendFor(List<String> endpoints) {
    List<String> arguments = forRun(endpoints, metrics.ofBackend());
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
