package io.fleetload.simulator.measure;

import com.sun.management.OperatingSystemMXBean;
import io.fleetload.profile.Generator;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.LatencySummary;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Watches the generator itself: how late it turns to messages, its pauses, its processor time. */
public final class GeneratorWatch {
  private final Generator limits;
  private final LatencyHistogram lag = new LatencyHistogram();
  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long cpuAtStart;
  private long pauseAtStart;

  /** With the profile's limits. */
  public GeneratorWatch(Generator limits) {
    this.limits = limits;
  }

  /** The measured phase begins. */
  public void measureBegins() {
    cpuAtStart = process.getProcessCpuTime();
    pauseAtStart = pauses();
  }

  /** A measured message was turned to that long after it was due, ns. */
  public void lag(long nanos) {
    lag.record(nanos);
  }

  /** An independent copy of the lags so far, ns. */
  public LatencyHistogram lags() {
    return lag.copy();
  }

  /**
   * What is known now.
   *
   * @param faults tasks of the generator that failed by a fault of their own
   */
  public GeneratorHealth health(long faults) {
    LatencySummary summary = lag.summary();
    List<String> reasons = new ArrayList<>();
    double limit = limits.maxLag().nanos() / 1e6;
    if (summary.count() > 0 && summary.p99() > limit) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "the generator turned to messages late: 99th percentile %.1f ms after they were due,"
                  + " limit %.0f ms (generator.maxLag)",
              summary.p99(),
              limit));
    }
    if (faults > 0) {
      reasons.add(faults + " faults of the generator itself; its log says which");
    }
    return new GeneratorHealth(
        summary,
        limit,
        pauses() - pauseAtStart,
        (process.getProcessCpuTime() - cpuAtStart) / 1e9,
        reasons);
  }

  private static long pauses() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
