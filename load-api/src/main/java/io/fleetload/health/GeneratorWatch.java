// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import io.fleetload.health.ProcessorTimes.Sample;
import io.fleetload.profile.Generator;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorTimes;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A simulator that watches itself: how late it handles messages and looks at its connections, its
 * pauses, its processor time. All calls come from its one thread.
 */
public final class GeneratorWatch {
  /** Distance between two looks of the thread, in ns: a hundred times a second costs nothing. */
  public static final long LOOK_NANOS = 10_000_000L;

  /** A share of less time than that would be that of the moment. */
  private static final long LEAST_NANOS = 1_000_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

  private final Simulator who;
  private final Generator limits;
  private final ProcessorTimes processors;
  private final GcPauses pauses;
  private final LongSupplier uptimeMillis;
  private final LatencyHistogram lag = new LatencyHistogram();
  private final LatencyHistogram pacing = new LatencyHistogram();
  private final LatencyHistogram loopDelay = new LatencyHistogram();
  private final LatencyHistogram capped = new LatencyHistogram();
  private final WatchSeconds seconds = new WatchSeconds();
  private long startNanos;
  private long lookDue = NEVER;
  private int secondsSampled;
  private long sampledNanos;
  private Sample sampled;
  private boolean measuring;
  private long measureNanos = NEVER;
  private long lastNanos;
  private Sample atMeasure;
  private Sample atMeasureEnd;
  private Long dropped;
  private long napNanos;
  private boolean drains;
  private long longestNanos;

  /** With the profile's limits. */
  public GeneratorWatch(Simulator who, Generator limits) {
    this(
        who,
        limits,
        ProcessorTimes.ofThisProcess(ProcessorTimes.SCHEDSTAT),
        GcPauses.ofThisProcess(),
        () -> ManagementFactory.getRuntimeMXBean().getUptime());
  }

  GeneratorWatch(
      Simulator who,
      Generator limits,
      ProcessorTimes processors,
      GcPauses pauses,
      LongSupplier uptimeMillis) {
    this.who = who;
    this.limits = limits;
    this.processors = processors;
    this.pauses = pauses;
    this.uptimeMillis = uptimeMillis;
  }

  /**
   * The flows begin.
   *
   * @param start when their seconds are counted from, on the run's clock
   */
  public void begins(long start, long nowNanos) {
    startNanos = start;
    lookDue = nowNanos + LOOK_NANOS;
    sampledNanos = nowNanos;
    sampled = processors.read();
  }

  /** The measured phase begins. */
  public void measureBegins(long nowNanos) {
    measuring = true;
    measureNanos = nowNanos;
    lastNanos = nowNanos;
    atMeasure = processors.read();
    pauses.begin(uptimeMillis.getAsLong());
  }

  /** The measured phase is over; what comes now is not of it. */
  public void measureEnds(long nowNanos) {
    if (measuring) {
      measuring = false;
      drains = true;
      lastNanos = nowNanos;
      atMeasureEnd = processors.read();
      pauses.end(uptimeMillis.getAsLong());
    }
  }

  /** A measured message was handled that long after it was due. */
  public void lag(long dueNanos, long nowNanos) {
    lag.record(nowNanos - dueNanos);
    seconds.lag(second(dueNanos), second(nowNanos), nowNanos - dueNanos);
  }

  /** A message that nothing held back was handed to the wire. */
  public void pacing(long dueNanos, long sentNanos) {
    pacing.record(sentNanos - dueNanos);
  }

  /** A measured message waited that long for the cap on messages under way, ns. */
  public void capped(long nanos) {
    capped.record(nanos);
  }

