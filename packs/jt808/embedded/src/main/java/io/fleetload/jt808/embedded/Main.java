// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
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
 * The command line: starts the server, prints one line of JSON that says where it is, and ends on a
 * signal or when its standard input closes. Exit codes: 0 ended, 2 wrong command line, 3 a part did
 * not start or died.
 */
@Command(
    name = "jt808-embedded",
    mixinStandardHelpOptions = true,
    version = "jt808-embedded, netmc 4.0.5, QuestDB 9.3.4",
    sortOptions = false,
    description = {
      "A JT/T 808 server in one JVM: gateway of terminals, NATS, saver and store.",
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
    // Netty finds that SLF4J is silent here, and would take the JDK's own logging, which is not.
    InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
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
    System.err.println("jt808-server: " + line);
  }

  @Override
  public Integer call() throws IOException {
    ServerOptions asked = options.checked(System.getenv().getOrDefault("PATH", ""));
    EmbeddedServer server = new EmbeddedServer(Main::die);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> server.died("thread " + thread.getName() + ": " + e));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
    try {
      out.println(server.start(asked, Clock.systemUTC()));
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
