// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.campaign.option.ClusterOptions;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.OutOption;
import io.fleetload.process.StopSignal;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.stamp.RunId;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code loadtest cluster fetch}: the results of a run that could not be fetched at its end. */
@CommandLine.Command(
    name = "fetch",
    mixinStandardHelpOptions = true,
    description =
        "Fetches the results of a run that is over, if that failed at its end. Prints the verdict"
            + " and removes the run. If --out is the directory of an attempt that broke, only the"
            + " rest is fetched.")
final class ClusterFetchCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "the run's id; default the only one in the namespace")
  private String run;

  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();

  @CommandLine.Mixin
  private final OutOption out = new OutOption("results", "fetched", Cluster::hasPart);

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(
        json.brief(),
        screen -> {
          RunId id = run == null ? null : ClusterOptions.run(run);
          out.refuseUsed();
          try (Cluster cluster = options.cluster(screen, new StopSignal())) {
            Path directory = out.make();
            ExitCode code = cluster.fetch(id, directory);
            json.print(directory.resolve(Result.FILE));
            return code;
          } finally {
            out.release();
          }
        });
  }
}
