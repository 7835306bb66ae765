package io.fleetload.campaign;

import io.fleetload.results.CommandLedger;
import io.fleetload.results.FlowResult;
import io.fleetload.results.LatencySummary;
import io.fleetload.results.Ledger;
import io.fleetload.results.Leg;
import io.fleetload.results.ProcessCost;
import io.fleetload.results.Result;
import io.fleetload.results.TargetCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A result as an engineer reads it on a terminal. */
final class VerdictText {
  private final Result result;

  VerdictText(Result result) {
    this.result = result;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        line(
            "%s: %s%s",
            result.run(),
            result.verdict().status().toUpperCase(Locale.ROOT),
            result.complete() ? "" : " (incomplete)"));
    result.verdict().reasons().forEach(reason -> lines.add("  " + reason));
    lines.add(
        line(
            "  %d of %d devices connected, handshake p99 %s ms; %.0f s measured",
            result.devices().connected(),
            result.devices().asked(),
            millis(result.devices().connectTime().p99()),
            result.measuredSeconds()));
    lines.add("");
    lines.add(
        line(
            "  %-16s %9s %9s %9s %9s %7s %7s %8s",
            "flow", "asked/s", "reached/s", "sent", "ok", "failed", "notSent", "inFlight"));
    result.flows().forEach((name, flow) -> lines.add(counts(name, flow)));
    lines.add("");
    lines.add(
        line(
            "  %-16s %9s %9s %9s %9s %9s   %s",
            "response ms", "mean", "p50", "p99", "p99.9", "max", "service p99"));
    result.flows().forEach((name, flow) -> lines.add(latency(name, flow)));
    lines.add("");
    ledger(lines);
    lines.add(
        line(
            "  generator  lag p99 %s ms (limit %.0f), cpu %.1f s, gc %d ms",
            millis(result.generator().lag().p99()),
            result.generator().lagLimitMs(),
            result.generator().cpuSeconds(),
            result.generator().gcPauseMs()));
    if (result.target() != null) {
      target(lines, result.target());
    }
    return lines;
  }

  private static void target(List<String> lines, TargetCost target) {
    List<String> parts = new ArrayList<>();
    Double cpu = target.ofTarget(ProcessCost::cpuSeconds);
    Double perMillion = target.cpuSecondsPerMillionMessages();
    if (cpu != null) {
      parts.add(
          line("cpu %.1f s", cpu)
              + (perMillion == null ? "" : line(" (%,.0f s per million messages)", perMillion)));
    }
    Double peak = target.ofTarget(ProcessCost::peakRssMb);
    if (peak != null) {
      parts.add(line("peak memory %,.0f MB", peak));
    }
    Double pauses = target.ofTarget(ProcessCost::gcPauseMs);
    if (pauses != null) {
      parts.add(line("gc %,.0f ms", pauses));
    }
    if (!parts.isEmpty()) {
      lines.add("  target     " + String.join(", ", parts));
    }
  }

  private void ledger(List<String> lines) {
    Ledger ledger = result.ledger();
    if (ledger == null) {
      lines.add("  ledger     none: the backend left no book");
      return;
    }
    lines.add(
        line(
            "  ledger     delivered %d, lost %d, duplicate %d, out of order %d, unaccounted %d",
            ledger.delivered(),
            ledger.lost(),
            ledger.duplicate(),
            ledger.outOfOrder(),
            ledger.unaccounted()));
    CommandLedger commands = result.commands();
    if (commands != null) {
      lines.add(
          line(
              "  commands   queries %d, written %d, received %d, answered %d, answers seen %d",
              commands.queriesReceived(),
              commands.written(),
              commands.received(),
              commands.answered(),
              commands.answersSeen()));
      legs(commands, lines);
    }
  }

  private static void legs(CommandLedger commands, List<String> lines) {
    LatencySummary whole = commands.legs().get(Leg.WHOLE.key());
    if (whole == null || whole.mean() == null) {
      return;
    }
    StringBuilder text = new StringBuilder("  legs ms    ");
    commands
        .legs()
        .forEach(
            (leg, summary) -> {
              if (!leg.equals(Leg.WHOLE.key())) {
                text.append(line("%s %.1f, ", leg, summary.mean()));
              }
            });
    lines.add(text.append(line("whole %.1f (means)", whole.mean())).toString());
  }

  private static String counts(String name, FlowResult flow) {
    return line(
            "  %-16s %9s %9.1f %9d %9d %7d %7d %8d",
            name,
            flow.asked() == null ? "-" : line("%.1f", flow.asked()),
            flow.reached(),
            flow.sent(),
            flow.ok(),
            flow.failed(),
            flow.notSent(),
            flow.inFlight())
        + causes(flow.failedBy())
        + causes(flow.notSentBy());
  }

  private static String causes(Map<String, Long> counts) {
    return counts.isEmpty() ? "" : "  " + counts;
  }

  private static String latency(String name, FlowResult flow) {
    LatencySummary response = flow.response();
    return line(
        "  %-16s %9s %9s %9s %9s %9s   %s",
        name,
        millis(response.mean()),
        millis(response.p50()),
        millis(response.p99()),
        millis(response.p999()),
        millis(response.max()),
        millis(flow.service().p99()));
  }

  /** Nothing measured is a dash, not a zero. */
  private static String millis(Double value) {
    return value == null ? "-" : line("%.1f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
