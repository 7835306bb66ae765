// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.command.plan.ClusterPlanCommand;
import picocli.CommandLine;

/** {@code loadtest cluster …}: load tests with simulators in pods. */
@CommandLine.Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = {
      "Runs load tests on the Kubernetes cluster that kubectl's configuration points at: plan,"
          + " run, find-limit, provision, logs, fetch, delete.",
      "One run at a time has a target. Each names its owner."
    },
    subcommands = {
      ClusterPlanCommand.class,
      ClusterRunCommand.class,
      ClusterFindLimitCommand.class,
      ClusterProvisionCommand.class,
      ClusterLogsCommand.class,
      ClusterFetchCommand.class,
      ClusterDeleteCommand.class
    })
public final class ClusterCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "a command is missing, such as: loadtest cluster run profile.yaml --images images.txt"
            + " --shards 2");
  }
}
