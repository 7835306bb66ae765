// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

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
      ProvisionCommand.class,
      ClusterCommand.class,
      ReportCommand.class,
      MergeCommand.class,
      CompareCommand.class,
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
