// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.analysis.report.chart.FigureFormat;
import io.fleetload.analysis.report.chart.LiveResult;
import io.fleetload.analysis.report.chart.ResultNode;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * The verdict as one sentence that can be read aloud, and a list of what does not fit into one.
 *
 * @param word the verdict in capitals
 * @param rest the rest of the sentence
 * @param causes what led to it; empty where the sentence says it
 */
record VerdictSentence(String word, String rest, List<String> causes) {
  private static final int MOST_CROSSED = 3;

  /** The sentence of a result, with which target it is about where that is known. */
  static VerdictSentence of(ResultNode whole) {
    JsonNode result = whole.json();
    VerdictSentence said = judged(result, whole.at("flows"));
    String target = result.path("versions").path(Result.About.TARGET).asText();
    return target.isEmpty()
        ? said
        : new VerdictSentence(said.word, said.rest + " Target: " + target + ".", said.causes);
  }

  private static VerdictSentence judged(JsonNode result, ResultNode flows) {
    String status = result.at("/verdict/status").asText("unknown");
    List<String> reasons = reasons(result);
    if (status.equals(ExitCode.PASSED.status())) {
      return new VerdictSentence(
          "PASSED", did(result, flows) + balance(result, flows) + bounds(result) + ".", reasons);
    }
    if (status.equals(ExitCode.THRESHOLDS_CROSSED.status())) {
      List<String> crossed = crossed(result);
      return new VerdictSentence(
          "THRESHOLDS CROSSED",
          "%s of %s thresholds did not hold%s. In this run %s."
              .formatted(
                  count(result, each -> !each.path("held").asBoolean()),
                  result.path("thresholds").size(),
                  crossed.size() == 1 ? ": " + crossed.get(0) : "",
                  did(result, flows)),
          crossed.size() == 1 ? List.of() : crossed);
    }
    if (status.equals(ExitCode.GENERATOR_LIMITED.status())) {
      return because("GENERATOR LIMITED", "this run says nothing about the target", reasons);
    }
    if (status.equals(ExitCode.LEDGER_UNBALANCED.status())) {
      return because(
          "LEDGER UNBALANCED",
          "this run is invalid, because its books do not balance",
          ": ",
          reasons);
    }
    if (LiveResult.is(result)) {
      return new VerdictSentence("RUNNING", LiveResult.sentence(result), List.of());
    }
    if (status.equals(ExitCode.INTERRUPTED.status()) || !result.path("complete").asBoolean(true)) {
      return reasons.size() == 1
          ? new VerdictSentence("INCOMPLETE", reasons.get(0) + ".", List.of())
          : new VerdictSentence("INCOMPLETE", "this run did not come to its end.", reasons);
    }
    if (status.equals(ExitCode.BACKEND_BEHIND.status())) {
      return because("BACKEND BEHIND", "this run is no verdict on the target", reasons);
    }
    String word = status.toUpperCase(Locale.ROOT).replace('-', ' ');
    return reasons.size() == 1
        ? new VerdictSentence(word, reasons.get(0) + ".", List.of())
        : new VerdictSentence(word, did(result, flows) + ".", reasons);
  }

  private static VerdictSentence because(String word, String what, List<String> reasons) {
    return because(word, what, ", because ", reasons);
  }

  /** One reason fits into the sentence, several are a list. */
  private static VerdictSentence because(
      String word, String what, String link, List<String> reasons) {
    return reasons.size() == 1
        ? new VerdictSentence(word, what + link + reasons.get(0) + ".", List.of())
        : new VerdictSentence(
            word,
            what + (reasons.isEmpty() ? "." : ", for %s reasons.".formatted(reasons.size())),
            reasons);
  }

  private static String did(JsonNode result, ResultNode flows) {
    List<String> rates = new ArrayList<>();
    for (ResultNode part : flows.each()) {
      JsonNode flow = part.json();
      boolean closed = flow.path("closed").isObject();
      if (closed || flow.path("asked").isNumber()) {
        rates.add(
            FigureFormat.rate(flow.path("reached"))
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
    return count(result, each -> !each.path("surely").asBoolean(true));
  }

  private static long count(JsonNode result, Predicate<JsonNode> which) {
    return StreamSupport.stream(result.path("thresholds").spliterator(), false)
        .filter(which)
        .count();
  }

  /** The thresholds that did not hold; of many, the first ones and how many more there are. */
  private static List<String> crossed(JsonNode result) {
    List<String> crossed = new ArrayList<>();
    for (JsonNode each : result.path("thresholds")) {
      if (!each.path("held").asBoolean()) {
        String figure = each.path("figure").asText();
        crossed.add(
            figure
                + (each.path("found").isNumber()
                    ? " is "
                        + FigureFormat.found(each, each.path("found"))
                        + (each.path("surely").asBoolean(true) ? "" : " (not surely)")
                    : " was not measured")
                + " where "
                + each.path("threshold").asText()
                + " was asked"
                + firstCrossed(each.path("firstCrossed")));
      }
    }
    int more = crossed.size() - MOST_CROSSED;
    if (more > 0) {
      crossed.subList(MOST_CROSSED, crossed.size()).clear();
      crossed.add(more + " more, which are listed below");
    }
    return crossed;
  }

  private static String firstCrossed(JsonNode crossing) {
    return crossing.isObject()
        ? ", first after " + FigureFormat.duration(crossing.path("afterSeconds").asDouble())
        : "";
  }

  private static List<String> reasons(JsonNode result) {
    List<String> reasons = new ArrayList<>();
    result.at("/verdict/reasons").forEach(each -> reasons.add(each.asText()));
    return reasons;
  }

  private static String listed(List<String> parts) {
    int last = parts.size() - 1;
    return last < 1
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }
}
