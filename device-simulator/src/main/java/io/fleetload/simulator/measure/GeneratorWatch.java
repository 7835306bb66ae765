package io.fleetload.simulator.measure;

import io.fleetload.profile.Generator;
import io.fleetload.results.GeneratorCpu;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.GeneratorTimes;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.LatencySummary;
import io.fleetload.simulator.measure.ProcessorTimes.Sample;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Watches the generator itself: how late it turns to messages and to the wire, its pauses, its
 * processor time. All calls come from the fleet's thread.
 */
public final class GeneratorWatch {
  /**
   * How often the fleet's thread notes that it is there: a hundred times a second costs nothing.
   */
  public static final long LOOK_NANOS = 10_000_000L;

  /** A share of less time than that would be that of the moment. */
  private static final long LEAST_NANOS = 1_000_000_000L;

  private static final long NEVER = Long.MAX_VALUE;

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
  private long dropped;

  /** With the profile's limits. */
  public GeneratorWatch(Generator limits) {
    this(
        limits,
        ProcessorTimes.ofThisProcess(ProcessorTimes.SCHEDSTAT),
        GcPauses.ofThisProcess(),
        () -> ManagementFactory.getRuntimeMXBean().getUptime());
  }

  GeneratorWatch(
      Generator limits, ProcessorTimes processors, GcPauses pauses, LongSupplier uptimeMillis) {
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
      lastNanos = nowNanos;
      atMeasureEnd = processors.read();
      pauses.end(uptimeMillis.getAsLong());
    }
  }

  /** A measured message was turned to that long after it was due. */
  public void lag(long dueNanos, long nowNanos) {
    lag.record(nowNanos - dueNanos);
    seconds.lag(second(dueNanos), nowNanos - dueNanos);
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
   * The fleet's thread is there. Its times are on a grid: a pause of it is a late look for each
   * that fell into it, as a long pause must not count as one.
   *
   * @return when it is to be called again, on the run's clock
   */
  public long look(long nowNanos) {
    while (lookDue <= nowNanos) {
      long late = nowNanos - lookDue;
      if (measuring) {
        loopDelay.record(late);
      }
      seconds.loopDelay(second(lookDue), late);
      lookDue += LOOK_NANOS;
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

  /** That many datagrams of the measured phase were lost at the generator's own sockets. */
  public void dropped(long datagrams) {
    dropped = datagrams;
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
   * What is known now.
   *
   * @param faults tasks of the generator that failed by a fault of their own
   */
  public GeneratorHealth health(long faults) {
    LatencySummary lags = lag.summary();
    LatencySummary delays = loopDelay.summary();
    Sample end = measuring ? processors.read() : atMeasureEnd;
    ProcessorShares shares =
        end == null || lastNanos - measureNanos < LEAST_NANOS
            ? null
            : ProcessorShares.between(atMeasure, end, lastNanos - measureNanos);
    GeneratorLimits judged = new GeneratorLimits(limits);
    judged.lag(lags, shares);
    judged.loopDelay(delays, shares);
    judged.pause(delays, pauses.longestMillis());
    judged.processors(shares);
    judged.dropped(dropped);
    judged.faults(faults);
    return new GeneratorHealth(
        lags,
        limits.maxLag().nanos() / 1e6,
        pauses.sumMillis(),
        end == null ? 0 : (end.processNanos() - atMeasure.processNanos()) / 1e9,
        List.copyOf(judged.reasons()),
        pacing.summary(),
        delays,
        (double) pauses.longestMillis(),
        shares == null
            ? null
            : new GeneratorCpu(shares.process(), shares.thread(), shares.waited()),
        capped.summary(),
        seconds.snapshot());
  }

  private int second(long nanos) {
    return Seconds.of(nanos - startNanos);
  }
}
