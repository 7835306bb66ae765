// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.limit.Limit;
import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.cluster.ClusterOrder;
import io.fleetload.campaign.cluster.NamespaceClaim;
import io.fleetload.campaign.option.ClusterOptions;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.EventsOption;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.SimulatorPods;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.series.AskedLimit;
import io.fleetload.campaign.series.LimitFiles;
import io.fleetload.campaign.series.LimitText;
import io.fleetload.campaign.series.RunProbes;
import io.fleetload.campaign.series.RunSeries;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster find-limit PROFILE}: the limit, searched by runs on a cluster. */
@CommandLine.Command(
    name = "find-limit",
    mixinStandardHelpOptions = true,
    description =
        "Searches the highest rate, or the largest number of devices, at which the profile's"
            + " thresholds hold: each probe is a load"
            + " test on the cluster.")
final class ClusterFindLimitCommand implements Callable<Integer> {
  @CommandLine.Mixin
  private final ProfileOptions profile = ProfileOptions.withExample("findLimit.to=900/s");

  @CommandLine.Mixin private final ClusterPods pods = new ClusterPods();
  @CommandLine.Mixin private final SimulatorPods simulators = new SimulatorPods();
  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();
  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();
  @CommandLine.Mixin private final JsonOption json = new JsonOption();
  @CommandLine.Mixin private final EventsOption events = new EventsOption();
  private AskedLimit limit;

  @Override
  public Integer call() {
    return CommandWork.lasting(events.ofSeries(json), events.during(json, out.during(this::run)));
  }

  private ExitCode run(SeriesScreen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    out.refuseUsed();
    ClusterOrder order = pods.order(profile, simulators);
    try (Cluster cluster = options.cluster(screen, stop)) {
      return cluster.hold(order, this::checked, screen, held -> search(held, screen, stop));
    }
  }

  private Path checked(Scenario asked, Map<String, String> variables)
      throws ProfileException, UsageException {
    limit =
        AskedLimit.of(
            GivenProfile.read(
                profile.file(), profile.overrides(), variables, (read, checks) -> {}));
    limit.checkShards(simulators.shards());
    limit.checkCluster();
    Scenario largest = limit.largest();
    Path directory = out.makeFor(largest);
    events.begin(largest, directory, limit.given().profile().findLimit().mostProbes());
    return directory;
  }

  private ExitCode search(NamespaceClaim held, SeriesScreen screen, StopSignal stop)
      throws UsageException, TargetException, IOException, InterruptedException {
    screen.tellLast(LimitText.head(limit.raisesDevices(), limit.groups()));
    try {
      return limit.search(
          new RunProbes(
              limit.given(),
              null,
              new RunSeries(held.out(), stop),
              screen,
              (probe, overrides, none, place) -> {
                ExitCode code = held.run(overrides, place);
                if (code == ExitCode.INTERRUPTED && !Files.exists(place.resolve(Result.FILE))) {
                  throw new TargetException(code, "interrupted");
                }
              }),
          new LimitFiles(held.out(), screen, Clock.systemUTC().instant()));
    } finally {
      json.print(held.out().resolve(Limit.FILE));
    }
  }
}
