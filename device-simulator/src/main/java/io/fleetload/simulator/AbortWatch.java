package io.fleetload.simulator;

import io.fleetload.results.Aborted;
import io.fleetload.results.Baseline;
import io.fleetload.results.Course;
import io.fleetload.results.Threshold;
import io.fleetload.results.ThresholdOutcome;
import io.fleetload.results.WindowJudge;
import io.fleetload.simulator.device.FleetPlan;
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

  private final FleetPlan plan;
  private final long startEpochMs;
  private final List<WindowJudge> judges;

  /**
   * A watch.
   *
   * @param thresholds all of the profile; those without abort are left alone
   * @param baseline what they compare with, or null
   * @param startEpochMs when the flows begin, ms since the epoch
   */
  AbortWatch(FleetPlan plan, List<Threshold> thresholds, Baseline baseline, long startEpochMs) {
    this.plan = plan;
    this.startEpochMs = startEpochMs;
    this.judges =
        WindowJudge.of(
            thresholds.stream().filter(Threshold::abort).toList(),
            baseline,
            plan.firstMeasuredSecond(),
            startEpochMs + plan.firstMeasuredSecond() * 1_000L);
  }

  /** Whether there is anything to look for. */
  boolean isNeeded() {
    return !judges.isEmpty();
  }

  /**
   * Judges the windows that are over.
   *
   * @param flows what happened so far
   * @param sinceStartNanos time since the flows began, when that was taken, ns
   * @return what was crossed first, if anything was
   */
  Optional<Aborted> look(Map<String, Course> flows, long sinceStartNanos) {
    if (sinceStartNanos >= plan.measureEndNanos()) {
      // The run is at its end anyhow.
      return Optional.empty();
    }
    int over = (int) Math.floorDiv(sinceStartNanos, (long) NANOS) - plan.firstMeasuredSecond();
    judges.forEach(each -> each.judge(flows, over, false));
    return judges.stream()
        .flatMap(each -> each.outcomes().stream())
        .filter(each -> each.firstCrossed() != null)
        .min(Comparator.comparingDouble(each -> each.firstCrossed().afterSeconds()))
        .map(crossed -> aborted(crossed, sinceStartNanos));
  }

  private Aborted aborted(ThresholdOutcome crossed, long sinceStartNanos) {
    double after = (sinceStartNanos - plan.measureStartNanos()) / NANOS;
    return new Aborted(
        crossed.threshold(),
        crossed.figure(),
        crossed.firstCrossed().found(),
        Math.round(after * 1_000) / 1e3,
        startEpochMs + sinceStartNanos / 1_000_000L);
  }
}
