// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sentences on failures outside the measured messages: in the warm-up, and with records that belong
 * to no message of the run.
 */
final class OutsideNotes {
  private OutsideNotes() {}

  /** The sentences of a result; none where nothing went wrong. */
  static List<String> of(ResultNode result) {
    List<String> lines = new ArrayList<>();
    warmUp(result.at("flows"), lines);
    long unstamped = result.json().at("/ledger/unstamped").asLong();
    long foreign = result.json().at("/ledger/foreign").asLong();
    if (unstamped + foreign > 0) {
      lines.add(
          "records: %s without a stamp, %s of another run or tenant"
              .formatted(FigureFormat.count(unstamped), FigureFormat.count(foreign)));
    }
    return lines;
  }

  private static void warmUp(ResultNode flows, List<String> lines) {
    Map<String, Long> causes = new TreeMap<>();
    for (ResultNode flow : flows.each()) {
      for (ResultNode cause : flow.at("warmUp").at("failedBy").each()) {
        causes.merge(cause.key(), cause.json().asLong(), Long::sum);
      }
    }
    long failed = causes.values().stream().mapToLong(Long::longValue).sum();
    List<String> parts = new ArrayList<>();
    long lost = flows.sum("/warmUpLedger/lost");
    if (lost > 0) {
      parts.add(
          "%s of %s lost"
              .formatted(FigureFormat.count(lost), FigureFormat.count(flows.sum("/warmUp/sent"))));
    }
    add(parts, flows.sum("/warmUpLedger/store/lost"), "not stored");
    if (failed > 0) {
      parts.add("%s failed (%s)".formatted(FigureFormat.count(failed), listed(causes)));
    }
    add(parts, flows.sum("/warmUp/unsettled"), "unsettled");
    add(parts, flows.sum("/warmUpLedger/duplicate"), "duplicate");
    add(parts, flows.sum("/warmUpLedger/store/storedTwice"), "stored twice");
    if (!parts.isEmpty()) {
      lines.add("warm-up: " + String.join(", ", parts));
    }
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(FigureFormat.count(count) + " " + what);
    }
  }

  private static String listed(Map<String, Long> causes) {
    return String.join(
        ", ",
        causes.entrySet().stream()
            .map(each -> String.format(Locale.ROOT, "%s %,d", each.getKey(), each.getValue()))
            .toList());
  }
}
