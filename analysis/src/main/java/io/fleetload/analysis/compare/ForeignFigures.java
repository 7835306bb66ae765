// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.foreign.ForeignRun;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A run of another tool as one to compare. */
final class ForeignFigures {
  /** The flow that has all requests of another tool. */
  static final String ALL = "requests";

  private static final String FROM_SEND =
      "its times count from the send of a request; what waits behind a slow one is in none of them"
          + " (coordinated omission)";
  private static final String FROM_DUE = "its times count from when a request was due, as ours do";

  private ForeignFigures() {}

  static ComparedRun run(String name, ForeignRun run) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    Map<Figure, ComparedRun.Count> counts = new LinkedHashMap<>();
    if (run.asked() != null) {
      figures.put(ComparedFigures.ofFlow(ALL, "asked"), run.asked());
    }
    if (run.rate() != null) {
      figures.put(ComparedFigures.ofFlow(ALL, "reached"), run.rate());
    }
    if (run.failed() != null && run.requests() != null && run.requests() > 0) {
      Figure failed = ComparedFigures.shareOfFlow(ALL, "failed");
      figures.put(failed, (double) run.failed() / run.requests());
      if (run.failed() <= run.requests()) {
        counts.put(failed, new ComparedRun.Count(run.failed(), run.requests()));
      }
    }
    for (String time : LatencySummary.TIMES) {
      // Of fewer messages a percentile is the largest time, as it would be of ours.
      boolean isOfEnough =
          run.requests() == null || LatencySummary.isOfEnough(time, run.requests());
      if (isOfEnough && run.responseMs().containsKey(time)) {
        figures.put(ComparedFigures.ofFlow(ALL, "response." + time), run.responseMs().get(time));
      }
    }
    if (run.connected() != null) {
      figures.put(Figure.of("devices", "devices.connected"), (double) run.connected());
    }
    Map<String, String> basics = new LinkedHashMap<>();
    if (run.seconds() != null) {
      basics.put("measured", seconds(run));
    }
    List<String> notes = new ArrayList<>();
    if (!run.responseMs().isEmpty()) {
      notes.add(run.fromDueTime() ? FROM_DUE : FROM_SEND);
    }
    notes.addAll(run.notes());
    return new ComparedRun(
        name,
        "output of %s, %s%s"
            .formatted(
                run.tool(),
                run.requests() == null
                    ? "number of requests not said"
                    : run.requests() + " requests",
                run.seconds() == null ? "" : ", " + seconds(run)),
        null,
        basics,
        Map.of(),
        figures,
        counts,
        Map.of(),
        notes,
        false,
        new ComparedRun.Instrument(
            run.tool(), run.fromDueTime(), run.closed() || run.asked() != null));
  }

  private static String seconds(ForeignRun run) {
    return String.format(Locale.ROOT, "%.1f s", run.seconds()).replace(".0 s", " s");
  }

  /**
   * The runs of a side; the flow of another tool has the name of the one flow of the other side.
   */
  static List<ComparedRun> named(List<ComparedRun> side, List<ComparedRun> other) {
    Set<String> flows =
        other.stream()
            .filter(run -> run.tool().equals(ComparedRun.Instrument.OWN))
            .flatMap(run -> run.figures().keySet().stream())
            .filter(each -> each.equals(ComparedFigures.ofFlow(each.group(), "reached")))
            .map(Figure::group)
            .collect(Collectors.toSet());
    return flows.size() != 1
        ? List.copyOf(side)
        : side.stream().map(run -> named(run, flows.iterator().next())).toList();
  }

  private static ComparedRun named(ComparedRun run, String flow) {
    return run.tool().equals(ComparedRun.Instrument.OWN)
        ? run
        : new ComparedRun(
            run.name(),
            run.says(),
            run.noVerdict(),
            run.basics(),
            run.profile(),
            renamed(run.figures(), flow),
            renamed(run.counts(), flow),
            run.blocks(),
            run.findings(),
            run.published(),
            run.tool());
  }

  private static <V> Map<Figure, V> renamed(Map<Figure, V> figures, String flow) {
    Map<Figure, V> renamed = new LinkedHashMap<>();
    figures.forEach(
        (each, value) ->
            renamed.put(
                each.group().equals(ALL)
                    ? new Figure(flow, each.name(), each.scale(), each.better())
                    : each,
                value));
    return renamed;
  }
}
