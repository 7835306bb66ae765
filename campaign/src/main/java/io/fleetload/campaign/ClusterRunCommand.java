// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.cluster.Cluster;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.ExitCode;
import io.fleetload.results.Result;
import java.io.IOException;
import java.nio.file.Files;
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
  @CommandLine.Mixin private final ClusterOptions options = new ClusterOptions();
  @CommandLine.Mixin private final OutOption out = OutOption.ofRun();

  @CommandLine.Option(
      names = "--shards",
      paramLabel = "K",
      required = true,
      description = "the parts of the device side, a pod each")
  private int shards;

  @CommandLine.Option(
      names = "--backends",
      paramLabel = "M",
      defaultValue = "1",
      description = "the processes of the backend, a pod each; default ${DEFAULT-VALUE}")
  private int backends;

  @Override
  public Integer call() {
    return CommandWork.lasting(Screen.onThisTerminal(), this::run);
  }

  private ExitCode run(Screen screen, StopSignal stop)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    out.refuse(directory -> Files.exists(directory.resolve(Result.FILE)), "a run");
    Cluster.Order order = pods.order(profile, shards, backends);
    try (Cluster cluster = options.cluster(screen, stop)) {
      return cluster.run(order, out::makeFor);
    }
  }
}
