// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.fleetload.embedded.ServerCommandLine;
import io.fleetload.hono.embedded.part.BoundedStop;
import io.fleetload.hono.embedded.part.StackOptions;
import io.fleetload.hono.embedded.part.StartFailure;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eclipse.hono.util.RegistryManagementConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command line: starts the stack, prints where it listens as one line of JSON, and stops it on
 * SIGTERM, SIGINT or the end of stdin. Exit codes: 0 stopped, 2 wrong command line, 3 a part did
 * not come up or died, 70 a fault of its own.
 */
@Command(
    name = "hono-embedded",
    mixinStandardHelpOptions = true,
    version = "Eclipse Hono 2.6.0",
    sortOptions = false,
    description = {
      "Eclipse Hono in one JVM: CoAP adapter, command router, Kafka, device registry, route cache.",
      "Prints one line of JSON on stdout when everything is ready."
    })
public final class Main implements Callable<Integer> {

  static final int STOPPED = 0;
  static final int NOT_READY = 3;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;

  @Mixin private CommandLineOptions options;

  @Option(
      names = "--until-stdin-closes",
      description = "Stops at the end of stdin, so that no parent's death leaves it behind.")
  private boolean untilStdinCloses;

  @Option(
      names = "--progress",
      description =
          "Before the ready line, prints one line of JSON with what the start waits for whenever"
              + " that changes.")
  private boolean progress;

  @Option(names = "--verbose", description = "Says on stderr what starts, and why a part did not.")
  private boolean verbose;

  Main(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
  }

  /** Runs until stopped. */
  public static void main(String[] arguments) {
    PrintStream out = System.out;
    // Stdout carries our own lines alone, whatever a library prints.
    System.setOut(System.err);
    // As Hono's own images run: else Vert.x reads a key as base64url, and a key with + or / in it
    // opens no session. Read once by a static initialiser, so it must be set before any of Vert.x.
    System.setProperty("vertx.json.base64", "legacy");
    // As with HONO_REGISTRY_SVC_USERNAMEPATTERN: a profile may have names that its default refuses.
    System.setProperty(RegistryManagementConstants.SYSTEM_PROPERTY_USERNAME_REGEX, "[^@]+");
    // Else JBoss Logging would take the log manager that comes with Hono.
    System.setProperty("org.jboss.logging.provider", "slf4j");
    // Else that log manager complains on stderr that another was there first.
    System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
    // Left alone it takes records of every level, which no one reads: proton-j then makes a text of
    // each AMQP frame.
    java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.OFF);
    System.exit(commandLine(new Main(out, System.err, System.getenv())).execute(arguments));
  }

  static CommandLine commandLine(Main main) {
    return ServerCommandLine.of(main, main.out, main::say);
  }

  private void say(String line) {
    err.println("hono-embedded: " + line);
  }

  @Override
  public Integer call() {
    StackOptions asked = options.checked(environment);
    if (asked.isOpenToOthers()) {
      say(
          ("warning: --bind %s opens CoAP, Kafka, the device registry, the route cache and the pages"
                  + " to everyone who can reach it; all but CoAP have no password")
              .formatted(asked.bind()));
    }
    if (verbose) {
      log(Logger.ROOT_LOGGER_NAME, Level.WARN);
      log("io.fleetload", Level.INFO);
    }
    HonoStack stack;
    try {
      stack = HonoStack.of(asked);
    } catch (StartFailure e) {
      say(e.getMessage());
      return NOT_READY;
    }
    BoundedStop stop =
        stack.keepsItsData()
            ? new BoundedStop(() -> stop(stack), stack::abandon)
            : BoundedStop.atOnce(stack::abandon);
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
    if (untilStdinCloses) {
      endWith(System.in, stop, new PartCommands(stack, out));
    }
    return run(stack, stop);
  }

  private int run(HonoStack stack, BoundedStop stop) {
    try {
      stack.start(this::waits);
    } catch (StartFailure e) {
      return failed(e.getMessage(), stop);
    }
    if (!verbose) {
      log(Logger.ROOT_LOGGER_NAME, Level.WARN);
    }
    out.println(stack.endpoints().readyLine(ProcessHandle.current().pid()));
    out.flush();
    return failed("died: " + stack.death().join().getMessage() + "; details: --verbose", stop);
  }

  private int failed(String why, BoundedStop stop) {
    // A stop that was asked for is no failure, though a part may miss what it deletes; its own
    // thread ends the process.
    if (!stop.begun()) {
      stop.haltWith(NOT_READY);
      say(why);
    }
    return NOT_READY;
  }

  private void waits(String parts) {
    if (progress) {
      out.println(
          "{\"event\":\"waiting\",\"tool\":\"hono-embedded\",\"what\":\"%s\"}".formatted(parts));
      out.flush();
    }
  }

  private void stop(HonoStack stack) {
    if (!verbose) {
      // Clients that lose their server one after the other complain; no one needs to read it.
      log(Logger.ROOT_LOGGER_NAME, Level.OFF);
    }
    stack.stop();
  }

  private static void endWith(InputStream in, BoundedStop stop, PartCommands commands) {
    Thread reader =
        new Thread(
            () -> {
              commands.readToEnd(in);
              stop.haltWith(STOPPED);
              System.exit(STOPPED);
            },
            "stdin");
    reader.setDaemon(true);
    reader.start();
  }

  private static void log(String logger, Level level) {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(logger).setLevel(level);
  }
}
