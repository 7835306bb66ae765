// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.commandline.MetricsOptions;
import io.fleetload.commandline.RunIdConverter;
import io.fleetload.commandline.StartGate;
import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.commandline.ToolOptions;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.metrics.MetricsSource;
import io.fleetload.metrics.ShownMetrics;
import io.fleetload.process.OpenFiles;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ShardCount;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.Shard;
import io.fleetload.scenario.Scenario;
import io.fleetload.simulator.device.plan.FleetPlan;
import io.fleetload.simulator.metrics.DeviceMetrics;
import io.fleetload.simulator.start.FlowStart;
import io.fleetload.stamp.RunId;
import io.fleetload.tool.RunDirectory;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The device simulator's command line. */
@TopCommand
@CommandLine.Command(
    name = Simulation.TOOL,
    mixinStandardHelpOptions = true,
    description =
        "Runs the device side of a load test: the devices of a profile, from one process.",
    sortOptions = false)
public final class DeviceSimulator implements Callable<Integer> {
  @CommandLine.Mixin private ToolOptions options;

  @CommandLine.Mixin private StartGate told;

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default results/<run>-<UTC time>")
  private Path out;

  @CommandLine.Option(
      names = "--run-id",
      paramLabel = "HEX",
      converter = RunIdConverter.class,
      description = "the run's id on the wire, the same for all its shards; default random")
  private RunId runId;

  @CommandLine.Mixin private ShardOptions shards;

  @CommandLine.Mixin private MetricsOptions metrics;

  /** The command line, which reports a mistake in one line. */
  @Produces
  static CommandLine commandLine(PicocliCommandLineFactory factory) {
    return ToolCommandLine.of(factory.create());
  }

  @Override
  public Integer call() {
    return options.run(Simulation.TOOL, this::simulate);
  }

  /** A comparison without abort is the judge's, who may be on another host. */
  private Baseline baseline(Scenario scenario) throws IOException {
    boolean needed =
        scenario.profile().bounds().stream().anyMatch(each -> each.abort() && each.ofBaseline());
    return needed ? scenario.readBaseline(options.profileFile()) : null;
  }

  private ExitCode simulate(Teller teller, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    Shard shard = shards.shard();
    Scenario scenario =
        options.scenario(
            (read, checks) -> read.run().checkHost(shard.share(read.profile().sessions()), checks));
    LoadProfile profile = scenario.profile();
    ShardDevices own = shards.own(profile.carriers());
    ShardCount.check(shard.of(), profile.phases());
    FlowStart begin =
        shards.start(
            profile, options.profileFile(), runId, Clock.systemUTC(), line -> say(teller, line));
    Baseline baseline = baseline(scenario);
    RunId id = runId != null ? runId : RunId.drawn(new SplittableRandom());
    FleetPlan plan = FleetPlan.of(profile, scenario.flows(), id, own);
    OpenFiles.check(plan.ownSessions().fleet(), plan.ownSessions().count());
    SourceAddresses.check(profile.devices().fleet());
    RunDirectory.refuseUsed(out, DeviceBook.FILE);
    Path directory = RunDirectory.forRun(out, scenario, Instant.now());
    // What a driver is made of, such as keys, may have to be provisioned first.
    told.await(stop);
    if (stop.why() != null) {
      return ExitCode.INTERRUPTED;
    }
    begin.enter();
    try {
      ExitCode code = simulate(scenario, plan, directory, begin, baseline, teller, stop);
      if (begin.handIn(directory.resolve(DeviceBook.FILE))) {
        say(teller, "the backend has this shard's book");
      }
      return code;
    } catch (UsageException | TargetException | IOException | RuntimeException e) {
      begin.giveUp(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private ExitCode simulate(
      Scenario scenario,
      FleetPlan plan,
      Path directory,
      FlowStart begin,
      Baseline baseline,
      Teller teller,
      StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    RunClock clock = RunClock.system();
    MetricsSource source =
        new MetricsSource(
            Simulation.TOOL, scenario.profile().run().name(), plan.runId(), plan.own().shard());
    try (ShownMetrics figures = metrics.show(source, text -> say(teller, text));
        DeviceDriver driver = scenario.run().devices(plan.ownSessions(), clock)) {
      figures.ready();
      Optional<DeviceMetrics> shown = figures.meters().map(DeviceMetrics::new);
      Simulation simulation =
          new Simulation(
              scenario, plan, driver, clock, directory, teller, stop, shown, baseline, begin);
      ExitCode code = simulation.run();
      // A program that reads JSON judges the book itself.
      if (!options.json()) {
        code.said(simulation.limits()).forEach(line -> say(teller, line));
        say(teller, "the devices' half of the books is in " + directory);
      }
      return code;
    }
  }

  private static void say(Teller teller, String text) {
    teller.tell(new ToolEvent.Sentence(Simulation.TOOL, text));
  }
}
