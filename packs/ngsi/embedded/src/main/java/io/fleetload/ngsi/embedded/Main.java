// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/**
 * The command line: starts the broker, prints one line of JSON that says where it is, and ends on a
 * signal or when its standard input closes. Exit codes: 0 ended, 2 wrong command line, 3 a part did
 * not start or died.
 */
@Command(
    name = "ngsi-embedded",
    mixinStandardHelpOptions = true,
    version = "ngsi-embedded, Vert.x 4.5.28",
    sortOptions = false,
    description = {
      "A stand-in for a broker of NGSI-LD and NGSI-v2, in memory.",
      "Prints one line of JSON when it is ready; ends when its standard input closes."
    })
public final class Main implements Callable<Integer> {
  private static final int ENDED = 0;
  private static final int WRONG_COMMAND_LINE = 2;
  private static final int NOT_READY = 3;

  private final PrintStream out;

  @Mixin private CommandLineOptions options;

  private Main(PrintStream out) {
    this.out = out;
  }

  /** Runs until it is ended. */
  public static void main(String[] arguments) {
    PrintStream out = System.out;
    // Stdout has lines of JSON alone, whatever a library prints.
    System.setOut(System.err);
    CommandLine commandLine =
        new CommandLine(new Main(out))
            .setOut(new PrintWriter(out, true, Charset.defaultCharset()))
            .setParameterExceptionHandler((wrong, typed) -> wrongCommandLine(wrong.getMessage()))
            .setExecutionExceptionHandler(
                (thrown, command, parsed) -> {
                  if (thrown instanceof ParameterException wrong) {
                    return wrongCommandLine(wrong.getMessage());
                  }
                  throw thrown;
                });
    System.exit(commandLine.execute(arguments));
  }

  private static int wrongCommandLine(String why) {
    say(why.replaceAll("\\s+", " ") + "; see --help");
    return WRONG_COMMAND_LINE;
  }

  private static void say(String line) {
    System.err.println("ngsi-broker: " + line);
  }

  @Override
  public Integer call() throws IOException {
    ServerOptions asked = options.checked();
    EmbeddedServer server = new EmbeddedServer(Main::die, Clock.systemUTC());
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> server.died("thread " + thread.getName() + ": " + e));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
    try {
      out.println(server.start(asked));
    } catch (StartFailure e) {
      say(e.getMessage());
      return NOT_READY;
    }
    out.flush();
    System.in.transferTo(OutputStream.nullOutputStream());
    return ENDED;
  }

  private static void die(String why) {
    say(why);
    System.exit(NOT_READY);
  }
}
