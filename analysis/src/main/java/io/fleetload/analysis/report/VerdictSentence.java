// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.LiveResult;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.results.Result;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The verdict as one sentence that can be read aloud.
 *
 * @param word the verdict in capitals
 * @param rest the rest of the sentence
 */
record VerdictSentence(String word, String rest) {
  private static final int MOST_CROSSED = 3;

  /** The sentence of a result, with which target it is about where that is known. */
  static VerdictSentence of(ResultNode whole) {
    JsonNode result = whole.json();
    VerdictSentence said = judged(result, whole.at("flows"));
    String target = result.path("versions").path(Result.About.TARGET).asText();
    return target.isEmpty()
        ? said
        : new VerdictSentence(said.word, said.rest + " Target: " + target + ".");
  }

  private static VerdictSentence judged(JsonNode result, ResultNode flows) {
    String status = result.at("/verdict/status").asText("unknown");
    String reasons = reasons(result);
    if (status.equals(ExitCode.PASSED.status())) {
      return new VerdictSentence(
          "PASSED",
          did(result, flows)
              + balance(result, flows)
              + bounds(result)
              + (reasons.isEmpty() ? "" : "; " + reasons)
              + ".");
    }
    if (status.equals(ExitCode.THRESHOLDS_CROSSED.status())) {
      return new VerdictSentence(
          "THRESHOLDS CROSSED", crossed(result) + " " + did(result, flows) + ".");
    }
    if (status.equals(ExitCode.GENERATOR_LIMITED.status())) {
      return new VerdictSentence(
          "GENERATOR LIMITED", "this run says nothing about the target, because " + reasons + ".");
    }
    if (status.equals(ExitCode.LEDGER_UNBALANCED.status())) {
      return new VerdictSentence(
          "LEDGER UNBALANCED",
          "this run is invalid, because its books do not balance: " + reasons + ".");
    }
    if (LiveResult.is(result)) {
      return new VerdictSentence("RUNNING", LiveResult.sentence(result));
    }
    if (status.equals(ExitCode.INTERRUPTED.status()) || !result.path("complete").asBoolean(true)) {
      return new VerdictSentence("INCOMPLETE", reasons + ".");
    }
    if (status.equals(ExitCode.BACKEND_BEHIND.status())) {
      return new VerdictSentence(
          "BACKEND BEHIND", "this run is no verdict on the target, because " + reasons + ".");
    }
    return new VerdictSentence(
        status.toUpperCase(Locale.ROOT).replace('-', ' '),
        (reasons.isEmpty() ? did(result, flows) : reasons) + ".");
  }

  private static String did(JsonNode result, ResultNode flows) {
    List<String> rates = new ArrayList<>();
    for (ResultNode part : flows.each()) {
      JsonNode flow = part.json();
      boolean closed = flow.path("closed").isObject();
      if (closed || flow.path("asked").isNumber()) {
        rates.add(
            FigureFormat.plain(oneDecimal(flow.path("reached")))
                + "/s of "
                + part.key()
                + (closed ? " (a closed model)" : ""));
      }
    }
    JsonNode sessions = result.at("/devices/connected");
    return "%s %s %s for %s"
        .formatted(
            FigureFormat.count(sessions),
            sessions.asLong() == 1 ? "session" : "sessions",
            flows.each().isEmpty()
                ? "and no messages"
                : "sent " + (rates.isEmpty() ? "nothing" : listed(rates)),
            FigureFormat.duration(result.path("measuredSeconds").asDouble())
                + (result.has("aborted") ? ", until a threshold ended it" : "")
                + unconnected(result.path("groups"))
                + began(result.path("warmUp"))
                + precision(result.path("measureEnd")));
  }

