// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.EventsOption;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.RunningOption;
import io.fleetload.campaign.option.StdinOption;
import io.fleetload.campaign.process.ToolProcesses;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.MetricsPorts;
import io.fleetload.campaign.run.PlannedRun;
import io.fleetload.campaign.run.RunningTarget;
import io.fleetload.campaign.run.TargetKeeper;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.series.AskedLimit;
import io.fleetload.campaign.series.LimitFiles;
import io.fleetload.campaign.series.LimitText;
import io.fleetload.campaign.series.RunProbes;
import io.fleetload.campaign.series.RunSeries;
import io.fleetload.commandline.LabelOption;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Baseline;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest find-limit PROFILE}: the highest load at which the thresholds hold. */
@CommandLine.Command(
    name = "find-limit",
    mixinStandardHelpOptions = true,
    description =
        "Searches the highest rate, or the largest number of devices, at which the profile's"
            + " thresholds hold: each probe is a load"
            + " test of its own.")
public final class FindLimitCommand implements Callable<Integer> {
  /** Probes and looks of half an hour; a probe takes a minute by default. */
  private static final int MOST_FLEETS = 50;

  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("findLimit.to=900/s");

  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Mixin private final LabelOption labels = new LabelOption();

  @CommandLine.Mixin private final RunningOption running = new RunningOption();

  @CommandLine.Mixin private final StdinOption input = new StdinOption();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @CommandLine.Mixin private final EventsOption events = new EventsOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(
        events.ofSeries(json), events.during(json, out.during(input.during(this::run))));
  }

  private ExitCode run(SeriesScreen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    Map<String, String> words = labels.labels();
    GivenProfile given = profile.readForThisHost();
    AskedLimit limit = AskedLimit.of(given);
    out.refuseUsed();
    Scenario largest = limit.largestOnThisHost();
    Baseline baseline = given.baseline();
    RunningTarget up = running.of(given);
    Tools tools = Tools.here(given.scenario().pack());
    Path directory = out.makeFor(largest);
    events.begin(largest, directory, given.profile().findLimit().mostProbes());
    ToolProcesses processes = new ToolProcesses(directory, stop, screen);
    GivenProfile ofAll = limit.provisioned();
    TargetKeeper target = new TargetKeeper(ofAll, up, MetricsPorts.NONE, tools, processes, screen);
    try {
      ExitCode code =
          target.keepFor(
              MOST_FLEETS,
              (ready, provisioning) -> {
                boolean once = !limit.provisionsEachRun();
                if (once) {
                  provisioning.run(ofAll);
                }
                if (processes.isStopped()) {
                  return null;
                }
                screen.tellLast(LimitText.head(limit.raisesDevices(), limit.groups()));
                RunSeries runs = new RunSeries(directory, stop);
                RunProbes.ProbeRunner running =
                    (probe, more, comparedWith, place) ->
                        runs.campaign(
                                PlannedRun.unsharded(probe, comparedWith, place).with(words),
                                tools,
                                screen)
                            .runAgainst(ready, once ? of -> {} : provisioning);
                return limit.search(
                    new RunProbes(given, baseline, runs, screen, running),
                    new LimitFiles(directory, screen, Clock.systemUTC().instant()));
              });
      if (code == null) {
        screen.tell(new ToolEvent.Sentence(Campaign.TOOL, "interrupted before the first probe"));
        return ExitCode.INTERRUPTED;
      }
      return code;
    } finally {
      screen.tell(new ToolEvent.Sentence(Campaign.TOOL, "results in " + directory));
      json.print(directory.resolve(Limit.FILE));
    }
  }
}
