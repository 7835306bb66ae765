// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.campaign.cost.ProcessorTicks.OfProcess;
import io.fleetload.profile.Generator;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.cost.ProcessCost;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Watches the host of a run: how much of its processors went to programs that are no part of the
 * run, and whether another process stopped one of the target. Both make the target look slow, and
 * neither is its fault.
 */
final class HostWatch {
  private static final int PEAK_SECONDS = 10;
  private static final String UNKNOWN =
      "this system does not say what its processors do (no /proc/stat); other programs may have"
          + " slowed the run down";

  private final ProcessorTicks ticks;
  private final LongSupplier nanos;
  private final Generator limits;
  private final boolean targetIsElsewhere;

  /** Ticks that each process of the run had when it was seen last, by its id. */
  private final Map<Long, Long> own = new LinkedHashMap<>();

  private final Map<String, StoppedProcess> target = new LinkedHashMap<>();
  private final Deque<Sums> window = new ArrayDeque<>();
  private boolean begun;
  private boolean known;
  private Sums first;
  private Sums last;
  private int processors;
  private Double peak;

  /** Ticks until some time: the host's, and what the run had of them. */
  private record Sums(long busy, long all, long run) {}

  /**
   * Creates a watch that watches nothing yet.
   *
   * @param proc folder in which Linux describes its processes: {@code /proc}
   * @param nanos monotonic time, ns
   * @param limits the profile's
   * @param targetIsElsewhere whether no part of the target is on this host, or the campaign started
   *     it; else the target's share cannot be separated from that of others
   */
  HostWatch(Path proc, LongSupplier nanos, Generator limits, boolean targetIsElsewhere) {
    this.ticks = new ProcessorTicks(proc);
    this.nanos = nanos;
    this.limits = limits;
    this.targetIsElsewhere = targetIsElsewhere;
  }

  /** A process of the run. */
  synchronized void process(long pid) {
    own.put(pid, 0L);
  }

  /** A process of the run that is the target's. */
  synchronized void target(String name, long pid) {
    process(pid);
    target.put(name, new StoppedProcess(ticks, pid));
  }

  synchronized void begin() {
    begun = true;
    Optional<Sums> now = sums();
    known = now.isPresent();
    now.ifPresent(
        each -> {
          first = each;
          last = each;
          window.add(each);
        });
    target.values().forEach(each -> each.begin(nanos.getAsLong()));
  }

  /** To be called every second of the measured phase, and at its end. */
  synchronized void look() {
    sums()
        .filter(each -> known)
        .ifPresent(
            now -> {
              last = now;
              window.add(now);
              if (window.size() > PEAK_SECONDS) {
                double others = others(window.removeFirst(), now);
                peak = peak == null ? others : Math.max(peak, others);
              }
            });
    target.values().forEach(StoppedProcess::lookAtThreads);
  }

  /** To be called several times a second. */
  synchronized void lookAtStates() {
    target.values().forEach(each -> each.look(nanos.getAsLong()));
  }

  /** Returns the health of a process of the target, or null if nothing is known of it. */
  synchronized ProcessCost.ProcessHealth health(String name, Double longestGcPauseMs) {
    StoppedProcess seen = target.get(name);
    ProcessCost.ProcessHealth health =
        new ProcessCost.ProcessHealth(
            seen == null ? null : seen.stoppedMs(),
            seen == null ? null : seen.waitedSeconds(),
            longestGcPauseMs);
    return health.equals(new ProcessCost.ProcessHealth(null, null, null)) ? null : health;
  }

  /** Returns the load of the host, or null before the measured phase. */
  synchronized HostLoad load() {
    if (!begun) {
      return null;
    }
    List<String> reasons = new ArrayList<>();
    target.forEach((name, each) -> stopped(name, each.stoppedMs(), reasons));
    if (!known || last.all() == first.all()) {
      return new HostLoad(
          Runtime.getRuntime().availableProcessors(), null, null, null, null, UNKNOWN, reasons);
    }
    double others = others(first, last);
    double limit = limits.maxOthers().fraction();
    if (targetIsElsewhere && others > limit) {
      reasons.add(
          0,
          String.format(
              Locale.ROOT,
              "this host was too busy: other programs took %.0f %% of its %d processors, limit %s"
                  + " (generator.maxOthers); stop them, or raise generator.maxOthers",
              others * 100,
              processors,
              limits.maxOthers()));
    }
    return new HostLoad(
        processors,
        rounded((last.run() - first.run()) / (double) (last.all() - first.all())),
        rounded(others),
        peak == null ? null : rounded(peak),
        targetIsElsewhere ? limit : null,
        null,
        List.copyOf(reasons));
  }

  private void stopped(String name, Double millis, List<String> reasons) {
    if (millis != null && millis > limits.maxPause().nanos() / 1e6) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "a signal or a debugger stopped %s for about %.1f s, limit %.0f ms"
                  + " (generator.maxPause): that is no fault of the target; run again",
              name,
              millis / 1e3,
              limits.maxPause().nanos() / 1e6));
    }
  }

  private Optional<Sums> sums() {
    Optional<ProcessorTicks.HostTicks> host = ticks.host();
    host.ifPresent(each -> processors = each.processors());
    // One that has ended keeps what it had.
    own.replaceAll((pid, had) -> ticks.process(pid).map(OfProcess::used).orElse(had));
    long run = own.values().stream().mapToLong(Long::longValue).sum();
    return host.map(each -> new Sums(each.busy(), each.all(), run));
  }

  /** Ticks are samples, so that what the run had can seem more than what the host did. */
  private static double others(Sums from, Sums to) {
    double busy = (to.busy() - from.busy()) - (double) (to.run() - from.run());
    return Math.max(0, busy / Math.max(1, to.all() - from.all()));
  }

  private static double rounded(double share) {
    return Math.round(share * 1e3) / 1e3;
  }
}
