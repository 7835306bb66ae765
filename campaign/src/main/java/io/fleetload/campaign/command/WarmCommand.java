// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.LoadBound;
import io.fleetload.campaign.run.PlannedRun;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.quantity.Rate;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * {@code loadtest provision warm PROFILE}: a load test of its own, in which every device does once
 * what makes the target look it up for the first time; the figures of this run are those of the
 * cold target.
 */
@CommandLine.Command(
    name = "warm",
    mixinStandardHelpOptions = true,
    description =
        "Makes a target that goes on running know every device, once each at a paced rate; prints"
            + " how long that takes cold.")
final class WarmCommand implements Callable<Integer> {
  private static final String NAME = "warm";

  @CommandLine.Mixin private final ProfileOptions profile = ProfileOptions.withoutExample();

  @CommandLine.Option(
      names = "--rate",
      paramLabel = "RATE",
      defaultValue = "100/s",
      description = "devices a second; default 100/s")
  private String rate;

  @CommandLine.Mixin private final OutOption out = new OutOption("results", NAME);

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(json.screen(), out.during(this::run));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    GivenProfile given = profile.read();
    if (given.scenario().run().target().embedded()) {
      throw new UsageException(
          "target.kind: is embedded, which starts again for each run; warm needs an external target"
              + " that goes on running");
    }
    int devices = given.profile().devices().count();
    GivenProfile warming =
        given.with(
            given
                .scenario()
                .run()
                .warming(rate())
                .orElseThrow(
                    () -> new UsageException("warm: the target of this profile needs no warming")),
            LoadBound::check);
    Tools tools = Tools.here(given.scenario().pack());
    Path directory = out.make();
    screen.tell(
        new ToolEvent.Sentence(
            Campaign.TOOL,
            "making the target know %s devices at %s; what follows are the cold figures"
                .formatted(devices, rate)));
    try {
      return new Campaign(PlannedRun.unsharded(warming, null, directory), tools, screen, stop)
          .run();
    } finally {
      json.print(directory.resolve(Result.FILE));
    }
  }

  private Rate rate() throws UsageException {
    try {
      return Rate.parse(rate);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--rate: " + e.getMessage());
    }
  }
}
