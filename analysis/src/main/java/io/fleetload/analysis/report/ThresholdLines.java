// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.ThresholdOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which thresholds held, as an engineer reads it on a terminal: a line each. */
final class ThresholdLines {
  private ThresholdLines() {}

  /** Adds them to the lines of a verdict; the figures that one names stand in one line. */
  static void of(List<ThresholdOutcome> outcomes, List<String> lines) {
    Map<String, List<ThresholdOutcome>> byThreshold = new LinkedHashMap<>();
    outcomes.forEach(
        each ->
            byThreshold.computeIfAbsent(each.threshold(), first -> new ArrayList<>()).add(each));
    byThreshold.forEach((threshold, of) -> lines.add(line(threshold, of)));
    if (!byThreshold.isEmpty()) {
      lines.add("");
    }
  }

  private static String line(String threshold, List<ThresholdOutcome> outcomes) {
    List<ThresholdOutcome> crossed = outcomes.stream().filter(each -> !each.held()).toList();
    if (crossed.isEmpty()) {
      return "  held       %s%s"
          .formatted(threshold, outcomes.size() == 1 ? ": " + found(outcomes.get(0)) : "");
    }
    return "  CROSSED    %s: %s%s"
        .formatted(
            threshold,
            crossed.get(0).figure() + " " + found(crossed.get(0)),
            crossed.size() == 1 ? "" : ", and %d more".formatted(crossed.size() - 1));
  }

  private static String found(ThresholdOutcome outcome) {
    return outcome.undecided() == null ? outcome.foundWithUnit() : "cannot be judged";
  }
}
