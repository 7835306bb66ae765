// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.compare;

import io.fleetload.results.PublishedRun;
import java.util.LinkedHashMap;
import java.util.Map;

/** A run of a published report as one to compare. */
final class PublishedFigures {
  private PublishedFigures() {}

  static ComparedRun run(String name, PublishedRun run) {
    return new ComparedRun(
        name,
        "flat summary, " + ResultRun.whole(run.seconds()) + " s, no verdict and no ledger",
        null,
        basics(run),
        Map.of(),
        figures(run),
        counts(run),
        Map.of(),
        run.findings(),
        true,
        ComparedRun.Instrument.OWN);
  }

  private static Map<String, String> basics(PublishedRun run) {
    Map<String, String> basics = new LinkedHashMap<>();
    basics.put("measured", ResultRun.whole(run.seconds()) + " s");
    basics.put("devices", String.valueOf(run.devices()));
    for (PublishedRun.PublishedFlow flow : run.flows()) {
      if (flow.asked() != null) {
        basics.put("flows." + flow.name() + ".asked", ResultRun.whole(flow.asked()) + "/s");
      }
    }
    return basics;
  }

  private static Map<Figure, Double> figures(PublishedRun run) {
    Map<Figure, Double> figures = new LinkedHashMap<>();
    for (PublishedRun.PublishedFlow flow : run.flows()) {
      if (flow.sent() == 0) {
        continue;
      }
      double reached = run.seconds() <= 0 ? 0 : flow.sent() / run.seconds();
      if (flow.asked() != null) {
        figures.put(ComparedFigures.ofFlow(flow.name(), "asked"), flow.asked());
      }
      figures.put(ComparedFigures.ofFlow(flow.name(), "reached"), reached);
      if (flow.asked() != null) {
        figures.put(ComparedFigures.ofFlow(flow.name(), "achieved"), reached / flow.asked());
      }
      if (flow.failed() != null) {
        figures.put(
            ComparedFigures.shareOfFlow(flow.name(), "failed"),
            (double) flow.failed() / flow.sent());
      }
      flow.responseMs()
          .forEach(
              (time, value) ->
                  figures.put(ComparedFigures.ofFlow(flow.name(), "response." + time), value));
    }
    figures.put(Figure.of("devices", "devices.connected"), (double) run.connected());
    return figures;
  }

  private static Map<Figure, ComparedRun.Count> counts(PublishedRun run) {
    Map<Figure, ComparedRun.Count> counts = new LinkedHashMap<>();
    for (PublishedRun.PublishedFlow flow : run.flows()) {
      if (flow.sent() > 0 && flow.failed() != null) {
        counts.put(
            ComparedFigures.shareOfFlow(flow.name(), "failed"),
            new ComparedRun.Count(flow.failed(), flow.sent()));
      }
    }
    return counts;
  }
}
