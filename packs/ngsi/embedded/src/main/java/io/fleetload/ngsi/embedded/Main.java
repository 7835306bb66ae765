// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.embedded.ServerCommand;
import io.fleetload.embedded.StartFailure;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line. */
@Command(
    name = "ngsi-embedded",
    mixinStandardHelpOptions = true,
    version = "Vert.x 4.5.28",
    sortOptions = false,
    description = {
      "A broker of NGSI-LD and NGSI-v2 in memory, in place of a real one.",
      "Prints one line of JSON when it is ready; ends when its standard input closes."
    })
public final class Main extends ServerCommand {
  @Mixin private CommandLineOptions options;

  private Main() {
    super("ngsi-broker");
  }

  /** Runs until it is ended. */
  public static void main(String[] arguments) {
    new Main().run(arguments);
  }

  @Override
  protected String start(Parts parts) throws StartFailure {
    return new EmbeddedServer(parts, Clock.systemUTC()).start(options.checked());
  }
}
