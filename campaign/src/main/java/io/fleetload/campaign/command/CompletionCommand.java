// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.line.LineCompletion;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;

/** {@code loadtest completion}: what makes a shell complete the command line. */
@CommandLine.Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a script that makes bash and zsh complete the command line: source <(./loadtest"
            + " completion)")
public final class CompletionCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec command;

  @Override
  public Integer call() {
    CommandLine loadtest = command.root().commandLine();
    loadtest.getOut().print(AutoComplete.bash(loadtest.getCommandName(), loadtest));
    loadtest
        .getOut()
        .print(
            LineCompletion.script(
                loadtest.getCommandName(), RunCommand::new, List.of(ValidateCommand::new)));
    loadtest.getOut().flush();
    return 0;
  }
}
