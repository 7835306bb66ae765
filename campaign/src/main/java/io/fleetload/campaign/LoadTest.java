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
import io.fleetload.campaign.command.imports.ImportCommand;
import io.fleetload.campaign.command.mcp.McpCommand;
import io.fleetload.campaign.line.LineHelp;
import io.fleetload.campaign.line.LineWords;
import io.quarkus.picocli.runtime.annotations.TopCommand;
import picocli.CommandLine;

/** The one command that users start from. */
@TopCommand
@CommandLine.Command(
    name = "loadtest",
    mixinStandardHelpOptions = true,
    preprocessor = LineWords.class,
    description = "Says how many devices and messages an IoT system holds.",
    subcommands = {
      InitCommand.class,
      ImportCommand.class,
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
      McpCommand.class,
      CompletionCommand.class,
      CommandLine.HelpCommand.class
    })
public final class LoadTest implements Runnable {
  private CommandLine.Model.CommandSpec spec;

  @CommandLine.Spec
  void isCommand(CommandLine.Model.CommandSpec command) {
    spec = command;
    // The packs are asked once help is wanted.
    command
        .usageMessage()
        .sectionMap()
        .put(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_HEADER_HEADING, help -> LineHelp.text());
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "a command or the URL of a target is missing, such as: loadtest run"
            + " profiles/quickstart.yaml");
  }
}
