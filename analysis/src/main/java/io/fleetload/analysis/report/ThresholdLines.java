// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.ThresholdOutcome;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which thresholds held, as an engineer reads it on a terminal: a line each, the crossed ones
 * first. All defaults that held have one line together.
 */
final class ThresholdLines {
  private final boolean marks;

  /**
   * For a terminal.
   *
   * @param terminal how it encodes characters; where it has no mark, the word alone is printed
   */
  ThresholdLines(Charset terminal) {
    this.marks = terminal.canEncode() && terminal.newEncoder().canEncode("✓✗");
  }

  /** Adds them to the lines of a verdict; the figures that one names stand in one line. */
  void of(List<ThresholdOutcome> outcomes, List<String> lines) {
    Map<String, List<ThresholdOutcome>> byThreshold = new LinkedHashMap<>();
    Set<String> defaults = new LinkedHashSet<>();
    outcomes.forEach(
        each ->
            byThreshold.computeIfAbsent(each.threshold(), first -> new ArrayList<>()).add(each));
    List<Map.Entry<String, List<ThresholdOutcome>>> crossedFirst =
        new ArrayList<>(byThreshold.entrySet());
    crossedFirst.sort(
        Comparator.comparing(each -> each.getValue().stream().allMatch(ThresholdOutcome::held)));
    outcomes.stream()
        .filter(each -> !each.ofProfile())
        .map(ThresholdOutcome::threshold)
        .forEach(defaults::add);
    long all = defaults.size();
    crossedFirst.forEach(
        each -> {
          boolean held = each.getValue().stream().allMatch(ThresholdOutcome::held);
          if (!held) {
            defaults.remove(each.getKey());
          }
          if (!held || !defaults.contains(each.getKey())) {
            lines.add(line(each.getKey(), each.getValue()));
          }
        });
    if (!defaults.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-9s  %s %d default thresholds (result.json lists them)",
              marks ? "✓ held" : "held",
              defaults.size() == all ? "all" : "the other",
              defaults.size()));
    }
    if (!byThreshold.isEmpty()) {
      lines.add("");
    }
  }

  private String line(String threshold, List<ThresholdOutcome> outcomes) {
    List<ThresholdOutcome> crossed = outcomes.stream().filter(each -> !each.held()).toList();
    if (crossed.isEmpty()) {
      return "  %-9s  %s%s"
          .formatted(
              marks ? "✓ held" : "held",
              threshold,
              outcomes.size() == 1 ? ": " + found(outcomes.get(0)) : "");
    }
    return "  %-9s  %s: %s%s"
        .formatted(
            marks ? "✗ CROSSED" : "CROSSED",
            threshold,
            crossed.get(0).figure() + " " + found(crossed.get(0)),
            crossed.size() == 1 ? "" : ", and %s more".formatted(crossed.size() - 1));
  }

  private static String found(ThresholdOutcome outcome) {
    return outcome.undecided() == null ? outcome.foundWithUnit() : "cannot be judged";
  }
}
