// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import io.fleetload.results.FlowResult;
import io.fleetload.results.GroupResult;
import io.fleetload.results.Result;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.ledger.Ledger;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A result as a page of Markdown for a pull request: verdict, flows, groups, thresholds. */
final class MarkdownSummary {
  private static final String NOTHING = "–";

  private final Result result;
  private final List<ThresholdOutcome> thresholds;
  private final StringBuilder text = new StringBuilder();

  MarkdownSummary(Result result) {
    this.result = result;
    // An early result has none.
    this.thresholds = Objects.requireNonNullElse(result.thresholds(), List.of());
  }

  String text() {
    line("### %s: %s", Markdown.text(result.identity().run()), word());
    line("");
    result.verdict().reasons().forEach(reason -> line("- %s", Markdown.text(reason)));
    if (!result.verdict().reasons().isEmpty()) {
      line("");
    }
    line(
        "%d of %d sessions connected%s; %.0f s measured; run %s%s.",
        result.figures().devices().connected(),
        result.figures().devices().asked(),
        DeviceBook.WaveCounts.note(result.figures().devices().wave()),
        result.figures().measuredSeconds(),
        Markdown.text(String.valueOf(result.identity().runId())),
        result.testedTarget() == null ? "" : "; target: " + Markdown.text(result.testedTarget()));
    line("");
    flows();
    groups();
    thresholds();
    return text.toString();
  }

  private String word() {
    return result.verdict().heading() + (result.identity().complete() ? "" : " (incomplete)");
  }

  private void flows() {
    line(
        "| flow | asked/s | reached/s | sent | ok | failed | unsettled | not sent | lost"
            + " | p50 ms | p99 ms |");
    line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    result.figures().flows().forEach(this::flow);
  }

  private void flow(String name, FlowResult flow) {
    line(
        "| %s | %s | %.1f | %d | %d | %d | %d | %d | %s | %s | %s |",
        Markdown.text(name),
        flow.load().closed() == null ? decimal(flow.load().asked()) : "closed model",
        flow.load().reached(),
        flow.counts().sent(),
        flow.counts().ok(),
        flow.counts().failed(),
        flow.counts().unsettled(),
        flow.counts().notSent(),
        lost(flow.ledger()),
        time(flow.times().response(), "p50"),
        time(flow.times().response(), "p99"));
  }

  /** A time with its interval of 95 %. */
  private static String time(LatencySummary summary, String key) {
    if (summary == null) {
      return NOTHING;
    }
    ConfidenceInterval within = summary.intervals() == null ? null : summary.intervals().get(key);
    return decimal(summary.time(key))
        + (within == null
            ? ""
            : " (%s to %s)".formatted(decimal(within.low()), decimal(within.high())));
  }

  private void groups() {
    if (result.figures().groups() == null) {
      return;
    }
    line("");
    line(
        "| group | devices | sessions | connected | sent | ok | failed | unsettled | not sent |"
            + " lost |");
    line("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    result.figures().groups().forEach(this::group);
  }

  private void group(String name, GroupResult group) {
    GroupResult.GroupMessages messages = group.messages();
    FlowResult.Counts counts = messages == null ? null : messages.counts();
    line(
        "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |",
        Markdown.text(name),
        group.devices(),
        count(group.sessions()),
        count(group.connected()),
        count(counts == null ? null : (Long) counts.sent()),
        count(counts == null ? null : (Long) counts.ok()),
        count(counts == null ? null : (Long) counts.failed()),
        count(counts == null ? null : (Long) counts.unsettled()),
        count(counts == null ? null : (Long) counts.notSent()),
        count(messages == null ? null : messages.lost()));
  }

  private static String count(Long count) {
    return count == null ? NOTHING : count.toString();
  }

  /** Of messages with several receivers, what any of them did not get. */
  private static String lost(Ledger ledger) {
    if (ledger != null && ledger.deliveries() != null) {
      return ledger.deliveries().lost() + " deliveries";
    }
    return ledger == null || ledger.messages().lost() == null
        ? NOTHING
        : ledger.messages().lost().toString();
  }

  private void thresholds() {
    if (thresholds.isEmpty()) {
      return;
    }
    line("");
    long unsure = thresholds.stream().filter(ThresholdOutcome::isUnsure).count();
    if (unsure > 0) {
      line("%d of %d thresholds held or crossed, **not surely** (≈).", unsure, thresholds.size());
      line("");
    }
    line("| | threshold | figure | found | 95 %% |");
    line("|---|---|---|--:|--:|");
    for (ThresholdOutcome each : thresholds) {
      line(
          "| %s | %s | %s | %s | %s |",
          (each.held() ? "✓" : "✗") + (each.isUnsure() ? " ≈" : ""),
          Markdown.code(each.threshold()),
          Markdown.text(each.figure()),
          each.foundWithUnit(),
          each.intervalText());
    }
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String decimal(Double value) {
    return value == null ? NOTHING : String.format(Locale.ROOT, "%.1f", value);
  }
}
