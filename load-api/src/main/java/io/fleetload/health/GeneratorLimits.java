// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import io.fleetload.profile.Generator;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Says which limits of the profile a simulator crossed: one sentence each, which names it and ends
 * with what to do.
 */
final class GeneratorLimits {
  /** From here on, a lack of processors explains why the generator was late. */
  private static final double WORTH_SAYING = 0.1;

  private final Simulator who;
  private final Generator limits;
  private final List<String> reasons = new ArrayList<>();
  private boolean onlyLate = true;

  GeneratorLimits(Simulator who, Generator limits) {
    this.who = who;
    this.limits = limits;
  }

  List<String> reasons() {
    return reasons;
  }

  /**
   * Returns whether all of them say that the simulator was late: it lost nothing and did nothing
   * wrong.
   */
  boolean onlyLate() {
    return onlyLate;
  }

  void lag(LatencySummary lag, ProcessorShares processors) {
    if (over(lag.count() > 0 ? lag.times().p99() : null, limits.maxLag())) {
      say(
          "the %s handled messages late: 99th percentile %.1f ms after %s, limit %.0f ms"
              + " (generator.maxLag)%s",
          who, lag.times().p99(), who.after(), millis(limits.maxLag()), remedy(processors));
    }
  }

  void loopDelay(LatencySummary delay, ProcessorShares processors) {
    if (over(delay.count() > 0 ? delay.times().p99() : null, limits.maxLoopDelay())) {
      say(
          "the %s looked at its connections late: 99th percentile of its delay %.1f ms, limit"
              + " %.0f ms (generator.maxLoopDelay)%s",
          who, delay.times().p99(), millis(limits.maxLoopDelay()), remedy(processors));
    }
  }

  void pause(double longestMillis, long longestGcMillis) {
    if (over((double) longestGcMillis, limits.maxPause())) {
      say(
          "a garbage collection stopped the %s for %d ms, limit %.0f ms (generator.maxPause); %s",
          who, longestGcMillis, millis(limits.maxPause()), Remedies.MORE_MEMORY);
    } else if (over(longestMillis, limits.maxPause())) {
      say(
          "the %s stood still for %.0f ms, limit %.0f ms (generator.maxPause); its longest garbage"
              + " collection took %d ms; %s",
          who, longestMillis, millis(limits.maxPause()), longestGcMillis, Remedies.FREE_THE_HOST);
    }
  }

  void processors(ProcessorShares processors) {
    if (processors == null) {
      return;
    }
    if (over(processors.thread(), limits.maxCpu())) {
      say(
          "the one thread of the %s was busy for %.1f %% of the time, limit %s"
              + " (generator.maxCpu): it %s no more than it did; %s",
          who, processors.thread() * 100, limits.maxCpu(), who.does(), who.remedy());
    }
    if (processors.waited() != null && over(processors.waited(), limits.maxStolen())) {
      say(
          "for %.1f %% of the time another thread or process had the processor and the %s"
              + " waited, limit %s (generator.maxStolen); %s",
          processors.waited() * 100, who, limits.maxStolen(), Remedies.FREE_THE_HOST);
    }
  }

  void dropped(long datagrams) {
    if (datagrams > 0) {
      onlyLate = false;
      // Each of them looks like an answer that the target did not give.
      say(
          "the sockets of the %s dropped %d datagrams before it read them; %s",
          who, datagrams, Remedies.LARGER_BUFFERS);
    }
  }

  void faults(long faults) {
    if (faults > 0) {
      onlyLate = false;
      say("%d faults of the %s itself; its log says which: report them", faults, who);
    }
  }

  /** Advice against being late, which depends on who had the processor meanwhile. */
  private String remedy(ProcessorShares processors) {
    return processors == null || processors.waited() == null || processors.waited() < WORTH_SAYING
        ? "; " + who.remedy()
        : String.format(
            Locale.ROOT,
            "; another thread or process had the processor for %.0f %% of the time: %s",
            processors.waited() * 100,
            Remedies.FREE_THE_HOST);
  }

  private static boolean over(Double millis, Span limit) {
    return millis != null && millis > millis(limit);
  }

  private static boolean over(double share, Share limit) {
    return limit != null && share > limit.fraction();
  }

  private static double millis(Span limit) {
    return limit.nanos() / 1e6;
  }

  private void say(String format, Object... values) {
    reasons.add(String.format(Locale.ROOT, format, values));
  }
}
