// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.node.DoubleNode;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.results.FlowResult;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Flaws;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.ledger.CommandLedger;
import io.fleetload.results.ledger.LedgerTotal;
import io.fleetload.results.ledger.StoreLedger;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.run.ClosedModel;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.TargetClock;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.Leg;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A result as an engineer reads it on a terminal. */
public final class VerdictText {
  /** Largest number of causes in a line; {@code result.json} has all. */
  private static final int MOST_CAUSES = 20;

  /** A terminal of 80 columns shows each row in one line. */
  private static final String COUNTS = "  %s %8s %9s %8s %8s %6s %7s %9s";

  private static final String TIMES = "  %s %8s %8s %8s %8s %8s  %11s";

  private static final int NAME = 15;

  private final Result result;
  private final int nameWidth;

  public VerdictText(Result result) {
    this.result = result;
    this.nameWidth =
        result.figures().flows().keySet().stream().mapToInt(String::length).reduce(NAME, Math::max);
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        line(
            "%s: %s%s",
            result.identity().run(),
            result.verdict().status().toUpperCase(Locale.ROOT),
            result.identity().complete() ? "" : " (incomplete)"));
    ThresholdLines thresholds = new ThresholdLines(StandardOutput.charset(System.getProperties()));
    // Each crossed threshold has its line with the interval instead.
    Set<String> crossed =
        result.thresholds().stream()
            .filter(each -> each.found() != null && each.undecided() == null)
            .filter(each -> !each.held() && each.windows() == null && each.baseline() == null)
            .map(ThresholdOutcome::sentence)
            .collect(Collectors.toSet());
    result.verdict().reasons().stream()
        .filter(reason -> !crossed.contains(reason))
        .forEach(reason -> lines.add("  " + reason));
    thresholds.crossed(result.thresholds(), lines);
    if (result.testedTarget() != null) {
      lines.add("  target: " + result.testedTarget());
    }
    if (result.health() != null) {
      result.health().notes().forEach(note -> lines.add("  note: " + note));
    }
    lines.add(
        line(
            "  %d of %d sessions connected%s, handshake p99 %s ms; %.0f s measured",
            result.figures().devices().connected(),
            result.figures().devices().asked(),
            DeviceBook.WaveCounts.note(result.figures().devices().wave()),
            millis(result.figures().devices().connectTime().times().p99()),
            result.figures().measuredSeconds()));
    FleetPartLines.unconnected(result.figures().groups(), lines);
    if (result.milestones().warmUp() != null && result.milestones().warmUp().flaw() != null) {
      lines.add("  " + result.milestones().warmUp().flaw());
    }
    if (result.milestones().measureEnd() != null) {
      lines.add(
          "  " + result.milestones().measureEnd().sentence(result.figures().measuredSeconds()));
    }
    reconnects(lines);
    DisturbanceLines.of(result.figures().target().disturb(), lines);
    if (result.figures().target().limits() != null) {
      result
          .figures()
          .target()
          .limits()
          .forEach((kind, each) -> lines.add("  " + each.sentence(kind)));
    }
    start(lines);
    if (!result.figures().flows().isEmpty()) {
      flows(lines);
    }
    lines.add("");
    thresholds.held(result.thresholds(), lines);
    FleetPartLines.of(result.figures(), lines);
    ledger(lines);
    AnnouncementLines.of(result.figures().target().announcements(), lines);
    clock(lines);
    GeneratorLines.of(result.figures().generator(), result.health(), lines);
    if (result.target() != null) {
      long messages =
          result.figures().flows().values().stream().mapToLong(flow -> flow.counts().sent()).sum();
      TargetLines.of(result.target(), messages, result.figures().measuredSeconds(), lines);
    }
    return lines;
  }

  private void flows(List<String> lines) {
    lines.add("");
    lines.add(
        line(
            COUNTS,
            padded("flow"),
            "asked/s",
            "reached/s",
            "sent",
            "ok",
            "failed",
            "notSent",
            "unsettled"));
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              lines.add(counts(name, flow));
              causes("failed by", flow.counts().failedBy(), lines);
              refused(flow.counts().refused(), lines);
              causes("not sent by", flow.counts().notSentBy(), lines);
            });
    result.figures().flows().forEach((name, flow) -> closed(name, flow.load().closed(), lines));
    result.figures().flows().forEach((name, flow) -> trace(name, flow.load(), lines));
    lines.add("");
    lines.add(
        line(TIMES, padded("response ms"), "mean", "p50", "p99", "p99.9", "max", "service p99"));
    result.figures().flows().forEach((name, flow) -> latency(name, flow, lines));
  }

  private static void refused(Long refused, List<String> lines) {
    if (refused != null && refused > 0) {
      lines.add(line("    refused by a limit that is expected: %d", refused));
    }
  }

  private void start(List<String> lines) {
    AgreedStart start = result.milestones().start();
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
    Reconnects.ReconnectFigures again = result.figures().devices().reconnects();
    if (again == null || again.attempts() == 0) {
      return;
    }
    lines.add(
        line(
            "  %d sessions ended: churn %d, storm %d, port changed %d of %d, by the target %d,"
                + " given up in silence %d; %d back, handshake p99 %s ms",
            again.ends().sum(),
            again.ends().churned(),
            again.ends().stormed(),
            again.ends().rebindLost(),
            again.ends().rebound(),
            again.ends().targetEnded(),
            again.ends().silent(),
            again.succeeded(),
            millis(again.connectTime().times().p99())));
    OutageLine.of(again.outage()).ifPresent(lines::add);
  }

  private void ledger(List<String> lines) {
    LedgerTotal ledger = result.figures().ledger();
    if (result.figures().flows().isEmpty()) {
      lines.add(
          result.identity().complete()
              ? "  ledger     empty: the profile has no flows, only connections"
              : "  ledger     not known: the devices' book has no flow");
    } else if (ledger != null && ledger.messages().delivered() == null) {
      lines.add(
          line(
              "  ledger     of the devices alone, no backend receives: %s",
              known("unaccounted", ledger.unaccounted())));
    } else if (ledger != null) {
      lines.add(
          line(
              "  ledger     delivered %d, lost %d%s, duplicate %d, out of order %d%s, %s",
              ledger.messages().delivered(),
              ledger.messages().lost(),
              unlessZero("late", ledger.messages().late()),
              ledger.messages().duplicate(),
              ledger.messages().outOfOrder(),
              flaws(ledger.flaws()),
              known("unaccounted", ledger.unaccounted())));
      DeliveryLines.of(ledger, result.figures().flows(), lines);
      store(ledger.store(), lines);
    } else if (received() == null) {
      lines.add("  ledger     none: the backend left no book");
    } else {
      lines.add(
          line(
              "  ledger     not known: the backend had not read everything; it received %d",
              received()));
    }
    if (result.figures().commands() != null) {
      commands(result.figures().commands(), lines);
    }
    OutsideNotes.of(ResultNode.of(ResultFiles.tree(result)))
        .forEach(each -> lines.add("  " + each));
  }

  private static void store(StoreLedger store, List<String> lines) {
    if (store != null) {
      lines.add(
          line(
              "  store      stored %d%s, lost %d, received and not stored %d, stored twice %d%s",
              store.stored(),
              store.share() == null
                  ? ""
                  : " (" + FigureFormat.percent(DoubleNode.valueOf(store.share())) + " %)",
              store.lost(),
              store.receivedNotStored(),
              store.storedTwice(),
              flaws(store.flaws())));
    }
  }

  private static String flaws(Flaws flaws) {
    return flaws == null
        ? ""
        : unlessZero("misdelivered", flaws.misdelivered())
            + unlessZero("altered", flaws.altered())
            + unlessZero("invented", flaws.invented());
  }

  /**
   * Returns the number of measured messages that the backend received, or null if it left no book.
   */
  private Long received() {
    return result.figures().flows().values().stream()
        .map(FlowResult::received)
        .filter(Objects::nonNull)
        .reduce(Long::sum)
        .orElse(null);
  }

  private static void commands(CommandLedger commands, List<String> lines) {
    lines.add(
        line(
            "  commands   queries %d, written %d, received %d, %s, refused %d, answered %d,"
                + " answers seen %d%s%s%s%s%s%s",
            commands.writes().queriesReceived(),
            commands.writes().written(),
            commands.received(),
            known("missed", commands.missed()),
            commands.refused(),
            commands.answers().answered(),
            commands.answers().answersSeen(),
            unlessZero("not written", commands.writes().writeFailed()),
            unlessZero("written or not", commands.writes().writeUnknown()),
            unlessZero("delivered, unconfirmed", commands.deliveredUnconfirmed()),
            unlessZero("delivered twice", commands.flaws().duplicate()),
            unlessZero("misdelivered", commands.flaws().misdelivered()),
            unlessZero("altered", commands.flaws().altered())));
    legs(commands, lines);
  }

  private static String known(String what, Long count) {
    return what + " " + (count == null ? "not known" : count);
  }

  private static String unlessZero(String what, Long count) {
    return count == null || count == 0 ? "" : line(", %s %d", what, count);
  }

  /** Clocks that may be equal need no words; those that are not change figures. */
  private void clock(List<String> lines) {
    TargetClock.TargetClockFigures target = result.figures().devices().targetClock();
    if (target != null) {
      target.notes().forEach(each -> lines.add("  clock      " + each));
    }
    DeviceClocks.ClockFigures clock = result.clock();
    if (clock == null || (clock.correctedMs() == 0 && clock.uncorrected() == null)) {
      return;
    }
    lines.add(
        line(
            "  clock      the backend's is %.1f ms %s the devices', ± %.1f ms; end-to-end times and"
                + " legs are corrected",
            Math.abs(clock.offsetMs()),
            clock.offsetMs() < 0 ? "behind" : "ahead of",
            clock.uncertaintyMs()));
    if (clock.uncorrected() != null) {
      lines.add(
          line(
              "             %d messages that arrived before the first answered command are not",
              clock.uncorrected()));
    }
  }

  private static void legs(CommandLedger commands, List<String> lines) {
    LatencySummary whole = commands.legs().get(Leg.WHOLE.key());
    if (whole == null || whole.times().mean() == null) {
      return;
    }
    StringBuilder text = new StringBuilder("  legs ms    ");
    commands
        .legs()
        .forEach(
            (leg, summary) -> {
              if (!leg.equals(Leg.WHOLE.key()) && summary.times().mean() != null) {
                text.append(line("%s %.1f, ", leg, summary.times().mean()));
              }
            });
    lines.add(text.append(line("whole %.1f (means)", whole.times().mean())).toString());
  }

  private String padded(String name) {
    return name + " ".repeat(nameWidth - name.length());
  }

  private String counts(String name, FlowResult flow) {
    return line(
        COUNTS,
        padded(name),
        flow.load().asked() == null ? "-" : rate(flow.load().asked()),
        rate(flow.load().reached()),
        flow.counts().sent(),
        flow.counts().ok(),
        flow.counts().failed(),
        flow.counts().notSent(),
        flow.counts().unsettled());
  }

  /** Adds the note on a closed model below its figures. A closed model looks better than it is. */
  private static void trace(String name, FlowResult.Load load, List<String> lines) {
    if (load.ofTrace()) {
      lines.add(
          line(
              "  %s: lines of a trace; which device sent a lost message is not known"
                  + " (worst devices and parts of losses leave it out)",
              name));
    }
  }

  private static void closed(
      String name, ClosedModel.ClosedModelFigures closed, List<String> lines) {
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
              name, closed.undone(), closed.messages()));
    }
    if (closed.doneAfterSeconds() != null) {
      lines.add(
          line(
              "  %s: the last of %d messages had its outcome after %.3f s",
              name, closed.messages(), closed.doneAfterSeconds()));
    }
  }

  private static void causes(String what, Map<String, Long> counts, List<String> lines) {
    if (!counts.isEmpty()) {
      String most =
          counts.entrySet().stream()
              .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
              .limit(MOST_CAUSES)
              .map(each -> each.getKey() + " " + each.getValue())
              .collect(Collectors.joining(", "));
      int further = counts.size() - MOST_CAUSES;
      String others = further > 0 ? line(" and %d further causes", further) : "";
      lines.add(line("    %s %s%s", what, most, others));
    }
  }

  private void latency(String name, FlowResult flow, List<String> lines) {
    LatencySummary response = flow.times().response();
    lines.add(
        line(
            TIMES,
            padded(name),
            millis(response.times().mean()),
            millis(response.times().p50()),
            millis(response.times().p99()),
            LatencySummary.isOfEnough("p999", response.count())
                ? millis(response.times().p999())
                : "-",
            millis(response.times().max()),
            millis(flow.times().service().times().p99())));
    if (response.intervals() != null) {
      lines.add(ends("  95 % from", flow, ConfidenceInterval::low));
      lines.add(ends("       to", flow, ConfidenceInterval::high));
    }
  }

  /** Ends of the intervals of 95 % of the figures above; a dash where messages are too few. */
  private String ends(String label, FlowResult flow, Function<ConfidenceInterval, Double> end) {
    LatencySummary response = flow.times().response();
    return line(
        TIMES,
        padded(label),
        end(response, "mean", end),
        end(response, "p50", end),
        end(response, "p99", end),
        LatencySummary.isOfEnough("p999", response.count()) ? end(response, "p999", end) : "-",
        "",
        end(flow.times().service(), "p99", end));
  }

  private static String end(
      LatencySummary times, String key, Function<ConfidenceInterval, Double> end) {
    return times.intervals() == null ? "-" : millis(end.apply(times.intervals().get(key)));
  }

  /** A flow of which little is due was not asked for nothing. */
  private static String rate(double value) {
    return value > 0 && value < 0.05
        ? new BigDecimal(value).round(new MathContext(2)).toPlainString()
        : line("%.1f", value);
  }

  /** Nothing measured is a dash, not a zero. */
  private static String millis(Double value) {
    return value == null ? "-" : line("%.1f", value);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
