// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.pack.OneLine;
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
    return ("A load test in one line, without a profile:%n"
                + "  loadtest URL --devices 100 --every 10s --for 2m%n"
                + "  loadtest URL --help          its options, those of the pack among them%n"
                + "  loadtest URL --print-profile what to grow it from%n"
                + "The URLs; without a host, a system is started for the run:%n")
            .formatted()
        + urls
        + System.lineSeparator();
  }

  /** Makes the help of a command that of a line with such a URL. */
  static void describe(CommandLine.Model.CommandSpec command, String url) {
    command.name(url);
    CommandLine.Model.UsageMessageSpec usage = command.usageMessage();
    usage
        .customSynopsis("loadtest URL [OPTIONS]")
        .description(
            "Runs a load test of the system at the URL and prints its verdict. The line is made into"
                + " a profile, which the directory of the results has as "
                + TargetLine.FILE
                + "; --print-profile shows it.");
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
                    + help.optionListExcludingGroups(help.commandSpec().options()));
  }

  private static String form(OneLine.UrlKind kind) {
    return kind.scheme() + "://host" + (kind.port() == null ? ":port" : "[:" + kind.port() + "]");
  }
}
