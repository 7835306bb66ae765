// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A run as Gatling printed its summary at the end of a test when the campaigns were published, to
 * the blank: of all requests, then of each; then what it does not say.
 */
final class GatlingText {
  private static final int WIDTH = 80;
  private static final int MESSAGE = 60;

  private final List<String> lines = new ArrayList<>();

  private GatlingText() {}

  static String of(GatlingReport report) {
    GatlingText text = new GatlingText();
    text.lines.add("=".repeat(WIDTH));
    text.block("Global Information", report.stats());
    text.errors(report.errors());
    report.contents().values().forEach(each -> text.block("Request " + each.name(), each.stats()));
    text.lines.add("=".repeat(WIDTH));
    text.lines.add("");
    text.lines.addAll(report.hidden().lines("Gatling"));
    return String.join("\n", text.lines) + "\n";
  }

  private void title(String title) {
    String begin = "---- " + title + " ";
    lines.add(begin + "-".repeat(Math.max(0, WIDTH - begin.length())));
  }

  private void block(String title, GatlingStats stats) {
    title(title);
    numbers("request count", stats.numberOfRequests());
    numbers("min response time", stats.times().minResponseTime());
    numbers("max response time", stats.times().maxResponseTime());
    numbers("mean response time", stats.times().meanResponseTime());
    numbers("std deviation", stats.times().standardDeviation());
    numbers("response time 50th percentile", stats.times().percentiles1());
    numbers("response time 75th percentile", stats.times().percentiles2());
    numbers("response time 95th percentile", stats.times().percentiles3());
    numbers("response time 99th percentile", stats.times().percentiles4());
    numbers("mean requests/sec", stats.meanNumberOfRequestsPerSecond());
    title("Response Time Distribution");
    group(stats.groups().group1());
    group(stats.groups().group2());
    group(stats.groups().group3());
    group(stats.groups().group4());
  }

  private void numbers(String name, GatlingStats.Numbers numbers) {
    lines.add(
        String.format(
            Locale.ROOT,
            "> %-48s %7s (OK=%-6s KO=%-6s)",
            name,
            shown(numbers.total()),
            shown(numbers.ok()),
            shown(numbers.ko())));
  }

  private void group(GatlingStats.Group group) {
    lines.add(
        String.format(
            Locale.ROOT, "> %-48s %7d (%3d%%)", group.name(), group.count(), group.percentage()));
  }

  private void errors(List<GatlingReport.Failures> errors) {
    if (errors.isEmpty()) {
      return;
    }
    title("Errors");
    for (GatlingReport.Failures each : errors) {
      lines.add(
          String.format(
              Locale.ROOT,
              "> %-" + MESSAGE + "s %6d (%s%%)",
              each.message(),
              each.count(),
              shown(each.percentage())));
    }
  }

  /** Without zeros at the end, and a dash for nothing. */
  private static String shown(Number number) {
    if (number == null) {
      return "-";
    }
    return number instanceof Double
        ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
        : number.toString();
  }
}
