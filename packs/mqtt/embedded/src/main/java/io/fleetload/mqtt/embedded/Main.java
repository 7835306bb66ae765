// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.embedded.ServerCommand;
import io.fleetload.embedded.StartFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line. */
@Command(
    name = "mqtt-embedded",
    mixinStandardHelpOptions = true,
    version = EmbeddedServer.BROKER,
    sortOptions = false,
    description = {
      "An MQTT broker in one JVM: HiveMQ Community Edition, for MQTT 3.1, 3.1.1 and 5.",
      "Prints one line of JSON when it is ready; ends when its standard input closes."
    })
public final class Main extends ServerCommand {
  @Mixin private CommandLineOptions options;

  private Main() {
    super(EmbeddedServer.NAME);
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
