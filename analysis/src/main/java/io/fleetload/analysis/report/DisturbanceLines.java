// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.DisturbanceResult;
import io.fleetload.results.DisturbanceResult.MessageToll;
import io.fleetload.results.outage.DisturbanceNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The terminal's lines about what was done to the target, and what came of it. */
final class DisturbanceLines {
  private DisturbanceLines() {}

  /** Adds the lines of each disturbance; none where the profile asks for none. */
  static void of(Map<String, DisturbanceResult> disturbances, List<String> lines) {
    if (disturbances != null) {
      disturbances.forEach((name, each) -> add(name, each, lines));
    }
  }

  private static void add(String name, DisturbanceResult result, List<String> lines) {
    DisturbanceNote note = result.note();
    if (!note.worked()) {
      lines.add("  disturb.%s: %s: not done: %s".formatted(name, note.what(), note.why()));
      return;
    }
    lines.add(
        "  disturb.%s: %s, done in %s; %s"
            .formatted(
                name,
                note.what(),
                seconds((double) (note.endedEpochMs() - note.beganEpochMs())),
                result.recovered() == null
                    ? "not as before at its end"
                    : "as before after " + seconds(result.recovered())));
    lines.add("    " + sessions(result) + "; " + messages(result));
  }

  private static String sessions(DisturbanceResult result) {
    if (result.devicesOut() == 0) {
      return "no device was out";
    }
    return String.format(
        Locale.ROOT,
        "%,d devices out, at most %,d at once, %s",
        result.devicesOut(),
        result.mostAtOnce(),
        result.back() == null
            ? String.format(Locale.ROOT, "%,d not back at the end", result.notBack())
            : "all back after " + seconds(result.back()));
  }

  private static String messages(DisturbanceResult result) {
    MessageToll all = result.messages();
    List<String> parts = new ArrayList<>();
    parts.add(count(all.failed(), "failed") + causes(all.failedBy()));
    if (all.notSent() > 0) {
      parts.add(count(all.notSent(), "not sent") + causes(all.notSentBy()));
    }
    if (all.unsettled() > 0) {
      parts.add(count(all.unsettled(), "without an outcome"));
    }
    parts.add(count(all.late(), "late"));
    parts.add(all.lost() == null ? "lost not known" : count(all.lost(), "lost"));
    String commands =
        result.commandsLate() == null
            ? ""
            : "; commands: %s, %s"
                .formatted(
                    count(result.commandsLate(), "late"),
                    result.commandsLost() == null
                        ? "lost not known"
                        : count(result.commandsLost(), "lost"));
    return "messages: " + String.join(", ", parts) + commands;
  }

  private static String count(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s", count, what);
  }

  private static String causes(Map<String, Long> counts) {
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, "%,.1f s", millis / 1e3);
  }
}
