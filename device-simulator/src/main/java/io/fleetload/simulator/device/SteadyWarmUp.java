// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.results.time.SteadyRule;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Decides when measuring begins where the warm-up lasts until the target is steady: its response
 * times, the share of its failures and the messages without an outcome, in windows of 5 s. What the
 * target's processor does is not known here, where it may run on another host.
 *
 * <p>A target that is steady is measured from the next whole interval on, and messages go on until
 * then. Where the longest time is over and there is a backlog, nothing more falls due: what waits
 * is not sent, and what is under way has its outcome, for as long as a drain. Runs on the wire's
 * thread.
 */
final class SteadyWarmUp {
  private static final long WINDOW_NANOS = 5_000_000_000L;
  private static final int WINDOWS = 3;
  private static final double SHARE = 0.05;

  /** Notice before measuring begins, so that a reader of each second's line is in time. */
  private static final long NOTICE_NANOS = 2_000_000_000L;

  private final RunTimes times;
  private final List<DueFlow> flows;
  private final BooleanSupplier drained;
  private final SteadyRule rule = new SteadyRule(WINDOWS, SHARE);
  private long windowEnd;
  private long pauseBegan = RunTimes.NEVER;
  private Optional<String> unsteady = Optional.empty();

  /**
   * Nothing seen yet.
   *
   * @param flows the flows that have due messages of their own
   * @param drained whether nothing waits or is under way any more, answers included
   */
  SteadyWarmUp(RunTimes times, List<DueFlow> flows, BooleanSupplier drained) {
    this.times = times;
    this.flows = flows;
    this.drained = drained;
    this.windowEnd = times.rampEndNanos() + WINDOW_NANOS;
  }

  /** Figures that were not steady when it was decided to measure, in words; empty if all were. */
  Optional<String> unsteady() {
    return unsteady;
  }

  /**
   * Looks whether measuring can begin; several times a second.
   *
   * @return whether it was decided now
   */
  boolean decides(long now) {
    if (times.isDecided()) {
      return false;
    }
    if (pauseBegan != RunTimes.NEVER) {
      boolean over = now - pauseBegan >= times.phases().drain().nanos();
      return (over || drained.getAsBoolean()) && begin(now);
    }
    if (now >= windowEnd) {
      rule.add(window(figures()));
      windowEnd += WINDOW_NANOS;
      unsteady = notAllSent().or(rule::unsteady);
      if (unsteady.isEmpty()) {
        return begin(now);
      }
    }
    return atTheLongest(now);
  }

  private boolean atTheLongest(long now) {
    long end = times.warmUpEndNanos();
    if (now < end - NOTICE_NANOS) {
      return false;
    }
    unsteady = unsteady.or(() -> Optional.of("it was seen for too short a time"));
    if (now < end && !window(Map.of()).isBacklog()) {
      return begin(now);
    }
    if (now >= end) {
      pauseBegan = now;
      flows.forEach(DueFlow::dropWaiting);
    }
    return false;
  }

  private boolean begin(long now) {
    long end = times.warmUpEndNanos();
    long soonest = now < end ? Math.min(now + NOTICE_NANOS, end) : now + NOTICE_NANOS;
    times.measuringBegins(times.firstBegin(soonest));
    return true;
  }

  /** A device's first message finds cold caches: as long as some are to come it is not warm. */
  private Optional<String> notAllSent() {
    return flows.stream()
        .filter(each -> !each.wentRound())
        .map(each -> "not every device had sent its first message of " + each.name())
        .findFirst();
  }

  private Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    flows.forEach(each -> each.book().warmUpWindow().take(each.name(), figures));
    return figures;
  }

  private SteadyRule.Window window(Map<String, Double> figures) {
    WarmUpBacklog left = WarmUpBacklog.of(flows, times);
    return new SteadyRule.Window(figures, left.unsent() + left.underWay(), left.perSecond());
  }
}
