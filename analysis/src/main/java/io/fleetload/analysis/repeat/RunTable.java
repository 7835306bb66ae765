// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The runs of a series over a key as one table: a row for each flow of each run. The cells of a run
 * are in its first row.
 *
 * @param heads of the columns
 * @param rows cells as text, in the order of the columns
 */
public record RunTable(List<String> heads, List<RunTableRow> rows) {
  /** Number of the columns of text, before those of numbers; the rest is of numbers. */
  public static final int OF_TEXT = 3;

  private static final String NOTHING = "-";
  private static final Repeat.FlowOfRun NO_FLOW =
      new Repeat.FlowOfRun(null, null, null, null, null, null);

  /**
   * One row.
   *
   * @param run the run that it is of
   * @param first whether it is the run's first
   * @param cells as text
   */
  public record RunTableRow(Repeat.RunOfSeries run, boolean first, List<String> cells) {}

  /** The table of a series over a key. */
  public static RunTable of(Repeat repeat) {
    List<RunTableRow> rows = new ArrayList<>();
    for (Repeat.RunOfSeries run : repeat.runs()) {
      // A run that ended before its first message has no flow, and a row nevertheless.
      Map<String, Repeat.FlowOfRun> flows =
          run.flows().isEmpty() ? Map.of(NOTHING, NO_FLOW) : run.flows();
      boolean first = true;
      for (Map.Entry<String, Repeat.FlowOfRun> flow : flows.entrySet()) {
        rows.add(new RunTableRow(run, first, cells(run, first, flow.getKey(), flow.getValue())));
        first = false;
      }
    }
    return new RunTable(
        List.of(
            repeat.over().key(),
            "verdict",
            "flow",
            "asked/s",
            "reached/s",
            "p50 ms",
            "p99 ms",
            "failed",
            "lost",
            "exit"),
        rows);
  }

  private static List<String> cells(
      Repeat.RunOfSeries run, boolean first, String name, Repeat.FlowOfRun flow) {
    return List.of(
        first ? run.value() : "",
        first ? RunMark.of(run).sign() + " " + run.status() : "",
        name,
        decimal(flow.asked()),
        decimal(flow.reached()),
        decimal(flow.p50()),
        decimal(flow.p99()),
        count(flow.failed()),
        count(flow.lost()),
        first ? String.valueOf(run.exitCode()) : "");
  }

  private static String decimal(Double value) {
    return value == null ? NOTHING : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String count(Long value) {
    return value == null ? NOTHING : value.toString();
  }
}
