package io.fleetload.campaign;

import io.fleetload.campaign.view.Terminal;
import io.fleetload.hono.HonoProfile;
import io.fleetload.process.RunDirectory;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.Tool;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.ProfileException;
import io.fleetload.profile.ProfileReader;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.ExitCode;
import io.fleetload.results.limit.Limit;
import io.fleetload.results.limit.LimitSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest find-limit PROFILE}: the highest rate at which the thresholds hold. */
@CommandLine.Command(
    name = "find-limit",
    mixinStandardHelpOptions = true,
    description =
        "Searches the highest rate at which the profile's thresholds hold: each probe is a load"
            + " test of its own.")
final class FindLimitCommand implements Callable<Integer> {
  /** Probes and looks of half an hour; a probe takes a minute by default. */
  private static final int MOST_FLEETS = 50;

  @CommandLine.Parameters(paramLabel = "PROFILE", description = "the profile, a YAML file")
  private Path profileFile;

  @CommandLine.Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "overrides a key of the profile, for example findLimit.to=900/s")
  private List<String> overrides = new ArrayList<>();

  @CommandLine.Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the results go; default results/<run>-<UTC time>")
  private Path out;

  @Override
  public Integer call() {
    ProbeScreen screen =
        new ProbeScreen(
            System.out, System.err, Terminal.of(System.getProperties(), System.getenv()));
    StopSignal stop = new StopSignal();
    stop.watchSignals();
    return new Tool(Campaign.TOOL, screen, stop).run(() -> run(screen, stop));
  }

  private ExitCode run(ProbeScreen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    HonoProfile profile =
        new ProfileReader<>(HonoProfile.class, System.getenv()).read(profileFile, overrides);
    FindLimit limit = profile.findLimit();
    if (limit == null) {
      throw new UsageException(
          profileFile
              + ": findLimit: is missing: where to search, expected a section such as findLimit:"
              + " { from: 100/s, to: 2000/s }");
    }
    if (out != null && Files.exists(out.resolve(Limit.FILE))) {
      throw new UsageException(
          "--out: %s holds the results of a search already; give another directory".formatted(out));
    }
    // What does not fit the highest rate or the length of a probe is found before anything starts.
    List<String> highest = new ArrayList<>(overrides);
    highest.addAll(limit.overrides(profile.flowsByName(), limit.to().perSecond()));
    HonoProfile largest = RunProbing.read(profileFile, highest);
    Baseline baseline = profile.readBaseline(profileFile);
    Path directory = RunDirectory.forRun(out, largest, Instant.now());
    Tools tools = Tools.here();
    Campaign whole =
        new Campaign(
            profileFile,
            overrides,
            profile,
            Shards.NONE,
            baseline,
            "",
            directory,
            tools,
            MetricsPorts.NONE,
            screen,
            stop);
    try {
      ExitCode code =
          whole.keepTargetFor(
              MOST_FLEETS,
              target -> {
                screen.tellLast(LimitText.head());
                return search(
                    profile,
                    new RunProbing(
                        profileFile,
                        overrides,
                        profile,
                        baseline,
                        directory,
                        tools,
                        screen,
                        stop,
                        target),
                    new LimitFiles(directory, screen));
              });
      if (code == null) {
        screen.tell(new ToolEvent.Said(Campaign.TOOL, "interrupted before the first probe"));
        return ExitCode.INTERRUPTED;
      }
      return code;
    } finally {
      screen.tell(new ToolEvent.Said(Campaign.TOOL, "results in " + directory));
    }
  }

  private static ExitCode search(
      HonoProfile profile, LimitCampaign.Probing probing, LimitCampaign.Course course)
      throws UsageException, TargetException, IOException, InterruptedException {
    FindLimit limit = profile.findLimit();
    double together = FindLimit.together(profile.flowsByName());
    Limit.Search asked =
        new Limit.Search(
            limit.from().perSecond(),
            limit.to().perSecond(),
            limit.step().toString(),
            limit.resolution().toString(),
            limit.repeats(),
            limit.probe().seconds(),
            together,
            FindLimit.rates(profile.flowsByName(), together));
    LimitSearch search =
        new LimitSearch(
            asked.from(), asked.to(), limit.step()::of, limit.resolution()::of, limit.repeats());
    return new LimitCampaign(
            profile.run().name(),
            asked,
            profile.thresholds().stream().map(Condition::text).toList(),
            search,
            probing,
            course)
        .run();
  }
}
