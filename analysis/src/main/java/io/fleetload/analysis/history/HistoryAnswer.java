// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import io.fleetload.results.format.ExitCode;
import java.util.List;
import java.util.stream.Collectors;

/** The answer for a pipeline: whether the newest run is after a change to the worse. */
final class HistoryAnswer {
  private HistoryAnswer() {}

  /**
   * Of all histories of a folder. It is on that of the newest run: an earlier profile without
   * further runs would otherwise fail each pipeline for ever.
   *
   * @param histories that of the newest run first
   */
  static History of(List<History.ProfileHistory> histories, List<String> leftOut) {
    History.ProfileHistory newest = histories.get(0);
    List<History.ChangeOfFigure> worse =
        newest.changes().stream().filter(History.ChangeOfFigure::makesWorse).toList();
    String sentence;
    String answer;
    ExitCode code;
    if (!worse.isEmpty()) {
      answer = History.WORSE;
      code = ExitCode.THRESHOLDS_CROSSED;
      sentence =
          "the newest run of %s is after a change to the worse: %s"
              .formatted(
                  newest.title(),
                  worse.stream()
                      .map(each -> each.path() + " " + each.text())
                      .collect(Collectors.joining("; ")));
    } else if (newest.counted() < newest.enoughRuns()) {
      answer = History.TOO_FEW_RUNS;
      code = ExitCode.GENERATOR_LIMITED;
      sentence =
          "too few runs of %s to say: %s of its %s runs count, and %s would do"
              .formatted(
                  newest.title(), newest.counted(), newest.runs().size(), newest.enoughRuns());
    } else {
      answer = History.NOT_WORSE;
      code = ExitCode.PASSED;
      sentence =
          "no change to the worse is in force at the newest of %s runs of %s"
              .formatted(newest.runs().size(), newest.title());
    }
    String unsaid = newest.runs().get(newest.runs().size() - 1).leftOut();
    if (unsaid != null) {
      sentence += "; the newest run itself says nothing about the target: " + unsaid;
    }
    return new History(History.VERSION, answer, code.code(), sentence, histories, leftOut);
  }
}
