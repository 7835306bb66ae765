// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration;

import io.fleetload.calibration.check.Check;
import io.fleetload.calibration.check.Outcome;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A whole calibration: every trial, its table, and what they say together. */
final class Calibration {
  /** The tool's name in what it tells. */
  static final String TOOL = "calibration";

  /** The most often a trial is run until noise leaves nothing open. */
  private static final int ATTEMPTS = 2;

  private final Trials trials;
  private final TrialRun run;
  private final Teller teller;
  private final StopSignal stop;

  Calibration(Trials trials, TrialRun run, Teller teller, StopSignal stop) {
    this.trials = trials;
    this.run = run;
    this.teller = teller;
    this.stop = stop;
  }

  /**
   * Runs it.
   *
   * @throws UsageException if the simulator was not built
   * @throws TargetException if the simulator and the server did not come together
   * @throws IOException if a result cannot be written or read
   */
  ExitCode run() throws UsageException, TargetException, IOException, InterruptedException {
    List<Check> all = new ArrayList<>();
    for (Trial trial : trials.all()) {
      say("%s: %s".formatted(trial.name(), trial.about()));
      TrialReport finding = settled(trial);
      if (finding == null) {
        return ExitCode.INTERRUPTED;
      }
      List<Check> checks = finding.checks();
      all.addAll(checks);
      CheckTable.of(checks).forEach(this::say);
      finding.remarks().forEach(remark -> say("  " + remark));
    }
    say(verdict(all));
    return code(all);
  }

  /**
   * Runs a trial, and once more if noise left something open; the run that left the least open
   * counts. Only what could not be judged is repeated. What was wrong once stays wrong, so
   * repeating cannot turn a wrong figure into a right one. The exception is a host that itself
   * dropped datagrams, as that was another trial than the script's.
   *
   * @return null if it was stopped
   */
  private TrialReport settled(Trial trial)
      throws UsageException, TargetException, IOException, InterruptedException {
    TrialReport best = null;
    long leastOpen = Long.MAX_VALUE;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      TrialReport finding =
          stop.why() != null ? null : run.run(trial, new RunId((int) trials.seed()));
      if (finding == null) {
        return null;
      }
      List<Check> checks = finding.checks();
      long wrong = number(checks, Outcome.NOT_OK);
      long open = number(checks, Outcome.NOT_JUDGED);
      if (finding.isAsScripted() && (open == 0 || wrong > 0)) {
        return finding;
      }
      finding
          .limits()
          .forEach(why -> say("  the generator was the limit, percentiles are not judged: " + why));
      say("  %s figures could not be judged on this busy host".formatted(open + wrong));
      if (open + wrong < leastOpen) {
        leastOpen = open + wrong;
        best = finding;
      }
    }
    return best;
  }

  /** The verdict of all checks, in one sentence. */
  static String verdict(List<Check> checks) {
    long wrong = number(checks, Outcome.NOT_OK);
    long open = number(checks, Outcome.NOT_JUDGED);
    String sentence =
        wrong > 0
            ? "%s of %s checks are NOT ok: the simulator does not report what was done"
                .formatted(wrong, checks.size())
            : "%s of %s checks ok: the simulator reports what was done"
                .formatted(checks.size() - open, checks.size());
    return open == 0
        ? sentence
        : String.format(
            Locale.ROOT,
            "%s; %d could not be judged on this host at this time: it was too busy",
            sentence,
            open);
  }

  /** The exit code that goes with checks. */
  static ExitCode code(List<Check> checks) {
    if (number(checks, Outcome.NOT_OK) > 0) {
      return ExitCode.LEDGER_UNBALANCED;
    }
    return number(checks, Outcome.NOT_JUDGED) > 0 ? ExitCode.GENERATOR_LIMITED : ExitCode.PASSED;
  }

  private static long number(List<Check> checks, Outcome outcome) {
    return checks.stream().filter(each -> each.outcome() == outcome).count();
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Sentence(TOOL, text));
  }
}
