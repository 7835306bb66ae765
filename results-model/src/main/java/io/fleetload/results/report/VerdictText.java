package io.fleetload.results.report;

import io.fleetload.results.AgreedStart;
import io.fleetload.results.ClosedModel;
import io.fleetload.results.CommandLedger;
import io.fleetload.results.FlowResult;
import io.fleetload.results.LatencySummary;
import io.fleetload.results.Ledger;
import io.fleetload.results.Leg;
import io.fleetload.results.ProcessCost;
import io.fleetload.results.Reconnects;
import io.fleetload.results.Result;
import io.fleetload.results.TargetCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A result as an engineer reads it on a terminal. */
public final class VerdictText {
  private final Result result;

  /** Of a result. */
  public VerdictText(Result result) {
    this.result = result;
  }

  /** The lines, in their order. */
  public List<String> lines() {
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
    reconnects(lines);
    start(lines);
    lines.add("");
    lines.add(
        line(
            "  %-16s %9s %9s %9s %9s %7s %7s %8s",
            "flow", "asked/s", "reached/s", "sent", "ok", "failed", "notSent", "inFlight"));
    result.flows().forEach((name, flow) -> lines.add(counts(name, flow)));
    result.flows().forEach((name, flow) -> closed(name, flow.closed(), lines));
    lines.add("");
    lines.add(
        line(
            "  %-16s %9s %9s %9s %9s %9s   %s",
            "response ms", "mean", "p50", "p99", "p99.9", "max", "service p99"));
    result.flows().forEach((name, flow) -> lines.add(latency(name, flow)));
    lines.add("");
    TenantLines.of(result.tenants(), lines);
    ledger(lines);
    GeneratorLines.of(result.generator(), lines);
    if (result.target() != null) {
      target(lines, result.target());
      result.target().processes().forEach(each -> dropped(lines, each));
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

  /** Who loses datagrams makes the devices repeat them; that explains what else is slow. */
  private static void dropped(List<String> lines, ProcessCost process) {
    if (process.udpDropped() != null && process.udpDropped() > 0) {
      lines.add(
          line(
              "  network    sockets of %s dropped %,d datagrams (receive buffer full)",
              process.name(), process.udpDropped()));
    }
  }

  private void start(List<String> lines) {
    AgreedStart start = result.start();
    if (start == null || start.skewMs() == null) {
      return;
    }
    if (start.spreadMs() == null) {
      lines.add(line("  flows began %.1f ms after the agreed start", start.skewMs()));
    } else {
      lines.add(
          line(
              "  shards began their flows %.1f to %.1f ms after the agreed start, %.1f ms apart",
              start.leastSkewMs(), start.skewMs(), start.spreadMs()));
    }
  }

  private void reconnects(List<String> lines) {
    Reconnects.Figures again = result.devices().reconnects();
    if (again == null || again.attempts() == 0) {
      return;
    }
    lines.add(
        line(
            "  %d sessions ended (churn %d, storm %d, port changed %d of %d, by the target %d), %d"
                + " back, handshake p99"
                + " %s ms",
            again.churned() + again.stormed() + again.rebindLost() + again.targetEnded(),
            again.churned(),
            again.stormed(),
            again.rebindLost(),
            again.rebound(),
            again.targetEnded(),
            again.succeeded(),
            millis(again.connectTime().p99())));
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

  /** A closed model looks better than it is; that has to stand where its figures do. */
  private static void closed(String name, ClosedModel.Figures closed, List<String> lines) {
    if (closed == null) {
      return;
    }
    lines.add(
        line(
            "  %s: closed model, %d users; no rate was asked, and response times hide stalls"
                + " (coordinated omission)",
            name, closed.users()));
    if (closed.undone() != null && closed.undone() > 0) {
      lines.add(
          line(
              "  %s: %d of %d messages did not begin in the measured phase",
              name, closed.undone(), closed.users() * closed.iterations()));
    }
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
