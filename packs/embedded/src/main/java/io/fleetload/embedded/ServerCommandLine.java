// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The parts that the command lines of all servers have in common. Every error is one line. */
public final class ServerCommandLine {
  /** A command line that cannot be meant. */
  static final int WRONG_COMMAND_LINE = 2;

  /** A fault of ours; 1 would be a crossed threshold. */
  static final int INTERNAL_FAULT = 70;

  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}]");

  private ServerCommandLine() {}

  /**
   * A server's command line. The process has no locale from here on: libraries of the servers make
   * names of constants and numbers with it.
   *
   * @param out takes what was asked for, such as the version
   * @param say takes the line that says what went wrong
   */
  public static CommandLine of(Object command, PrintStream out, Consumer<String> say) {
    Locale.setDefault(Locale.ROOT);
    return OwnBuild.shownBy(new CommandLine(command))
        .setOut(new PrintWriter(out, true, Charset.defaultCharset()))
        .setParameterExceptionHandler((wrong, typed) -> wrong(wrong, say))
        .setExecutionExceptionHandler(
            (thrown, line, parsed) ->
                thrown instanceof ParameterException wrong ? wrong(wrong, say) : fault(thrown, say))
        .setExecutionStrategy(
            parsed -> {
              try {
                return new CommandLine.RunLast().execute(parsed);
              } catch (Error e) {
                // picocli hands exceptions alone to the handler above.
                return fault(e, say);
              }
            });
  }

  private static int wrong(ParameterException wrong, Consumer<String> say) {
    say.accept(oneLine(wrong.getMessage()) + "; see --help");
    return WRONG_COMMAND_LINE;
  }

  private static int fault(Throwable why, Consumer<String> say) {
    StackTraceElement[] trace = why.getStackTrace();
    say.accept(
        "a fault of its own, please report it: "
            + oneLine(why.toString())
            + (trace.length == 0 ? "" : " at " + trace[0]));
    return INTERNAL_FAULT;
  }

  /**
   * A text from a user, in one line, not too long, and without characters that change the direction
   * of text.
   */
  private static String oneLine(String text) {
    String line = text.replaceAll("\\s+", " ").replaceAll("(\\S{200})\\S+", "$1...");
    return UNSEEN
        .matcher(line)
        .replaceAll(each -> "\\\\u%04X".formatted(each.group().codePointAt(0)));
  }
}
