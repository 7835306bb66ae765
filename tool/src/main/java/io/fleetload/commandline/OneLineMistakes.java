// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.results.ExitCode;
import picocli.CommandLine;

/** A wrong command line is one line for the user, not a page of usage. */
public final class OneLineMistakes {
  private OneLineMistakes() {}

  /**
   * The command line, telling mistakes in one line and ending with {@link ExitCode#WRONG_USAGE}.
   */
  public static CommandLine on(CommandLine commandLine) {
    return commandLine
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(
            (mistake, arguments) -> {
              CommandLine command = mistake.getCommandLine();
              String text = mistake.getMessage().lines().findFirst().orElse("wrong command line");
              command
                  .getErr()
                  .println(text + "; see " + command.getCommandSpec().qualifiedName() + " --help");
              return ExitCode.WRONG_USAGE.code();
            });
  }
}
