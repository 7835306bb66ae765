// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.cluster.ClusterOrder;
import io.fleetload.campaign.live.LiveView;
import io.fleetload.campaign.option.ClusterOptions;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.EventsOption;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.LiveOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.SimulatorPods;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster run PROFILE}: a whole load test on a cluster. */
@CommandLine.Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description =
        "Provisions, runs a whole load test on the cluster, fetches its results, removes what it"
            + " started and prints the verdict.")
final class ClusterRunCommand implements Callable<Integer> {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("flows.telemetry.rate=900/s");

  @CommandLine.Mixin private final ClusterPods pods = new ClusterPods();
  @CommandLine.Mixin private final SimulatorPods simulators = new SimulatorPods();
  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();
  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Mixin private final LiveOption live = new LiveOption();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();
  @CommandLine.Mixin private final EventsOption events = new EventsOption();
  private Path directory;

  @Override
  public Integer call() {
    return CommandWork.lasting(events.screen(json), events.during(json, out.during(this::run)));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    out.refuseUsed();
    ClusterOrder order = pods.order(profile, simulators);
    try (LiveView view = live.view()) {
      Teller teller = view == null ? screen : view.beside(screen);
      try (Cluster cluster = options.cluster(teller, stop)) {
        if (view == null) {
          return cluster.run(order, (asked, variables) -> made(asked), teller);
        }
        teller.tell(new ToolEvent.Sentence(Campaign.TOOL, "live page at " + view.address()));
        return view.until(
            () -> cluster.run(order, (asked, variables) -> shown(asked, view), teller));
      } finally {
        if (directory != null) {
          json.print(directory.resolve(Result.FILE));
        }
      }
    }
  }

  private Path made(Scenario asked) throws UsageException {
    directory = out.makeFor(asked);
    events.begin(asked, directory, 1);
    return directory;
  }

  private Path shown(Scenario asked, LiveView view) throws UsageException {
    view.show(made(asked), simulators.shards(), asked.profile());
    return directory;
  }
}
