// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.commandline.ToolCommandLine;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * A command of {@code loadtest} run in this process, with what it printed.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Printed(int code, String out, String err) {

  /** Runs it. */
  public static Printed by(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try (PrintStream toOut = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(errBytes, true, StandardCharsets.UTF_8)) {
      System.setOut(toOut);
      System.setErr(toErr);
      CommandLine loadtest = ToolCommandLine.of(new CommandLine(new LoadTest()));
      int code = loadtest.execute(arguments);
      return new Printed(
          code,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