  /**
   * The thread is there. Its times are on a grid: a pause of it is a late look for each that fell
   * into it, as a long pause must not count as one.
   *
   * @return when it is to be called again, on the run's clock
   */
  public long look(long nowNanos) {
    while (lookDue <= nowNanos) {
      long late = nowNanos - lookDue;
      late(late);
    }
    int second = second(nowNanos);
    if (second > secondsSampled) {
      Sample now = processors.read();
      seconds.processors(
          secondsSampled, second, ProcessorShares.between(sampled, now, nowNanos - sampledNanos));
      secondsSampled = second;
      sampledNanos = nowNanos;
      sampled = now;
    }
    if (measuring) {
      lastNanos = nowNanos;
    }
    return lookDue;
  }

  /**
   * The thread is there again after it waited for something to do. While it waits it is there for
   * whatever comes, so that it is late only by the time that it was away after its wait.
   *
   * @param untilNanos until when it wanted to wait, on the run's clock
   * @param nowNanos when it was there again
   */
  public void waited(long untilNanos, long nowNanos) {
    while (lookDue <= Math.min(untilNanos, nowNanos)) {
      late(0);
    }
    look(nowNanos);
  }

  private void late(long nanos) {
    if (measuring) {
      loopDelay.record(nanos);
    }
    // What is measured may be under way until the drain is over.
    if (measuring || drains) {
      longestNanos = Math.max(longestNanos, nanos);
    }
    seconds.loopDelay(second(lookDue), nanos);
    lookDue += LOOK_NANOS;
  }

  /**
   * Takes the number of datagrams of the measured phase that were lost at the simulator's own
   * sockets.
   */
  public void dropped(long datagrams) {
    dropped = datagrams;
  }

  /** The thread slept for so many ns at a time; 0 if it did not. */
  public void napped(long nanos) {
    napNanos = nanos;
  }

  /** The lags so far, in ms. */
  public LatencySummary lagSoFar() {
    return lag.summary();
  }

  /** An independent copy of the lags so far, ns. */
  public LatencyHistogram lags() {
    return lag.copy();
  }

  /** Independent copies of the other times so far, ns. */
  public GeneratorTimes times() {
    return new GeneratorTimes(pacing.copy(), loopDelay.copy(), capped.copy());
  }

  /**
   * The health as known now.
   *
   * @param faults tasks of the simulator that failed by a fault of their own
   */
  public GeneratorHealth health(long faults) {
    LatencySummary lags = lag.summary();
    LatencySummary delays = loopDelay.summary();
    Sample end = measuring ? processors.read() : atMeasureEnd;
    ProcessorShares shares =
        end == null || lastNanos - measureNanos < LEAST_NANOS
            ? null
            : ProcessorShares.between(atMeasure, end, lastNanos - measureNanos);
    GeneratorLimits judged = new GeneratorLimits(who, limits);
    judged.lag(lags, shares);
    judged.loopDelay(delays, shares);
    judged.pause(longestNanos / 1e6, pauses.longestMillis());
    judged.processors(shares);
    judged.dropped(dropped == null ? 0 : dropped);
    judged.faults(faults);
    return new GeneratorHealth(
            lags,
            limits.maxLag().nanos() / 1e6,
            pauses.sumMillis(),
            end == null ? 0 : (end.processNanos() - atMeasure.processNanos()) / 1e9,
            List.copyOf(judged.reasons()),
            new GeneratorDelays(
                ofDevices(pacing),
                delays,
                (double) pauses.longestMillis(),
                shares == null
                    ? null
                    : new GeneratorCpu(shares.process(), shares.thread(), shares.waited()),
                ofDevices(capped),
                seconds.snapshot(),
                measureNanos == NEVER ? null : Double.valueOf(Math.round(longestNanos / 1e3) / 1e3),
                dropped,
                napNanos == 0 ? null : (Double) (napNanos / 1e6)))
        .whereLate(judged.onlyLate());
  }

  /** Nothing is due at a backend, and nothing there waits for a place. */
  private LatencySummary ofDevices(LatencyHistogram times) {
    return who == Simulator.DEVICES ? times.summary() : null;
  }

  private int second(long nanos) {
    return (int) Math.max(0, (nanos - startNanos) / 1_000_000_000L);
  }
}
