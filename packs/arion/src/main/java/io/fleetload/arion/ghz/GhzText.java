// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.ghz;

import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A flow as ghz prints it (printer/printer.go and template.go), to the blank; then what it does not
 * say.
 */
final class GhzText {
  private static final String BAR = "∎";
  private static final int LONGEST_BAR = 40;
  private static final long LEAST_IN_MILLIS = 10_000;
  private static final int MILLIS_A_SECOND = 1_000;

  private final GhzReport report;
  private final List<String> lines = new ArrayList<>();

  GhzText(GhzReport report) {
    this.report = report;
  }

  String text() {
    lines.clear();
    summary();
    histogram();
    lines.add("Latency distribution:");
    report
        .latencyDistribution()
        .forEach(each -> line("  %d %% in %s", each.percentage(), time(each.latency())));
    distribution("Status code distribution:", report.statusCodeDistribution(), "responses");
    if (!report.errorDistribution().isEmpty()) {
      errors();
    }
    hidden(report.hidden());
    return String.join("\n", lines) + "\n";
  }

  private void summary() {
    GhzReport.Times times = report.times();
    lines.add("Summary:");
    line("  Count:        %d", report.count());
    line("  Total:        %s", time(times.total()));
    line("  Slowest:      %s", time(times.slowest()));
    line("  Fastest:      %s", time(times.fastest()));
    line("  Average:      %s", time(times.average()));
    line("  Requests/sec: %.2f", times.rps());
    lines.add("");
  }

  private void histogram() {
    lines.add("Response time histogram:");
    int marks = 0;
    int counts = 0;
    long most = 0;
    for (GhzReport.Mark each : report.histogram()) {
      marks = Math.max(marks, mark(each).length());
      counts = Math.max(counts, count(each).length());
      most = Math.max(most, each.count());
    }
    for (GhzReport.Mark each : report.histogram()) {
      long bar = (each.count() * LONGEST_BAR + most / 2) / most;
      line(
          "  %-" + marks + "s %-" + counts + "s |%s",
          mark(each),
          count(each),
          BAR.repeat(Math.toIntExact(bar)));
    }
    lines.add("");
  }

  private static String mark(GhzReport.Mark mark) {
    return String.format(Locale.ROOT, "%.3f", mark.mark() * MILLIS_A_SECOND);
  }

  private static String count(GhzReport.Mark mark) {
    return "[" + mark.count() + "]";
  }

  private void distribution(String title, Map<String, Long> counts, String what) {
    lines.add("");
    lines.add(title);
    int width = counts.keySet().stream().mapToInt(String::length).max().orElse(1) + 2;
    counts.forEach(
        (name, count) -> line("  %-" + width + "s   %d %s", "[" + name + "]", count, what));
  }

  private void errors() {
    lines.add("");
    lines.add("Error distribution:");
    int width =
        report.errorDistribution().values().stream()
                .mapToInt(each -> String.valueOf(each).length())
                .max()
                .orElse(1)
            + 2;
    report
        .errorDistribution()
        .forEach((cause, count) -> line("  %-" + width + "s   %s", "[" + count + "]", cause));
  }

  private void hidden(GhzReport.Hidden hidden) {
    lines.add("");
    lines.add("What ghz does not say:");
    GhzReport.Responses responses = hidden.responses();
    if (responses != null) {
      line(
          "  Streams:      %d of %d had all %d responses",
          responses.whole(), report.count() + hidden.unsettled(), responses.ofStream());
      line(
          "  Responses:    %d asked, %d came, %d lost",
          responses.asked(), responses.got(), responses.lost());
    }
    hidden
        .failedWithStatusOk()
        .forEach((cause, count) -> line("  Failed:       %d with status OK: %s", count, cause));
    line("  Not sent:     %d", hidden.notSent());
    line("  Unsettled:    %d without an outcome at the end", hidden.unsettled());
    line("  Late:         %d made after the measured phase had ended", hidden.late());
    LatencySummary due = hidden.fromIntended();
    if (due.count() > 0) {
      line(
          "  From due:     50 %% in %.2f ms, 99 %% in %.2f ms, slowest %.2f ms; from when a call was"
              + " due, not from when it was made",
          due.times().p50(), due.times().p99(), due.times().max());
    }
    if (hidden.closed()) {
      lines.add(
          "  Closed model: a client waits for an outcome before its next call, so a stall of the"
              + " server hides most of itself");
    }
    lines.add(
        "  Precision:    slowest and fastest are as measured; percentiles and marks are to 3 digits");
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }

  /** Text form of a time, as in ghz's reports; a dash if there is no time. */
  static String time(Long nanos) {
    if (nanos == null) {
      return "-";
    }
    if (nanos < LEAST_IN_MILLIS) {
      return nanos + " ns";
    }
    double millis = nanos / 1e6;
    return millis < MILLIS_A_SECOND
        ? String.format(Locale.ROOT, "%.2f ms", millis)
        : String.format(Locale.ROOT, "%.2f s", millis / MILLIS_A_SECOND);
  }
}
