// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Says where a simulator stood still for so long that the largest times of a flow can be its own
 * and not the target's, though it kept to its limits.
 */
final class StallNotes {
  /** Shorter than that, a standstill is what every program has now and then. */
  private static final double WORTH_SAYING_MS = 100;

  /** From this part of a flow's 99.9th percentile on, a standstill explains it. */
  private static final double LARGE_PART = 0.5;

  private final Result result;
  private final Set<String> queries;

  /**
   * For a result.
   *
   * @param queries the flows with responses that wait for the backend's command
   */
  StallNotes(Result result, Set<String> queries) {
    this.result = result;
    this.queries = queries;
  }

  List<String> of(GeneratorHealth devices, GeneratorHealth backend) {
    Map<String, LatencySummary> responses = new LinkedHashMap<>();
    Map<String, LatencySummary> receipts = new LinkedHashMap<>();
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              responses.put(name, flow.times().response());
              if (flow.endToEnd() != null) {
                receipts.put(name + " (end to end)", flow.endToEnd());
              }
              if (queries.contains(name)) {
                receipts.put(name, flow.times().response());
              }
            });
    List<String> notes = new ArrayList<>();
    note("device", devices, measuredFrom(), responses, notes);
    // The backend counts its seconds from the first message of the measured phase.
    note("backend", backend, 0, receipts, notes);
    return List.copyOf(notes);
  }

  private void note(
      String who,
      GeneratorHealth health,
      int from,
      Map<String, LatencySummary> times,
      List<String> notes) {
    if (health == null || health.delays().longestStallMs() == null || !health.reasons().isEmpty()) {
      return;
    }
    double stall = health.delays().longestStallMs();
    List<String> explained = new ArrayList<>();
    times.forEach(
        (name, summary) -> {
          if (summary.times().p999() != null && stall >= LARGE_PART * summary.times().p999()) {
            explained.add(name);
          }
        });
    if (stall >= WORTH_SAYING_MS && !explained.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the %s simulator stood still for %.0f ms%s; the largest times of %s can be its own",
              who,
              stall,
              at(health.delays().perSecond(), from),
              explained.size() == times.size() ? "all flows" : String.join(", ", explained)));
    }
  }

  private String at(GeneratorSeconds seconds, int from) {
    List<Double> course = seconds == null ? List.of() : seconds.loopDelayMaxMs();
    int worst = -1;
    for (int second = from; second < course.size(); second++) {
      if (course.get(second) != null && (worst < 0 || course.get(second) > course.get(worst))) {
        worst = second;
      }
    }
    return worst < 0 ? "" : " at second " + (worst - from + measuredFrom());
  }

  private int measuredFrom() {
    return result.firstMeasuredSecond() == null ? 0 : result.firstMeasuredSecond();
  }
}
