// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Knee;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.LimitAnswer;
import io.fleetload.analysis.limit.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A search as an engineer reads it on a terminal: a line a probe, then the answer. */
public final class LimitText {
  private static final String ROW = "  %-9s %11s %11s %9s %9s  %-18s %s";

  private LimitText() {}

  public static String head() {
    return line(ROW, "probe", "asked/s", "reached/s", "p50 ms", "p99 ms", "verdict", "crossed");
  }

  static String row(Probe probe) {
    return line(
            ROW,
            probe.directory(),
            decimal(probe.asked()),
            decimal(probe.reached()),
            decimal(probe.p50()),
            decimal(probe.p99()),
            probe.held() ? "held" : probe.status(),
            String.join("; ", probe.crossed())
                + (Boolean.FALSE.equals(probe.recovered()) ? " (had not recovered)" : "")
                + (Boolean.TRUE.equals(probe.gettingFaster()) ? " (was getting faster)" : ""))
        .stripTrailing();
  }

  static List<String> end(Limit limit) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(line("%s: %s", limit.run(), limit.verdict().status().toUpperCase(Locale.ROOT)));
    limit.verdict().reasons().forEach(reason -> lines.add("  " + reason));
    lines.add("  " + knee(limit.knee()));
    return lines;
  }

  private static String knee(Knee knee) {
    return knee.rate() == null
        ? "knee: none; " + knee.why()
        : line("knee: at %s, p99 %.1f ms", LimitAnswer.rate(knee.rate()), knee.p99());
  }

  /** Nothing measured is a dash, not a zero. */
  private static String decimal(Double value) {
    return value == null ? "-" : line("%.1f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
