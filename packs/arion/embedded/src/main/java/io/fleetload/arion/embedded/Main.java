// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.embedded.ServerCommand;
import io.fleetload.embedded.StartFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line. */
@Command(
    name = "arion-embedded",
    mixinStandardHelpOptions = true,
    version = "grpc 1.85.1, Hazelcast 5.7.0",
    sortOptions = false,
    description = {
      "A server of neighbor rules with Arion master's gRPC services, and its Hazelcast member.",
      "Prints one line of JSON when it is ready; ends when its standard input closes."
    })
public final class Main extends ServerCommand {
  @Mixin private CommandLineOptions options;

  private Main() {
    super("arion-server");
  }

  /** Runs until it is ended. */
  public static void main(String[] arguments) {
    new Main().run(arguments);
  }

  @Override
  protected String start(Parts parts) throws StartFailure {
    return new EmbeddedServer(parts).start(options.checked());
  }
}
