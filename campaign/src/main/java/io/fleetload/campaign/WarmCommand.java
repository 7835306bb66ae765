package io.fleetload.campaign;

import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.RunDirectory;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.Tool;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.profile.Rate;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine;

/**
 * {@code loadtest provision warm PROFILE}: a load test of its own, in which every device asks for
 * one command. A command query is what makes Hono look up tenant, registration and route of a
 * device for the first time; the figures of this run are those of the cold target.
 */
@CommandLine.Command(
    name = "warm",
    mixinStandardHelpOptions = true,
    description =
        "Opens the command route of every device once, at a paced rate, on a target that goes on"
            + " running; prints how long that takes cold.")
final class WarmCommand implements Callable<Integer> {
  private static final String NAME = "warm";

  @CommandLine.Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path profileFile;

  @CommandLine.Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "overrides a key of the profile")
  private List<String> overrides = new ArrayList<>();

  @CommandLine.Option(
      names = "--rate",
      paramLabel = "RATE",
      defaultValue = "100/s",
      description = "devices a second; default 100/s")
  private String rate;

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default results/warm-<UTC time>")
  private Path out;

  @Override
  public Integer call() {
    Screen screen = Screen.onThisTerminal();
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    return new Tool(Campaign.TOOL, screen, stop).run(() -> run(screen, stop));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    ProfileReader<HonoProfile> reader = new ProfileReader<>(HonoProfile.class, System.getenv());
    HonoProfile asked = reader.read(profileFile, overrides);
    if (asked.target().kind() == HonoTarget.Kind.EMBEDDED) {
      throw new UsageException(
          "target.kind: is embedded, which starts anew for each run; warm needs an external target"
              + " that goes on running");
    }
    List<String> all = new ArrayList<>(overrides);
    all.addAll(derived(asked.devices().count(), rate()));
    HonoProfile profile = reader.read(profileFile, all);
    Path directory = RunDirectory.make(out, NAME, Instant.now());
    String runId = Integer.toHexString(RandomGenerator.getDefault().nextInt());
    Tools tools = Tools.here();
    screen.tell(
        new ToolEvent.Said(
            Campaign.TOOL,
            "opening the command route of %d devices at %s; what follows are the cold figures"
                .formatted(profile.devices().count(), rate)));
    return new Campaign(
            profileFile,
            all,
            profile,
            Shards.NONE,
            null,
            runId,
            directory,
            tools,
            MetricsPorts.NONE,
            screen,
            stop)
        .run();
  }

  private Rate rate() throws UsageException {
    try {
      return Rate.parse(rate);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--rate: " + e.getMessage());
    }
  }

  /** One round of one flow: the schedule takes the devices in turn. */
  static List<String> derived(int devices, Rate rate) {
    long millis = (long) Math.ceil(devices * 1_000.0 / rate.perSecond());
    return List.of(
        "run.name=" + NAME,
        "target.provision=false",
        "devices.life={}",
        "phases.ramp=0s",
        "phases.warmUp=0s",
        "phases.measure=" + millis + "ms",
        "flows={commandQuery: {rate: " + rate + "}}",
        "thresholds=[ledger.unaccounted == 0, flows.*.failed == 0]");
  }
}
