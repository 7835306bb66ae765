// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.repeat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runs of a series over a key as a table: a row for each flow of each run, or for each
 * disturbance. The cells of a run are in its first row.
 *
 * @param name what has a row: {@code flow} or {@code disturbance}
 * @param heads of the columns
 * @param rows cells as text, in the order of the columns
 */
public record RunTable(String name, List<String> heads, List<RunTableRow> rows) {
  /** Number of the columns of text, before those of numbers; the rest is of numbers. */
  public static final int OF_TEXT = 3;

  private static final String NOTHING = "-";
  private static final String DISTURBANCE = "disturbance";
  private static final Pattern DISTURBED = Pattern.compile("disturb\\.([^.]+)\\.[a-zA-Z]+");
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

  /** The tables of a series over a key; that of disturbances only if a run that counts had one. */
  public static List<RunTable> all(Repeat repeat) {
    RunTable disturbances = ofDisturbances(repeat);
    return disturbances.rows.isEmpty()
        ? List.of(ofFlows(repeat))
        : List.of(ofFlows(repeat), disturbances);
  }

  private static RunTable ofFlows(Repeat repeat) {
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
        "flow",
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

  private static RunTable ofDisturbances(Repeat repeat) {
    Set<String> names = new LinkedHashSet<>();
    for (String figure : repeat.figures().keySet()) {
      Matcher matcher = DISTURBED.matcher(figure);
      if (matcher.matches()) {
        names.add(matcher.group(1));
      }
    }
    List<RunTableRow> rows = new ArrayList<>();
    for (int place = 0; place < repeat.runs().size(); place++) {
      Repeat.RunOfSeries run = repeat.runs().get(place);
      boolean first = true;
      for (String name : names) {
        DisturbanceCells of =
            new DisturbanceCells(repeat.figures(), "disturb." + name + ".", place);
        if (of.found("devicesOut") == null) {
          continue;
        }
        rows.add(
            new RunTableRow(
                run,
                first,
                List.of(
                    first ? run.value() : "",
                    verdict(run, first),
                    name,
                    of.count("devicesOut"),
                    of.count("notBack"),
                    of.seconds("recovered"),
                    of.count("failed"),
                    of.count("late"),
                    of.count("lost"),
                    of.count("commandsLate"),
                    of.count("commandsLost"))));
        first = false;
      }
    }
    return new RunTable(
        DISTURBANCE,
        List.of(
            repeat.over().key(),
            "verdict",
            DISTURBANCE,
            "devices out",
            "not back",
            "recovered s",
            "failed",
            "late",
            "lost",
            "commands late",
            "commands lost"),
        rows);
  }

  /** Figures of a disturbance of one run. */
  private record DisturbanceCells(
      Map<String, Repeat.FigureOfRuns> figures, String prefix, int place) {
    Double found(String figure) {
      Repeat.FigureOfRuns of = figures.get(prefix + figure);
      return of == null ? null : of.values().get(place);
    }

    String count(String figure) {
      Double found = found(figure);
      return RunTable.count(found == null ? null : Math.round(found));
    }

    String seconds(String figure) {
      Double millis = found(figure);
      return decimal(millis == null ? null : millis / 1_000);
    }
  }

  private static String verdict(Repeat.RunOfSeries run, boolean first) {
    return first ? RunMark.of(run).sign() + " " + run.status() : "";
  }

  private static List<String> cells(
      Repeat.RunOfSeries run, boolean first, String name, Repeat.FlowOfRun flow) {
    return List.of(
        first ? run.value() : "",
        verdict(run, first),
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
