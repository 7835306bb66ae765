// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.live.LiveView;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.ExitCode;
import io.fleetload.tool.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest run PROFILE}: a whole load test. */
@CommandLine.Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a whole load test and prints its verdict.")
final class RunCommand implements Callable<Integer> {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("flows.telemetry.rate=900/s");

  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Option(
      names = "--live",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "" + LiveView.PORT,
      preprocessor = AttachedOnly.class,
      description =
          "serves the report while the run goes on, at http://127.0.0.1:PORT/; ${FALLBACK-VALUE}"
              + " unless given, 0 for a free one")
  private Integer live;

  @CommandLine.Option(
      names = "--metrics",
      description =
          "shows the simulators to Prometheus at 127.0.0.1:9101 and 9102, the embedded stack at"
              + " 8081")
  private boolean metrics;

  @CommandLine.Option(
      names = "--baseline",
      paramLabel = "DIR",
      description =
          "the run that thresholds compare with: its directory or its result.json; instead of the"
              + " profile's key baseline")
  private Path baseline;

  @CommandLine.Option(
      names = "--shards",
      paramLabel = "K",
      description =
          "runs the device side as K processes, each with its part of the devices and of every"
              + " rate; they begin together, and their books are merged")
  private Integer shards;

  @Override
  public Integer call() {
    return CommandWork.lasting(Screen.onThisTerminal(), this::run);
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    if (baseline != null) {
      profile.override(
          "baseline='" + baseline.toAbsolutePath().toString().replace("'", "''") + "'");
    }
    GivenProfile given =
        profile.read((read, checks) -> read.checkHost(read.profile().sessions(), checks));
    Shards processes = Shards.of(shards, given.profile());
    if (processes.areSeveral() && metrics) {
      throw new UsageException(
          "--metrics: shows one device simulator; run without it, or without --shards");
    }
    out.refuse(directory -> Judgement.anythingDone(directory, processes), "a run");
    Baseline before = given.baseline();
    MetricsPorts ports = metrics ? MetricsPorts.SCRAPED : MetricsPorts.NONE;
    ports.check(given.scenario().target().embedded());
    try (LiveView view = live == null ? null : LiveView.at(live)) {
      Path directory = out.makeFor(given.profile());
      Teller teller = screen;
      if (view != null) {
        teller =
            view.of(
                directory,
                processes.count(),
                given.profile().run().name(),
                Surroundings.of(given.profile()),
                screen);
        teller.tell(new ToolEvent.Said(Campaign.TOOL, "live page at " + view.address()));
      }
      PlannedRun planned = PlannedRun.of(given, processes, before, directory, ports);
      Campaign campaign = new Campaign(planned, Tools.here(), teller, stop);
      try {
        return view == null ? campaign.run() : view.until(campaign::run);
      } finally {
        screen.tell(new ToolEvent.Said(Campaign.TOOL, "results in " + directory));
      }
    }
  }
}
