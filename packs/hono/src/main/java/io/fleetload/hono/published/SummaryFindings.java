// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.hono.published.FlatSummary.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings that a flat summary holds and does not state. */
final class SummaryFindings {
  private static final int SLOT_MILLIS = 5;
  private static final int LEAST_IN_SLOTS = 6;
  private static final List<String> PERCENTILES = List.of("95%", "99%", "99.9%");

  private final FlatSummary summary;

  SummaryFindings(FlatSummary summary) {
    this.summary = summary;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Part part : List.of(Part.TELEMETRY, Part.EVENT, Part.QUERY)) {
      if (summary.count(part) > 0) {
        lines.add(rate(part));
      }
    }
    for (Part part : List.of(Part.TELEMETRY, Part.EVENT, Part.QUERY)) {
      remainder(part, lines);
    }
    commands(lines);
    slots(lines);
    if (summary.errors(Part.ANSWER).isMissingNode()) {
      lines.add(
          "its times count from the actual send, those of a result from the intended one: what a"
              + " message waited before it left is not in them");
    }
    lines.add("it holds nothing of the backend: lost and duplicate messages are not known");
    return lines;
  }

  private String rate(Part part) {
    String reached = part.flow() + ": " + FlatSummary.tenths(summary.reached(part)) + "/s";
    Double asked = summary.asked(part);
    if (asked == null) {
      return reached + " sent; what was asked is not in the file, give --asked, such as 300/s";
    }
    return String.format(
        Locale.ROOT,
        "%s of %s/s asked (%.1f %%): %d messages where %s min of that rate are %.0f",
        reached,
        FlatSummary.whole(asked),
        100 * summary.reached(part) / asked,
        summary.count(part),
        FlatSummary.whole(summary.seconds() / 60),
        asked * summary.seconds());
  }

  private void remainder(Part part, List<String> lines) {
    long answered = summary.roundTrip(part).path("all").asLong();
    long errors = summary.errorCount(part);
    long remainder = summary.count(part) - answered - errors;
    if (remainder != 0) {
      lines.add(
          "%s: %d published - %d answered - %d errors = %d that nothing explains"
              .formatted(part.flow(), summary.count(part), answered, errors, remainder));
    }
  }

  private void commands(List<String> lines) {
    long queries = summary.count(Part.QUERY);
    long received = summary.receivedCommands();
    long answered = summary.count(Part.ANSWER);
    if (queries > received || received > answered) {
      lines.add(
          ("commands: %d queries, %d commands received (%d never came), %d answered"
                  + " (%d received and not answered)")
              .formatted(queries, received, queries - received, answered, received - answered));
    }
    if (received > answered && summary.errors(Part.ANSWER).isMissingNode()) {
      lines.add("commands: no error says why %d were not answered".formatted(received - answered));
    }
    long timed = summary.roundTrip(Part.QUERY).path("all").asLong();
    if (received != timed) {
      lines.add("commands: %d received, %d of them timed".formatted(received, timed));
    }
  }

  /** Every percentile one below a multiple of five, in many of them, is no accident. */
  private void slots(List<String> lines) {
    List<Long> edges = new ArrayList<>();
    for (Part part : Part.values()) {
      for (String percentile : PERCENTILES) {
        JsonNode text = summary.roundTrip(part).path(percentile);
        Double millis = FlatSummary.millis(text);
        if (millis != null) {
          edges.add(Math.round(millis));
        }
      }
    }
    if (edges.size() >= LEAST_IN_SLOTS
        && edges.stream().allMatch(edge -> edge % SLOT_MILLIS == SLOT_MILLIS - 1)) {
      lines.add(
          "percentiles are in %d ms slots (%d, %d, %d ms ...): no finer difference is in them"
              .formatted(SLOT_MILLIS, edges.get(0), edges.get(1), edges.get(2)));
    }
  }
}
