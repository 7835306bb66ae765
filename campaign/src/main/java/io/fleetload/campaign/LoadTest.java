// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.campaign.command.ArchiveCommand;
import io.fleetload.campaign.command.BenchCommand;
import io.fleetload.campaign.command.CalibrateCommand;
import io.fleetload.campaign.command.ClusterCommand;
import io.fleetload.campaign.command.CompareCommand;
import io.fleetload.campaign.command.CompletionCommand;
import io.fleetload.campaign.command.ExplainCommand;
import io.fleetload.campaign.command.FindLimitCommand;
import io.fleetload.campaign.command.HistoryCommand;
import io.fleetload.campaign.command.InitCommand;
import io.fleetload.campaign.command.MergeCommand;
import io.fleetload.campaign.command.ProvisionCommand;
import io.fleetload.campaign.command.ReportCommand;
import io.fleetload.campaign.command.RunCommand;
import io.fleetload.campaign.command.SizeCommand;
import io.fleetload.campaign.command.ValidateCommand;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine;

/** The one command that users start from. */
@TopCommand
@CommandLine.Command(
    name = "loadtest",
    mixinStandardHelpOptions = true,
    description = "Says how many devices and messages an IoT system holds.",
    subcommands = {
      InitCommand.class,
      ValidateCommand.class,
      RunCommand.class,
      FindLimitCommand.class,
      SizeCommand.class,
      ProvisionCommand.class,
      ClusterCommand.class,
      ReportCommand.class,
      MergeCommand.class,
      CompareCommand.class,
      HistoryCommand.class,
      CalibrateCommand.class,
      ArchiveCommand.class,
      BenchCommand.class,
      ExplainCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class
    })
public final class LoadTest implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "a command is missing, such as: loadtest run profiles/quickstart.yaml");
  }
}
