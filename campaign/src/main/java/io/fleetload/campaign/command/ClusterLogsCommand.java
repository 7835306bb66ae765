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

/** {@code loadtest cluster logs}: what the pods of a run said until now. */
@CommandLine.Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    description = "Prints what the pods of a run said until now.")
final class ClusterLogsCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "the run's id; default the only one in the namespace")
  private String run;

  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(
        json.keeping(json.brief()),
        screen -> {
          RunId id = run == null ? null : ClusterOptions.run(run);
          try (Cluster cluster = options.cluster(screen, new StopSignal())) {
            return json.end(cluster.logs(id), null);
          }
        });
  }
}
