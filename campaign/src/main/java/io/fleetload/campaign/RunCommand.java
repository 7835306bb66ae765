package io.fleetload.campaign;

import io.fleetload.campaign.live.LiveView;
import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.hono.SourcePorts;
import io.fleetload.process.RunDirectory;
import io.fleetload.process.StopSignal;
import io.fleetload.process.Surroundings;
import io.fleetload.process.TargetException;
import io.fleetload.process.Tool;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.Baseline;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine;

/** {@code loadtest run PROFILE}: a whole load test. */
@CommandLine.Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Runs a whole load test and prints its verdict.")
final class RunCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path profileFile;

  @CommandLine.Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "overrides a key of the profile, for example flows.telemetry.rate=900/s")
  private List<String> overrides = new ArrayList<>();

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default results/<run>-<UTC time>")
  private Path out;

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
    Screen screen = Screen.onThisTerminal();
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    return new Tool(Campaign.TOOL, screen, stop).run(() -> run(screen, stop));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    if (baseline != null) {
      overrides.add("baseline='" + baseline.toAbsolutePath().toString().replace("'", "''") + "'");
    }
    HonoProfile profile =
        new ProfileReader<>(HonoProfile.class, System.getenv())
            .read(
                profileFile,
                overrides,
                (read, checks) ->
                    SourcePorts.ofThisHost()
                        .check(read.devices(), read.gateways(), read.sessions(), checks));
    Shards processes = Shards.of(shards, profile.carriers());
    if (processes.areSeveral() && metrics) {
      throw new UsageException(
          "--metrics: shows one device simulator; run without it, or without --shards");
    }
    if (out != null && Judgement.anythingDone(out, processes)) {
      throw new UsageException(
          "--out: %s holds the results of a run already; give another directory".formatted(out));
    }
    Baseline before = profile.readBaseline(profileFile);
    MetricsPorts ports = metrics ? MetricsPorts.SCRAPED : MetricsPorts.NONE;
    ports.check(profile.target().kind() == HonoTarget.Kind.EMBEDDED);
    try (LiveView view = live == null ? null : LiveView.at(live)) {
      Path directory = RunDirectory.forRun(out, profile, Instant.now());
      ToolEvents.Teller teller = screen;
      if (view != null) {
        teller =
            view.of(
                directory,
                processes.count(),
                profile.run().name(),
                Surroundings.of(profile),
                screen);
        teller.tell(new ToolEvent.Said(Campaign.TOOL, "live page at " + view.address()));
      }
      String runId = Integer.toHexString(RandomGenerator.getDefault().nextInt());
      Tools tools = Tools.here();
      Campaign campaign =
          new Campaign(
              profileFile,
              overrides,
              profile,
              processes,
              before,
              runId,
              directory,
              tools,
              ports,
              teller,
              stop);
      try {
        return view == null ? campaign.run() : view.until(campaign::run);
      } finally {
        screen.tell(new ToolEvent.Said(Campaign.TOOL, "results in " + directory));
      }
    }
  }
}
