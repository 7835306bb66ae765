// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.ParameterException;

/**
 * A server's command line: starts it, prints one line of JSON that says where it is, and ends on a
 * signal or when its standard input closes. Exit codes: 0 ended, 2 wrong command line, 3 a part did
 * not start or died, 70 a fault of its own.
 */
public abstract class ServerCommand implements Callable<Integer> {
  private static final int ENDED = 0;
  private static final int NOT_READY = 3;

  private final PrintStream out = System.out;
  private final String server;

  /**
   * Of the server of that name.
   *
   * @param server name before each line of its complaints
   */
  protected ServerCommand(String server) {
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param parts takes each part that is up
   * @return one line of JSON that says where all is
   * @throws StartFailure if a part does not start
   * @throws ParameterException if an option cannot be meant
   */
  protected abstract String start(Parts parts) throws StartFailure;

  /** Runs until it is ended, and ends the process. */
  protected final void run(String... arguments) {
    // Stdout has lines of JSON alone, whatever a library prints.
    System.setOut(System.err);
    System.exit(ServerCommandLine.of(this, out, this::say).execute(arguments));
  }

  private void say(String line) {
    System.err.println(server + ": " + line);
  }

  @Override
  public final Integer call() throws IOException {
    Parts parts = new Parts(server, this::die);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> parts.died("thread " + thread.getName() + ": " + e));
    Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "stop"));
    try {
      out.println(start(parts));
    } catch (StartFailure e) {
      say(e.getMessage());
      return NOT_READY;
    }
    out.flush();
    System.in.transferTo(OutputStream.nullOutputStream());
    return ENDED;
  }

  private void die(String why) {
    say(why);
    System.exit(NOT_READY);
  }
}
