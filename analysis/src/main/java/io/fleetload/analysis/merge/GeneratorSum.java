// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.health.GeneratorCpu;
import io.fleetload.results.health.GeneratorDelays;
import io.fleetload.results.health.GeneratorHealth;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.health.GeneratorTimes;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Sum over several simulators of one kind. Times are added, and so are the processors of the
 * processes. For figures that are the limit of one thread, the worst is kept. The simulators are
 * added one after the other.
 */
final class GeneratorSum {
  private final LatencyHistogram lag = new LatencyHistogram();
  private final Whole pacing = new Whole();
  private final Whole loopDelay = new Whole();
  private final Whole capped = new Whole();
  private final List<String> reasons = new ArrayList<>();
  private Boolean onlyLate;
  private final List<String> notes = new ArrayList<>();
  private boolean allTimed = true;
  private Double lagLimitMs;
  private long gcPauseMs;
  private double cpuSeconds;
  private Double longestGcPauseMs;
  private Double longestStallMs;
  private Long udpDropped;
  private Double napMs;
  private GeneratorCpu cpu;
  private GeneratorSeconds seconds;

  /** A distribution of all; none where one has none, as a part of it is not the whole. */
  private static final class Whole {
    private LatencyHistogram sum = new LatencyHistogram();

    void add(LatencyHistogram more) {
      if (more == null) {
        sum = null;
      } else if (sum != null) {
        sum.add(more);
      }
    }

    LatencySummary summary() {
      return sum == null ? null : sum.summary();
    }
  }

  /**
   * Adds a shard of the device side.
   *
   * @param offset how many seconds after the first shard its flows began
   */
  void add(DeviceBook book, int offset) {
    GeneratorBook its = book.generatorBook();
    lag.add(its.lag());
    add("shard " + book.shard() + ": ", its.health(), its.times(), offset);
  }

  /**
   * Adds a backend.
   *
   * @param name what its reasons begin with, to tell it from the others; empty where it is alone
   */
  void add(String name, BackendBook.BackendHealth health) {
    lag.add(health.lag());
    add(name, health.said(), new GeneratorTimes(null, health.loopDelay(), null), 0);
  }

  private void add(String name, GeneratorHealth health, GeneratorTimes times, int offset) {
    allTimed &= times != null;
    pacing.add(times == null ? null : times.pacing());
    loopDelay.add(times == null ? null : times.loopDelay());
    capped.add(times == null ? null : times.capped());
    // One limited shard limits the run: its messages were late, however few they are of all.
    health.reasons().forEach(reason -> reasons.add(name + reason));
    if (!health.reasons().isEmpty()) {
      boolean first = reasons.size() == health.reasons().size();
      onlyLate =
          first ? health.onlyLate() : (Boolean) (isTrue(onlyLate) && isTrue(health.onlyLate()));
    }
    lagLimitMs = lagLimitMs == null ? (Double) health.lagLimitMs() : lagLimitMs;
    gcPauseMs += health.gcPauseMs();
    cpuSeconds += health.cpuSeconds();
    GeneratorDelays delays = health.delays();
    longestGcPauseMs = both(longestGcPauseMs, delays.longestGcPauseMs(), Math::max);
    longestStallMs = both(longestStallMs, delays.longestStallMs(), Math::max);
    udpDropped = both(udpDropped, delays.udpDropped(), Long::sum);
    napMs = both(napMs, delays.napMs(), Math::max);
    cpu = both(cpu, delays.cpu(), GeneratorSum::both);
    seconds = delays.perSecond() == null ? seconds : joined(delays.perSecond(), offset);
  }

  private static boolean isTrue(Boolean known) {
    return Boolean.TRUE.equals(known);
  }

  private static GeneratorCpu both(GeneratorCpu one, GeneratorCpu other) {
    return new GeneratorCpu(
        both(one.process(), other.process(), Double::sum),
        both(one.thread(), other.thread(), Math::max),
        both(one.stolen(), other.stolen(), Math::max));
  }

  private GeneratorSeconds joined(GeneratorSeconds more, int offset) {
    return new GeneratorSeconds(
        course(more, offset, GeneratorSeconds::lagMaxMs, Math::max),
        course(more, offset, GeneratorSeconds::loopDelayMaxMs, Math::max),
        course(more, offset, GeneratorSeconds::cpu, Double::sum),
        course(more, offset, GeneratorSeconds::threadCpu, Math::max),
        course(more, offset, GeneratorSeconds::stolen, Math::max),
        course(more, offset, GeneratorSeconds::lagP99Ms, Math::max));
  }

  private List<Double> course(
      GeneratorSeconds more,
      int offset,
      Function<GeneratorSeconds, List<Double>> each,
      BinaryOperator<Double> join) {
    List<Double> course = seconds == null ? new ArrayList<>() : each.apply(seconds);
    List<Double> values = each.apply(more);
    if (course == null || values == null) {
      // A book of an earlier version.
      return null;
    }
    for (int second = 0; second < values.size(); second++) {
      int place = second + offset;
      while (course.size() <= place) {
        course.add(null);
      }
      course.set(place, both(course.get(place), values.get(second), join));
    }
    return course;
  }

  private static <V> V both(V one, V other, BinaryOperator<V> join) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return join.apply(one, other);
  }

  private GeneratorHealth health() {
    return new GeneratorHealth(
        lag.summary(),
        lagLimitMs,
        gcPauseMs,
        cpuSeconds,
        reasons,
        new GeneratorDelays(
            pacing.summary(),
            loopDelay.summary(),
            longestGcPauseMs,
            cpu,
            capped.summary(),
            seconds,
            longestStallMs,
            udpDropped,
            napMs),
        onlyLate,
        notes);
  }

  /** Of the device side's shards. */
  GeneratorBook book() {
    return new GeneratorBook(
        health(), lag, allTimed ? new GeneratorTimes(pacing.sum, loopDelay.sum, capped.sum) : null);
  }

  BackendBook.BackendHealth ofBackends() {
    return new BackendBook.BackendHealth(health(), lag, loopDelay.sum);
  }
}
