// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A row for each flow with its figures of the last second. */
final class FlowTable {
  private static final String P99 = "p99 ms";
  private static final List<String> HEADS =
      List.of("asked/s", "reached/s", P99, "failed", "in flight");

  /** Width at which columns stay in place while figures grow. */
  private static final int CELL = 9;

  private static final int NAME = 9;
  private static final int FAILED = 3;

  private FlowTable() {}

  static List<Line> lines(ToolEvent.Progress progress, int width) {
    Map<String, ToolEvent.FlowProgress> flows = progress.flows();
    boolean draining = progress.phase().equals("drain");
    List<Line> lines = new ArrayList<>();
    if (flows.isEmpty()) {
      return lines;
    }
    int name = flows.keySet().stream().mapToInt(String::length).reduce(NAME, Math::max);
    List<List<String>> rows = new ArrayList<>();
    flows.values().forEach(flow -> rows.add(figures(flow, draining)));
    List<Integer> cells = new ArrayList<>();
    for (int i = 0; i < HEADS.size(); i++) {
      int at = i;
      cells.add(2 + rows.stream().mapToInt(row -> row.get(at).length()).reduce(CELL, Math::max));
    }
    lines.add(new Line(row("flow", heads(progress), name, cells, width), Line.Tone.HEAD));
    int at = 0;
    for (String flow : flows.keySet()) {
      List<String> figures = rows.get(at++);
      lines.add(
          new Line(
              row(flow, figures, name, cells, width),
              figures.get(FAILED).equals("0") ? Line.Tone.PLAIN : Line.Tone.ALARM));
    }
    return lines;
  }

  /** Percentiles of several processes cannot be added: what is shown is the largest. */
  private static List<String> heads(ToolEvent.Progress progress) {
    return HEADS.stream()
        .map(head -> progress.shards() != null && head.equals(P99) ? "max " + P99 : head)
        .toList();
  }

  /** Nothing is due in the drain; what left in its first second was asked for before. */
  private static List<String> figures(ToolEvent.FlowProgress flow, boolean draining) {
    return List.of(
        flow.asked() == null || draining ? "-" : decimal(flow.asked()),
        decimal(flow.reached()),
        flow.p99Ms() == null ? "-" : decimal(flow.p99Ms()),
        Long.toString(flow.failed()),
        Long.toString(flow.inFlight()));
  }

  private static String row(
      String name, List<String> figures, int nameWidth, List<Integer> cells, int width) {
    List<String> parts = new ArrayList<>();
    parts.add(("%-" + nameWidth + "s").formatted(name));
    for (int i = 0; i < figures.size(); i++) {
      parts.add(("%" + cells.get(i) + "s").formatted(figures.get(i)));
    }
    return LineFit.into(width, "", parts).stripTrailing();
  }

  static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
