// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.results.ExitCode;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import picocli.CommandLine;

/** The command line with mistakes told in one line. */
@ApplicationScoped
class CommandLines {
  /**
   * The exit code that says to {@code loadtest}, which started this process, that a threshold was
   * crossed: the JVM ends with 1 where it cannot start a program.
   */
  private static final int CROSSED =
      Integer.getInteger("fleetload.crossed", ExitCode.THRESHOLDS_CROSSED.code());

  @Produces
  CommandLine commandLine(PicocliCommandLineFactory factory) {
    CommandLine line = ToolCommandLine.of(factory.create());
    CommandLine.IExecutionStrategy strategy = line.getExecutionStrategy();
    return line.setExecutionStrategy(
        parsed -> {
          int code = strategy.execute(parsed);
          return code == ExitCode.THRESHOLDS_CROSSED.code() ? CROSSED : code;
        });
  }
}
