// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import io.fleetload.analysis.limit.Knee;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.limit.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A search as an engineer reads it on a terminal: a line a probe, then the answer. */
public final class LimitText {
  private static final String ROW = "  %-9s %11s %11s %9s %9s  %-18s %s";

  /** The number of devices comes first, as it is what the search raises; then those of groups. */
  private static final String ROW_OF_DEVICES = "  %%-9s %%9s%s %%9s %%9s %%8s %%8s  %%-18s %%s";

  private static final int LEAST_WIDTH = 6;

  private LimitText() {}

  /**
   * The head of the table of probes.
   *
   * @param devices whether the search raises the number of devices
   * @param groups names of the fleet's groups in a search of devices; empty without
   */
  public static String head(boolean devices, List<String> groups) {
    List<Object> cells = new ArrayList<>(List.of("probe"));
    if (devices) {
      cells.add("devices");
      cells.addAll(groups);
    }
    cells.addAll(List.of("asked/s", "reached/s", "p50 ms", "p99 ms", "verdict", "crossed"));
    return line(devices ? rowOfDevices(groups) : ROW, cells.toArray());
  }

  private static String rowOfDevices(Collection<String> groups) {
    return line(
        ROW_OF_DEVICES,
        groups.stream()
            .map(each -> " %" + Math.max(LEAST_WIDTH, each.length()) + "s")
            .collect(Collectors.joining()));
  }

  static String row(Probe probe) {
    List<Object> cells = new ArrayList<>();
    cells.add(probe.directory());
    Probe.ProbeFleet fleet = probe.fleet();
    if (fleet.devices() != null) {
      cells.add(fleet.devices());
      cells.addAll(fleet.byGroup().values());
    }
    for (Double each : Arrays.asList(probe.asked(), probe.reached(), probe.p50(), probe.p99())) {
      cells.add(decimal(each));
    }
    cells.add(probe.held() ? "held" : probe.status());
    cells.add(
        String.join("; ", probe.crossed())
            + (Boolean.TRUE.equals(probe.run().scout()) ? " (scout)" : "")
            + (Boolean.FALSE.equals(probe.recovered()) ? " (had not recovered)" : "")
            + (Boolean.TRUE.equals(probe.gettingFaster()) ? " (was getting faster)" : ""));
    return line(
            fleet.devices() == null ? ROW : rowOfDevices(fleet.byGroup().keySet()), cells.toArray())
        .stripTrailing();
  }

  static List<String> end(Limit limit) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(line("%s: %s", limit.run(), limit.verdict().status().toUpperCase(Locale.ROOT)));
    limit.verdict().reasons().forEach(reason -> lines.add("  " + reason));
    lines.add("  " + knee(limit));
    return lines;
  }

  private static String knee(Limit limit) {
    Knee knee = limit.knee();
    return knee.load() == null
        ? "knee: none; " + knee.why()
        : line("knee: at %s, p99 %.1f ms", limit.search().text(knee.load()), knee.p99());
  }

  /** Nothing measured is a dash, not a zero. */
  private static String decimal(Double value) {
    return value == null ? "-" : line("%.1f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
