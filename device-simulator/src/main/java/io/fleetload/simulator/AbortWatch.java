// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.results.Baseline;
import io.fleetload.results.WindowJudge;
import io.fleetload.results.book.AbortReason;
import io.fleetload.results.book.Course;
import io.fleetload.results.verdict.Threshold;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks while the run goes on whether a threshold with {@code abort} was crossed, by the same
 * judges and on the same figures as the judgement after it.
 */
final class AbortWatch {
  private static final double NANOS = 1e9;

  private final RunTimes times;
  private final List<Threshold> thresholds;
  private final Baseline baseline;
  private final long startEpochMs;
  private List<WindowJudge> judges;

  /**
   * A watch.
   *
   * @param thresholds all of the profile; those without abort are left alone
   * @param baseline what they compare with, or null
   * @param startEpochMs when the flows begin, ms since the epoch
   */
  AbortWatch(RunTimes times, List<Threshold> thresholds, Baseline baseline, long startEpochMs) {
    this.times = times;
    this.thresholds = thresholds.stream().filter(Threshold::abort).toList();
    this.baseline = baseline;
    this.startEpochMs = startEpochMs;
  }

  /** Returns whether any threshold has abort. */
  boolean isNeeded() {
    return !thresholds.isEmpty();
  }

  /**
   * Judges the windows that are over.
   *
   * @param flows what happened so far
   * @param sinceStartNanos time since the flows began, when that was taken, ns
   * @return what was crossed first, if anything was
   */
  Optional<AbortReason> look(Map<String, Course> flows, long sinceStartNanos) {
    long now = times.startNanos() + sinceStartNanos;
    if (now < times.measureStartNanos() || now >= times.measureEndNanos()) {
      // Nothing is measured yet, or the run is at its end anyhow.
      return Optional.empty();
    }
    int first = times.firstMeasuredSecond();
    if (judges == null) {
      judges = WindowJudge.of(thresholds, baseline, first, startEpochMs + first * 1_000L);
    }
    int over = (int) Math.floorDiv(sinceStartNanos, (long) NANOS) - first;
    judges.forEach(each -> each.judge(flows, over, false));
    return judges.stream()
        .flatMap(each -> each.outcomes().stream())
        .filter(each -> each.firstCrossed() != null)
        .min(Comparator.comparingDouble(each -> each.firstCrossed().afterSeconds()))
        .map(crossed -> aborted(crossed, sinceStartNanos));
  }

  private AbortReason aborted(ThresholdOutcome crossed, long sinceStartNanos) {
    double after = (times.startNanos() + sinceStartNanos - times.measureStartNanos()) / NANOS;
    return new AbortReason(
        crossed.threshold(),
        crossed.figure(),
        crossed.firstCrossed().found(),
        Math.round(after * 1_000) / 1e3,
        startEpochMs + sinceStartNanos / 1_000_000L);
  }
}
