// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.option.ClusterOptions;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.process.StopSignal;
import io.fleetload.stamp.RunId;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster delete RUN}: ends and removes a run. */
@CommandLine.Command(
    name = "delete",
    mixinStandardHelpOptions = true,
    description = "Ends a run of any user and removes it, with results that were not fetched.")
final class ClusterDeleteCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "RUN", description = "the run's id")
  private String run;

  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(
        json.keeping(json.brief()),
        screen -> {
          RunId id = ClusterOptions.run(run);
          try (Cluster cluster = options.cluster(screen, new StopSignal())) {
            return json.end(cluster.delete(id), null);
          }
        });
  }
}
