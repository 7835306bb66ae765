package io.fleetload.campaign;

import io.fleetload.hono.HonoProfile;
import io.fleetload.process.RunDirectory;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.Tool;
import io.fleetload.process.UsageException;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
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

  @Override
  public Integer call() {
    Screen screen = new Screen(System.out, System.err, Integer.getInteger("fleetload.columns", 0));
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    return new Tool(Campaign.TOOL, screen, stop).run(() -> run(screen, stop));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    HonoProfile profile =
        new ProfileReader<>(HonoProfile.class, System.getenv()).read(profileFile, overrides);
    if (out != null && Files.exists(out.resolve(DeviceBook.FILE))) {
      throw new UsageException(
          "--out: %s holds the results of a run already; give another directory".formatted(out));
    }
    Path directory = RunDirectory.make(out, profile.run().name(), Instant.now());
    String runId = Integer.toHexString(RandomGenerator.getDefault().nextInt());
    Tools tools = new Tools(Path.of(System.getProperty("fleetload.home", ".")));
    try {
      return new Campaign(profileFile, overrides, profile, runId, directory, tools, screen, stop)
          .run();
    } finally {
      screen.tell(new ToolEvent.Said(Campaign.TOOL, "results in " + directory));
    }
  }
}
