// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.session.AnnouncedSessions;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The terminal's lines of the sessions that the target announces. */
final class AnnouncementLines {
  private static final int MOST_NAMED = 10;

  private AnnouncementLines() {}

  static void of(Map<String, AnnouncedSessions.SessionsOfKind> announcements, List<String> lines) {
    if (announcements == null) {
      return;
    }
    announcements.forEach(
        (kind, its) -> {
          of(kind + " begins", its.begins(), lines);
          of(kind + " ends", its.ends(), lines);
        });
  }

  private static void of(String what, AnnouncedSessions its, List<String> lines) {
    if (its == null) {
      lines.add("  announced  " + what + ": not known, as there were too many announcements");
      return;
    }
    Double p99 = its.late().times().p99();
    lines.add(
        String.format(
            Locale.ROOT,
            "  announced  %s: %d of %d%s%s%s%s%s",
            what,
            its.announced(),
            its.sessions(),
            p99 == null ? "" : String.format(Locale.ROOT, ", p99 %.1f ms later", p99),
            unlessZero("missing", its.missing()),
            unlessZero("duplicate", its.duplicate()),
            unlessZero("misdelivered", its.misdelivered()),
            unlessZero("invented", its.invented())));
    if (!its.missed().isEmpty()) {
      int named = Math.min(MOST_NAMED, its.missed().size());
      lines.add(
          "             missing of "
              + String.join(", ", its.missed().subList(0, named))
              + (its.missing() > named ? " and %s more".formatted(its.missing() - named) : ""));
    }
  }

  private static String unlessZero(String what, long count) {
    return count == 0 ? "" : ", " + what + " " + count;
  }
}
