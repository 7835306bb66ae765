// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.figure.FigurePath;
import io.fleetload.results.figure.Unit;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.util.List;
import java.util.Set;

/**
 * A run in which a simulator or its host was late. Response times count from the due time, so
 * lateness can only make them longer: an upper bound that held in an open model that reached what
 * was asked has held all the same. What was lost, doubled, changed or invented is a comparison of
 * both books, which no lateness changes. How much was confirmed, and what was not, can be the work
 * of devices that were late to see an answer.
 */
record LateRun(Result result, List<ThresholdOutcome> outcomes) {
  private static final double REACHED = 0.99;
  private static final String LEDGER = "ledger.";

  /** Figures of a ledger that depend on when a device saw an answer, or the backend a message. */
  private static final Set<String> MOVED_BY_LATENESS =
      Set.of(
          "delivered",
          "late",
          "deliveredUnconfirmed",
          "expected",
          "stored",
          "storedUnconfirmed",
          "share");

  private static final Set<String> EXACT =
      Set.of(
          "devices.unexpectedAnswers",
          "commands.deliveredUnconfirmed",
          "commands.duplicate",
          "commands.misdelivered",
          "commands.altered");

  /** Checks whether the run says something about the target although it was late. */
  boolean isJudged() {
    return result.health().lateAtMost(result.figures().generator())
        && result.identity().complete()
        && (crossesExactly() || heldAllTheSame());
  }

  /** Note for the reader of the times. */
  String note() {
    return "all times are upper bounds, because this run was late: "
        + String.join("; ", result.health().reasons(result.figures().generator()));
  }

  private boolean crossesExactly() {
    return outcomes.stream()
        .anyMatch(each -> !each.held() && each.undecided() == null && isExact(each.figure()));
  }

  private static boolean isExact(String figure) {
    boolean ofLedger = figure.startsWith(LEDGER) || figure.contains("." + LEDGER);
    String last = figure.substring(figure.lastIndexOf('.') + 1);
    return EXACT.contains(figure)
        || (ofLedger && !figure.contains(FigurePath.RATIO) && !MOVED_BY_LATENESS.contains(last));
  }

  private boolean heldAllTheSame() {
    return !outcomes.isEmpty()
        && outcomes.stream().allMatch(each -> each.held() && isAnUpperBound(each))
        && result.figures().flows().values().stream().allMatch(LateRun::reachedWhatWasAsked)
        && nothingWasCapped();
  }

  /**
   * Checks whether lateness cannot have helped a bound to hold. A time that has to be long may be
   * so by lateness alone, a quotient of times may be either, and another run may have been as late.
   */
  private static boolean isAnUpperBound(ThresholdOutcome outcome) {
    Threshold threshold = Threshold.parse(outcome.threshold());
    List<String> figures = List.of(outcome.figure().split(FigurePath.RATIO));
    boolean times = figures.stream().anyMatch(LateRun::isTime);
    return !threshold.ofBaseline()
        && (!times
            || (figures.size() == 1
                && (threshold.comparison() == Threshold.Relation.LESS
                    || threshold.comparison() == Threshold.Relation.AT_MOST)));
  }

  private static boolean isTime(String figure) {
    return FigureCatalogue.kindOf(figure)
        .map(FigureKind::unit)
        .map(unit -> unit == Unit.MILLIS || unit == Unit.SECONDS)
        .orElse(true);
  }

  /** A user who waits for a late simulator loads the target less. */
  private static boolean reachedWhatWasAsked(FlowResult flow) {
    return flow.load().closed() == null
        && (flow.load().asked() == null
            || (flow.load().achieved() != null && flow.load().achieved() >= REACHED));
  }

  private boolean nothingWasCapped() {
    LatencySummary capped = result.figures().generator().delays().capped();
    return capped == null || capped.count() == 0 || capped.times().max() == 0;
  }
}