  private static String unconnected(JsonNode groups) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, JsonNode> each : groups.properties()) {
      if (each.getValue().path("sessions").asLong() > 0
          && each.getValue().path("connected").asLong() == 0) {
        names.add(each.getKey());
      }
    }
    return names.isEmpty() ? "" : "; no session connected of " + FleetPartLines.named(names);
  }

  /** A run that did not begin measuring as it should says so where its figures are read. */
  private static String began(JsonNode warmUp) {
    String flaw = warmUp.path("flaw").asText();
    return flaw.isEmpty() ? "" : "; " + flaw;
  }

  private static String precision(JsonNode end) {
    return !end.isObject()
        ? ""
        : end.path("reached").asBoolean()
            ? ", until %s was known".formatted(end.path("until").asText())
            : "; %s was not reached in the longest time".formatted(end.path("until").asText());
  }

  private static double oneDecimal(JsonNode value) {
    return Math.round(value.asDouble() * 10) / 10.0;
  }

  private static String balance(JsonNode result, ResultNode flows) {
    JsonNode ledger = result.path("ledger");
    if (!ledger.isObject() || flows.each().isEmpty()) {
      return "";
    }
    long lost = ledger.path("lost").asLong();
    long failed = flows.sum("/failed");
    List<String> but = new ArrayList<>();
    if (lost > 0) {
      but.add(FigureFormat.count(lost) + " of them lost");
    }
    long notStored = ledger.path("store").path("lost").asLong();
    if (notStored > 0) {
      but.add(FigureFormat.count(notStored) + " of them not stored");
    }
    if (failed > 0) {
      but.add(FigureFormat.count(failed) + " of them failed");
    }
    long unsettled = flows.sum("/unsettled");
    if (unsettled > 0) {
      but.add(FigureFormat.count(unsettled) + " of them without an outcome");
    }
    return "; every message is accounted for" + (but.isEmpty() ? "" : ", " + listed(but));
  }

  private static String bounds(JsonNode result) {
    int bounds = result.path("thresholds").size();
    long unsure = unsure(result);
    return switch (bounds) {
      case 0 -> "";
      case 1 -> "; its one threshold held" + (unsure == 0 ? "" : ", not surely");
      default ->
          "; all "
              + bounds
              + " thresholds held"
              + (unsure == 0 ? "" : ", " + unsure + " of them not surely");
    };
  }

  private static long unsure(JsonNode result) {
    return StreamSupport.stream(result.path("thresholds").spliterator(), false)
        .filter(each -> !each.path("surely").asBoolean(true))
        .count();
  }

  private static String crossed(JsonNode result) {
    List<String> crossed = new ArrayList<>();
    for (JsonNode each : result.path("thresholds")) {
      if (!each.path("held").asBoolean()) {
        String figure = each.path("figure").asText();
        crossed.add(
            figure
                + (each.path("found").isNumber()
                    ? " is "
                        + found(each)
                        + (each.path("surely").asBoolean(true) ? "" : " (not surely)")
                    : " was not measured")
                + " where "
                + each.path("threshold").asText()
                + " was asked"
                + firstCrossed(each.path("firstCrossed")));
      }
    }
    int all = crossed.size();
    String more = all > MOST_CROSSED ? "; and %s more".formatted(all - MOST_CROSSED) : "";
    return "%s of %s thresholds did not hold: %s%s."
            .formatted(
                all,
                result.path("thresholds").size(),
                String.join("; ", crossed.subList(0, Math.min(all, MOST_CROSSED))),
                more)
        + " In this run";
  }

  private static String found(JsonNode outcome) {
    String figure = outcome.path("figure").asText();
    return ThresholdOutcome.isInPercent(outcome.path("threshold").asText(), figure)
        ? FigureFormat.exactPercent(outcome.path("found")) + " %"
        : FigureFormat.plain(outcome.path("found")) + FigureCatalogue.unitOf(figure);
  }

  private static String firstCrossed(JsonNode crossing) {
    return crossing.isObject()
        ? ", first after " + FigureFormat.duration(crossing.path("afterSeconds").asDouble())
        : "";
  }

  private static String reasons(JsonNode result) {
    List<String> reasons = new ArrayList<>();
    result.at("/verdict/reasons").forEach(each -> reasons.add(each.asText()));
    return String.join("; ", reasons);
  }

  private static String listed(List<String> parts) {
    int last = parts.size() - 1;
    return last < 1
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }
}
