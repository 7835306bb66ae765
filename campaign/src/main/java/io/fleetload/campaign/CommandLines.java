package io.fleetload.campaign;

import io.fleetload.results.ExitCode;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import picocli.CommandLine;

/** A wrong command line is one line for the user, not a page of usage. */
@ApplicationScoped
class CommandLines {
  @Produces
  CommandLine commandLine(PicocliCommandLineFactory factory) {
    return factory
        .create()
        .setParameterExceptionHandler(
            (wrong, args) -> {
              wrong
                  .getCommandLine()
                  .getErr()
                  .println(
                      wrong.getMessage()
                          + "; see "
                          + wrong.getCommandLine().getCommandName()
                          + " --help");
              return ExitCode.WRONG_USAGE.code();
            });
  }
}
