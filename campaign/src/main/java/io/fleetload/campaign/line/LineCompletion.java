// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.pack.LineForm;
import io.fleetload.scenario.Packs;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The part of a completion script that completes a load test in one line. */
public final class LineCompletion {
  /** A shell takes an address apart at its colons, so the whole line is looked at. */
  private static final String SCRIPT =
      """

      # A load test in one line: the schemes of the URLs, and the options of the URL's pack.
      function _complete_loadtest_line() {
        local word="${COMP_WORDS[COMP_CWORD]}" line=" ${COMP_LINE:0:COMP_POINT}" options=""
        if [[ "$line" =~ ^\\ +[^\\ ]+\\ +[a-z0-9+]*$ ]]; then
          _complete_loadtest
          COMPREPLY+=($(compgen -W "%1$s" -- "$word"))
          return
        fi
        if [[ "$word" == -* ]]; then
          case "$line" in
      %2$s    esac
        fi
        if [ -n "$options" ]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        else
          _complete_loadtest
        fi
      }
      complete -F _complete_loadtest_line -o default %3$s
      """;

  private LineCompletion() {}

  /**
   * The part for a command.
   *
   * @param loadtest its name
   * @param run makes a command that runs a line
   * @param others make the other commands that take one, which are named on the line
   */
  public static String script(
      String loadtest, Supplier<LineCommand> run, List<Supplier<LineCommand>> others) {
    List<LineForm.UrlKind> urls =
        Packs.installed().ofLines().stream()
            .flatMap(each -> each.oneLine().orElseThrow().urls().stream())
            .toList();
    String cases =
        urls.stream()
            .flatMap(
                url ->
                    Stream.concat(
                        others.stream().map(each -> named(each.get(), url.scheme())),
                        Stream.of(choice("*\" \"", url.scheme(), run.get()))))
            .collect(Collectors.joining());
    return SCRIPT.formatted(
        urls.stream().map(each -> each.scheme() + "://").collect(Collectors.joining(" ")),
        cases,
        loadtest);
  }

  private static String named(LineCommand command, String scheme) {
    String name = new CommandLine(command).getCommandName();
    return choice("*\" %s\"*\" \"".formatted(name), scheme, command);
  }

  private static String choice(String before, String scheme, LineCommand command) {
    CommandLine.Model.CommandSpec spec = new CommandLine(command).getCommandSpec();
    var unused = command.line().begin(scheme + "://", spec);
    return "      %s\"%s://\"*) options=\"%s\" ;;%n"
        .formatted(
            before,
            scheme,
            spec.options().stream()
                .flatMap(each -> Arrays.stream(each.names()))
                .filter(each -> each.startsWith("--"))
                .sorted()
                .collect(Collectors.joining(" ")));
  }
}
