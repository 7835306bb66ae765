// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.BackendReading;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.run.AgreedStart;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Says what a joined result amounts to, in one word and in sentences: the first rule that has a
 * reason gives the verdict.
 */
final class Judge {
  /** Reason why a run that ended early is no verdict. */
  static final String UNFINISHED =
      "the run did not go to its end; the figures are of what was done until then";

  private static final List<Rule> RULES =
      List.of(
          new Rule(ExitCode.INTERRUPTED, Judge::incomplete),
          new Rule(ExitCode.BACKEND_BEHIND, Judge::behind),
          new Rule(ExitCode.LEDGER_UNBALANCED, Judge::unbalanced),
          new Rule(ExitCode.NOT_DISTURBED, Judge::notDisturbed),
          new Rule(ExitCode.GENERATOR_LIMITED, Judge::limited),
          new Rule(ExitCode.THRESHOLDS_CROSSED, Judge::crossed),
          new Rule(ExitCode.GENERATOR_LIMITED, Judge::undecided));

  private Judge() {}

  /**
   * A run to judge: a result without its verdict, the books that it comes from, and the thresholds.
   */
  private record Run(
      Result result, BackendBook backend, boolean needsBackend, List<ThresholdOutcome> outcomes) {}

  /**
   * One verdict and when it is given.
   *
   * @param code the verdict
   * @param reasons why, in sentences; none where the rule does not apply
   */
  private record Rule(ExitCode code, Function<Run, List<String>> reasons) {}

  /** The verdict on a run. */
  static Verdict verdict(
      Result result, DeviceBook device, BackendBook backend, List<ThresholdOutcome> outcomes) {
    Run run = new Run(result, backend, device.needsBackend(), outcomes);
    for (Rule rule : RULES) {
      Set<String> reasons = new LinkedHashSet<>(rule.reasons.apply(run));
      if (!reasons.isEmpty()) {
        aborted(result).ifPresent(reasons::add);
        return Verdict.of(rule.code, List.copyOf(reasons));
      }
    }
    boolean late = !result.health().reasons(result.figures().generator()).isEmpty();
    return Verdict.of(
        ExitCode.PASSED, late ? List.of(new LateRun(result, outcomes).note()) : List.of());
  }

  private static Optional<String> aborted(Result result) {
    return Optional.ofNullable(result.milestones().aborted()).map(AbortReason::sentence);
  }

  private static List<String> incomplete(Run run) {
    if (run.result.identity().complete()) {
      return List.of();
    }
    if (run.backend == null) {
      return run.needsBackend
          ? List.of(UNFINISHED, "the backend left no book")
          : List.of(UNFINISHED);
    }
    BackendReading reading = run.backend.reading();
    return reading.caughtUp()
        ? List.of(UNFINISHED)
        : List.of(
            UNFINISHED,
            "what was lost is not known: "
                + (reading.behind() == null
                    ? "the backend had not read everything"
                    : reading.behind().sentence()));
  }

  private static List<String> behind(Run run) {
    BackendBook backend = run.backend;
    if (backend == null || !backend.leftUnread()) {
      return List.of();
    }
    return List.of(
        backend.reading().behind() == null
            ? "the backend had not read everything when it was stopped"
            : backend.reading().behind().sentence());
  }

  private static List<String> crossed(Run run) {
    return Stream.concat(
            aborted(run.result).stream(),
            run.outcomes.stream()
                .filter(each -> !each.held() && each.undecided() == null)
                .map(ThresholdOutcome::sentence))
        .toList();
  }

  /** Nothing due is the fault of neither side, and says nothing of the target. */
  private static boolean nothingWasDue(Result result) {
    return result.identity().complete()
        && !result.figures().flows().isEmpty()
        && result.figures().flows().values().stream()
            .allMatch(flow -> flow.counts().scheduled() == 0 && flow.load().closed() == null);
  }

  private static List<String> undecided(Run run) {
    List<String> reasons = new ArrayList<>();
    if (nothingWasDue(run.result)) {
      reasons.add(
          "no message was due in the measured phase; ask for more than was asked, or measure for"
              + " longer");
    }
    run.outcomes.stream()
        .filter(each -> each.undecided() != null)
        .map(ThresholdOutcome::sentence)
        .forEach(reasons::add);
    return reasons;
  }

  private static List<String> limited(Run run) {
    List<String> apart = new ArrayList<>();
    addShardsApart(run.result, apart);
    if (apart.isEmpty() && new LateRun(run.result, run.outcomes).isJudged()) {
      return List.of();
    }
    List<String> reasons = run.result.health().reasons(run.result.figures().generator());
    reasons.addAll(apart);
    return reasons;
  }

  private static List<String> notDisturbed(Run run) {
    Map<String, DisturbanceResult> disturbances = run.result.figures().target().disturb();
    if (disturbances == null || run.result.milestones().aborted() != null) {
      return List.of();
    }
    return disturbances.entrySet().stream()
        .filter(each -> !each.getValue().note().worked())
        .map(each -> "disturb." + each.getKey() + " was not done: " + each.getValue().note().why())
        .toList();
  }

  /** Shards begin by their own clocks: with clocks apart they do not load the target together. */
  private static void addShardsApart(Result result, List<String> reasons) {
    Double apart = result.clock() == null ? null : result.clock().shardsApartMs();
    if (apart != null && apart > AgreedStart.MOST_APART_MILLIS) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the clocks of the shards' hosts are at least %.1f s apart, so their flows did not"
                  + " begin together; at most %.1f s are one run; synchronise the clocks of all"
                  + " hosts and run again",
              apart / 1e3,
              AgreedStart.MOST_APART_MILLIS / 1e3));
    }
  }

  private static List<String> unbalanced(Run run) {
    List<String> reasons = new ArrayList<>();
    run.result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              if (flow.ledger() != null && flow.ledger().unaccounted() != 0) {
                reasons.add(
                    name + ": " + flow.ledger().unaccounted() + " messages unaccounted for");
              }
              if (flow.warmUpLedger() != null && flow.warmUpLedger().unaccounted() != 0) {
                reasons.add(
                    name
                        + ": "
                        + flow.warmUpLedger().unaccounted()
                        + " messages of the warm-up unaccounted for");
              }
            });
    if (run.result.figures().commands() != null
        && run.result.figures().commands().unaccounted() != 0) {
      reasons.add(
          "commands: " + run.result.figures().commands().unaccounted() + " legs unaccounted for");
    }
    return reasons;
  }
}
