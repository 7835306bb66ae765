// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.profile.key.ClosestName;
import io.fleetload.profile.yaml.ValueText;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.BuildInfo;
import io.fleetload.tool.Tool;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * The common part of all tools' command lines: a mistake is one line for the user, not a page of
 * usage, and {@code --version} names the build.
 */
public final class ToolCommandLine {
  /** The system property that says by which command of ours the tool was started. */
  public static final String NAME = "fleetload.command";

  private static final Pattern PROFILE = Pattern.compile("(?i).+\\.ya?ml");
  private static final String RUN = "run";
  private static final int LONGEST_TEXT = 1_000;

  private ToolCommandLine() {}

  /**
   * The command line with that, and so its subcommands. A mistake ends it with {@link
   * ExitCode#WRONG_USAGE}, what a command throws with {@link ExitCode#INTERNAL_FAULT}.
   *
   * <p>The process has no locale from here on: what libraries write for machines, such as a number
   * or a name in capitals, is the same in every country.
   */
  public static CommandLine of(CommandLine commandLine) {
    Locale.setDefault(Locale.ROOT);
    String tool = commandLine.getCommandName();
    commandLine.setCommandName(System.getProperty(NAME, tool));
    version(commandLine, () -> version(tool));
    return commandLine
        .registerConverter(Path.class, ToolCommandLine::path)
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(
            (mistake, arguments) -> {
              CommandLine command = mistake.getCommandLine();
              command
                  .getErr()
                  .println(
                      ValueText.of(text(mistake), LONGEST_TEXT)
                          + "; see "
                          + command.getCommandSpec().qualifiedName()
                          + " --help");
              return ExitCode.WRONG_USAGE.code();
            })
        .setExecutionExceptionHandler((thrown, command, parsed) -> fault(commandLine, tool, thrown))
        .setExecutionStrategy(
            parsed -> {
              try {
                return new CommandLine.RunLast().execute(parsed);
              } catch (Error e) {
                // picocli hands exceptions alone to the handler above.
                return fault(commandLine, tool, e);
              }
            });
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new CommandLine.TypeConversionException(Tool.noFileName(e));
    }
  }

  private static int fault(CommandLine commandLine, String tool, Throwable why) {
    commandLine.getErr().println(ValueText.of(Tool.fault(tool, why), LONGEST_TEXT));
    return ExitCode.INTERNAL_FAULT.code();
  }

  /** Adds the version, which is read from the build on request and not at every start. */
  private static void version(CommandLine commandLine, CommandLine.IVersionProvider version) {
    commandLine.getCommandSpec().versionProvider(version);
    commandLine.getSubcommands().values().forEach(each -> version(each, version));
  }

  private static String[] version(String tool) {
    BuildInfo build = BuildInfo.own();
    return new String[] {
      "%s %s, commit %s".formatted(tool, build.version(), build.commit()),
      "Java " + Runtime.version()
    };
  }

  private static String text(CommandLine.ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    return mistake instanceof CommandLine.UnmatchedArgumentException unmatched
            && !unmatched.isUnknownOption()
            && !command.getSubcommands().isEmpty()
        ? noCommand(command, unmatched.getUnmatched().get(0))
        : mistake.getMessage().lines().findFirst().orElse("wrong command line");
  }

  private static String noCommand(CommandLine command, String found) {
    Set<String> commands = command.getSubcommands().keySet();
    String meant =
        PROFILE.matcher(found).matches() && commands.contains(RUN)
            ? RUN + " " + found
            : ClosestName.of(found, commands).orElse(null);
    return "%s: no command \"%s\"; %sthe commands are %s"
        .formatted(
            command.getCommandSpec().qualifiedName(),
            found,
            meant == null ? "" : "did you mean \"" + meant + "\"? ",
            String.join(", ", commands));
  }
}
