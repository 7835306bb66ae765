// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.cluster.ClusterOrder;
import io.fleetload.campaign.option.ClusterOptions;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster provision PROFILE}: the devices of a profile, from within a cluster. */
@CommandLine.Command(
    name = "provision",
    mixinStandardHelpOptions = true,
    description =
        "Writes the devices of a profile from within the cluster, where the registry can be"
            + " reached; run does it before every run.")
final class ClusterProvisionCommand implements Callable<Integer> {
  @CommandLine.Mixin private final ProfileOptions profile = ProfileOptions.withoutExample();

  @CommandLine.Mixin private final ClusterPods pods = new ClusterPods();
  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();
  @CommandLine.Mixin private final OutOption out = new OutOption("logs", "provision");

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.lasting(json.keeping(json.screen()), out.during(this::run));
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    ClusterOrder order = pods.order(profile);
    try (Cluster cluster = options.cluster(screen, stop)) {
      return json.end(cluster.provision(order, (read, variables) -> out.make(), screen), null);
    }
  }
}
