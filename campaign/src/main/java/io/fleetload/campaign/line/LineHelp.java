// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.pack.LineForm;
import io.fleetload.scenario.Packs;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The part of the help that says how to write a load test in one line. */
public final class LineHelp {
  private LineHelp() {}

  /** The form of a line, and the URLs of all packs. */
  public static String text() {
    String urls =
        Packs.installed().ofLines().stream()
            .map(
                pack ->
                    "  %-7s %s%n"
                        .formatted(
                            pack.name(),
                            pack.oneLine().orElseThrow().urls().stream()
                                .map(LineHelp::form)
                                .collect(Collectors.joining("  "))))
            .collect(Collectors.joining());
    return String.join(
        System.lineSeparator(),
        "A load test in one line:",
        "  loadtest URL --devices 100 --every 10s --for 2m",
        "  loadtest URL --help            says the options of the URL's pack",
        "  loadtest URL --print-profile   prints the line as a profile",
        "The URLs; one without a host starts a system for the run:",
        urls,
        "");
  }

  /** Makes the help of a command that of a line with such a URL. */
  static void describe(CommandLine.Model.CommandSpec command, String url) {
    boolean runs = command.name().equals(LineWords.RUN);
    CommandLine.Model.UsageMessageSpec usage = command.usageMessage();
    usage.customSynopsis("loadtest " + (runs ? "" : command.name() + " ") + "URL [OPTIONS]");
    command.name(url);
    if (runs) {
      usage.description(
          "Runs a load test of the system at the URL and prints its verdict. The line is made into"
              + " a profile, which the directory of the results has as "
              + TargetLine.FILE
              + "; --print-profile shows it.");
    }
    usage
        .sectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, help -> "");
    usage
        .sectionMap()
        .put(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            help ->
                help.optionListGroupSections()
                    + System.lineSeparator()
                    + "Of every run:"
                    + System.lineSeparator()
                    + help.optionListExcludingGroups(
                        help.commandSpec().options().stream()
                            .filter(each -> each.group() == null)
                            .toList()));
  }

  private static String form(LineForm.UrlKind kind) {
    return kind.scheme() + "://host" + (kind.port() == null ? ":port" : "[:" + kind.port() + "]");
  }
}
