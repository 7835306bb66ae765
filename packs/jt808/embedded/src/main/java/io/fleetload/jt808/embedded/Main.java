// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.fleetload.embedded.Parts;
import io.fleetload.embedded.ServerCommand;
import io.fleetload.embedded.StartFailure;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line. */
@Command(
    name = "jt808-embedded",
    mixinStandardHelpOptions = true,
    version = "netmc 4.0.5, QuestDB 9.3.4",
    sortOptions = false,
    description = {
      "A JT/T 808 server in one JVM: gateway of terminals, NATS, saver and store.",
      "Prints one line of JSON when it is ready; ends when its standard input closes."
    })
public final class Main extends ServerCommand {
  @Mixin private CommandLineOptions options;

  private Main() {
    super("jt808-server");
  }

  /** Runs until it is ended. */
  public static void main(String[] arguments) {
    // Netty finds that SLF4J is silent here, and would take the JDK's own logging, which is not.
    InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
    new Main().run(arguments);
  }

  @Override
  protected String start(Parts parts) throws StartFailure {
    ServerOptions asked = options.checked(System.getenv().getOrDefault("PATH", ""));
    return new EmbeddedServer(parts).start(asked, Clock.systemUTC());
  }
}
