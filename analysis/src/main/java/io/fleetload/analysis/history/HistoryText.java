// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A history as an engineer reads it on a terminal. */
public final class HistoryText {
  private HistoryText() {}

  /** Its lines; the last is the answer. */
  public static List<String> lines(History history) {
    List<String> lines = new ArrayList<>();
    history.leftOut().forEach(each -> lines.add("left out: " + each));
    for (History.ProfileHistory each : history.histories()) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      of(each, lines);
    }
    lines.add("");
    lines.add(history.sentence());
    return lines;
  }

  private static void of(History.ProfileHistory history, List<String> lines) {
    List<History.RunOfHistory> runs = history.runs();
    lines.add(
        "%s (%s): %s, %s of them count%s"
            .formatted(
                history.title(),
                history.digest(),
                runs.size() == 1
                    ? "1 run of " + day(runs.get(0))
                    : "%s runs from %s to %s"
                        .formatted(runs.size(), day(runs.get(0)), day(runs.get(runs.size() - 1))),
                history.counted(),
                history.older() == 0
                    ? ""
                    : "; %s older ones are left out".formatted(history.older())));
    int width = history.changes().stream().mapToInt(each -> each.path().length()).max().orElse(1);
    int place = -1;
    for (History.ChangeOfFigure each : history.changes()) {
      if (each.first() != place) {
        place = each.first();
        History.RunOfHistory first = runs.get(place);
        lines.add("  since %s, %s".formatted(minute(first), first.directory()));
        lines.add(
            each.differs().isEmpty()
                ? "    the same versions, host and labels as before"
                : "    " + String.join("; ", each.differs()));
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "    %-6s  %-" + width + "s  %s%s",
              each.word(),
              each.path(),
              each.text(),
              each.inForce() ? "" : ", until the next change"));
    }
    if (history.changes().isEmpty()) {
      lines.add("  no change");
    }
  }

  private static String day(History.RunOfHistory run) {
    return run.time().substring(0, 10);
  }

  private static String minute(History.RunOfHistory run) {
    return run.time().substring(0, 16).replace('T', ' ') + " UTC";
  }
}
