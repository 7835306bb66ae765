// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import io.fleetload.commandline.ToolCommandLine;
import io.fleetload.results.format.ExitCode;
import io.quarkus.picocli.runtime.PicocliCommandLineFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import picocli.CommandLine;

/** A command line that reports a mistake in one line. */
@ApplicationScoped
class CommandLines {
  @Produces
  CommandLine commandLine(PicocliCommandLineFactory factory) {
    CommandLine line = ToolCommandLine.of(factory.create());
    CommandLine.IExecutionStrategy strategy = line.getExecutionStrategy();
    return line.setExecutionStrategy(parsed -> ExitCode.ofProcess(strategy.execute(parsed)));
  }
}
