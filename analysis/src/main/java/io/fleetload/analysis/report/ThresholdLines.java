// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Lines on the thresholds for an engineer at a terminal, a line each. All defaults that held have
 * one line together.
 */
final class ThresholdLines {
  private final boolean marks;

  /**
   * For a terminal.
   *
   * @param terminal how it encodes characters; where it has no mark, the word alone is printed
   */
  ThresholdLines(Charset terminal) {
    this.marks = terminal.canEncode() && terminal.newEncoder().canEncode("✓✗≈");
  }

  /** Adds those that were crossed; the figures of one threshold share a line. */
  void crossed(List<ThresholdOutcome> outcomes, List<String> lines) {
    byThreshold(outcomes)
        .forEach(
            (threshold, of) -> {
              if (of.stream().anyMatch(each -> !each.held())) {
                lines.add(line(threshold, of));
              }
            });
  }

  private static Map<String, List<ThresholdOutcome>> byThreshold(List<ThresholdOutcome> outcomes) {
    return outcomes.stream()
        .collect(
            Collectors.groupingBy(
                ThresholdOutcome::threshold, LinkedHashMap::new, Collectors.toList()));
  }

  /** Adds those that held, likewise. */
  void held(List<ThresholdOutcome> outcomes, List<String> lines) {
    Map<String, List<ThresholdOutcome>> byThreshold = byThreshold(outcomes);
    Set<String> crossed = thresholds(outcomes, each -> !each.held());
    Set<String> defaults = thresholds(outcomes, each -> !each.ofProfile());
    Set<String> together = new HashSet<>(defaults);
    together.removeAll(crossed);
    together.removeAll(thresholds(outcomes, ThresholdOutcome::isUnsure));
    List<String> alone = new ArrayList<>(byThreshold.keySet());
    alone.removeAll(together);
    alone.removeAll(crossed);
    Set<String> unsure = thresholds(outcomes, ThresholdOutcome::isUnsure);
    alone.sort(Comparator.comparing(each -> !unsure.contains(each)));
    if (!unsure.isEmpty()) {
      lines.add(
          "  %s of %s thresholds held or crossed, not surely: another run may say the opposite"
              .formatted(unsure.size(), byThreshold.size()));
    }
    alone.forEach(each -> lines.add(line(each, byThreshold.get(each))));
    if (!together.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-9s  %s (result.json lists %s)",
              marks ? "✓ held" : "held",
              together.size() == 1
                  ? "the %sdefault threshold".formatted(defaults.size() == 1 ? "" : "other ")
                  : "%s %s default thresholds"
                      .formatted(
                          together.size() == defaults.size() ? "all" : "the other",
                          together.size()),
              together.size() == 1 ? "it" : "them"));
    }
    if (!byThreshold.isEmpty()) {
      lines.add("");
    }
  }

  private static Set<String> thresholds(
      List<ThresholdOutcome> outcomes, Predicate<ThresholdOutcome> which) {
    return outcomes.stream()
        .filter(which)
        .map(ThresholdOutcome::threshold)
        .collect(Collectors.toSet());
  }

  private String line(String text, List<ThresholdOutcome> outcomes) {
    boolean ofProfile = outcomes.stream().anyMatch(ThresholdOutcome::ofProfile);
    String threshold = ofProfile ? text : text + " (default)";
    List<ThresholdOutcome> crossed = outcomes.stream().filter(each -> !each.held()).toList();
    List<ThresholdOutcome> unsure = outcomes.stream().filter(ThresholdOutcome::isUnsure).toList();
    if (crossed.isEmpty() && !unsure.isEmpty()) {
      return "  %-9s  %s: %s%s"
          .formatted(
              marks ? "≈ held" : "held",
              threshold,
              named(unsure),
              unsure.size() == 1 ? "" : ", and %s more".formatted(unsure.size() - 1));
    }
    if (crossed.isEmpty()) {
      return "  %-9s  %s%s"
          .formatted(
              marks ? "✓ held" : "held",
              threshold,
              outcomes.size() == 1
                  ? ": " + found(outcomes.get(0))
                  : worst(outcomes)
                      .map(each -> ": " + each.figure() + " " + found(each) + " at worst")
                      .orElse(""));
    }
    return "  %-9s  %s: %s%s"
        .formatted(
            marks ? (crossed.get(0).isUnsure() ? "≈ CROSSED" : "✗ CROSSED") : "CROSSED",
            threshold,
            named(crossed),
            crossed.size() == 1 ? "" : ", and %s more".formatted(crossed.size() - 1));
  }

  private static String named(List<ThresholdOutcome> outcomes) {
    ThresholdOutcome first = worst(outcomes).orElse(outcomes.get(0));
    return first.figure() + " " + found(first);
  }

  /** The outcome that is nearest to its bound, if their bounds are one. */
  private static Optional<ThresholdOutcome> worst(List<ThresholdOutcome> outcomes) {
    Threshold threshold = Threshold.parse(outcomes.get(0).threshold());
    return outcomes.stream()
        .filter(each -> each.found() != null && !threshold.ofBaseline())
        .max(
            Comparator.comparingDouble(
                each -> threshold.comparison().badness(each.found(), threshold.bound())));
  }

  private static String found(ThresholdOutcome outcome) {
    return outcome.undecided() != null
        ? "cannot be judged"
        : outcome.foundWithUnit()
            + (outcome.interval() == null ? "" : " (%s)".formatted(outcome.intervalText()))
            + (outcome.isUnsure() ? ", not surely" : "");
  }
}
