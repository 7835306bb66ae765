// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitSearch;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Condition;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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

  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("findLimit.to=900/s");

  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(json.ofSeries(), this::run);
  }

  private ExitCode run(SeriesScreen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    GivenProfile given = profile.readForThisHost();
    FindLimit limit = given.profile().findLimit();
    if (limit == null) {
      throw new UsageException(
          given.file()
              + ": findLimit: is missing: where to search, expected a section such as findLimit:"
              + " { from: 100/s, to: 2000/s }");
    }
    out.refuse(directory -> Files.exists(directory.resolve(Limit.FILE)), "a search");
    // What does not fit the highest rate or the length of a probe is found before anything starts.
    GivenProfile largest =
        given.with(limit.overrides(given.profile().flowsByName(), limit.to().perSecond()));
    Baseline baseline = given.baseline();
    Path directory = out.makeFor(largest.profile());
    Tools tools = Tools.here();
    ToolProcesses processes = new ToolProcesses(directory, stop, screen);
    TargetKeeper target = new TargetKeeper(given, MetricsPorts.NONE, tools, processes, screen);
    try {
      ExitCode code =
          target.keepFor(
              MOST_FLEETS,
              ready -> {
                screen.tellLast(LimitText.head());
                return search(
                    given.profile(),
                    new RunProbing(
                        given,
                        baseline,
                        new RunSeries(directory, tools, screen, stop),
                        screen,
                        ready),
                    new LimitFiles(directory, screen));
              });
      if (code == null) {
        screen.tell(new ToolEvent.Said(Campaign.TOOL, "interrupted before the first probe"));
        return ExitCode.INTERRUPTED;
      }
      return code;
    } finally {
      screen.tell(new ToolEvent.Said(Campaign.TOOL, "results in " + directory));
      json.print(directory.resolve(Limit.FILE));
    }
  }

  private static ExitCode search(
      LoadProfile profile, LimitCampaign.Probing probing, LimitCampaign.Course course)
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
            Stream.concat(
                    profile.thresholds().stream().map(Condition::text),
                    profile.defaultThresholds().stream())
                .toList(),
            search,
            probing,
            course)
        .run();
  }
}
