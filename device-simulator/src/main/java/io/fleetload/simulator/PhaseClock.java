// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.RunClock;
import io.fleetload.results.book.DeviceBook.PhaseTimes;
import io.fleetload.simulator.device.plan.RunTimes;
import java.util.ArrayList;
import java.util.List;

/** Clock of the phases: which one the run is in, and when each began and ended. */
final class PhaseClock {
  private static final long NEVER = RunTimes.NEVER;

  private final RunClock clock;
  private final long connectNanos;
  private RunTimes run;
  private long endNanos = NEVER;

  PhaseClock(RunClock clock) {
    this.clock = clock;
    this.connectNanos = clock.nanos();
  }

  /** It is known when the flows begin. */
  synchronized void flowsBegin(RunTimes times) {
    run = times;
  }

  /** Time since the flows began, ns; negative where they have not yet. */
  synchronized long sinceFlowsBegan() {
    return run == null ? Long.MIN_VALUE : clock.nanos() - run.startNanos();
  }

  /** The run ends now. */
  synchronized void runEnds() {
    endNanos = clock.nanos();
  }

  /** Name of the current phase. */
  synchronized String name() {
    long now = clock.nanos();
    String name = "connect";
    for (Phase phase : phases()) {
      if (phase.from <= now) {
        name = phase.name;
      }
    }
    return name;
  }

  /** Time left of the current phase in s; null if it is not known. */
  synchronized Double secondsLeft() {
    long now = clock.nanos();
    for (Phase phase : phases()) {
      if (phase.from <= now && now < phase.to && phase.to != NEVER) {
        return (phase.to - now) / 1e9;
      }
    }
    return null;
  }

  /** Length of the current phase in s, of the drain the longest; null if it is not known. */
  synchronized Double seconds() {
    long now = clock.nanos();
    for (Phase phase : phases()) {
      if (phase.from <= now && now < phase.to && phase.to != NEVER) {
        return phase.name.equals("connect") ? null : (phase.to - phase.from) / 1e9;
      }
    }
    return null;
  }

  /** The phases that have begun, with their times. */
  synchronized List<PhaseTimes> times() {
    long now = clock.nanos();
    List<PhaseTimes> times = new ArrayList<>();
    for (Phase phase : phases()) {
      if (phase.from <= now && phase.from < phase.to) {
        long to = Math.min(phase.to, endNanos);
        times.add(
            new PhaseTimes(phase.name, epochMillis(phase.from), to > now ? 0 : epochMillis(to)));
      }
    }
    return times;
  }

  /** Time of the measured phase that has passed, in s. */
  synchronized double measuredSeconds() {
    if (run == null) {
      return 0;
    }
    long until = Math.min(clock.nanos(), Math.min(run.measureEndNanos(), endNanos));
    return Math.max(0, until - run.measureStartNanos()) / 1e9;
  }

  private List<Phase> phases() {
    if (run == null) {
      return List.of(new Phase("connect", connectNanos, NEVER));
    }
    long start = run.startNanos();
    long ramp = run.rampEndNanos();
    long warm = run.measureStartNanos();
    Phase connect = new Phase("connect", connectNanos, start);
    if (warm == NEVER) {
      // How long the warm-up is, is not known yet.
      return List.of(connect, new Phase("ramp", start, ramp), new Phase("warm-up", ramp, NEVER));
    }
    long measured = run.measureEndNanos();
    return List.of(
        connect,
        new Phase("ramp", start, ramp),
        new Phase("warm-up", ramp, warm),
        new Phase("measure", warm, measured),
        new Phase("drain", measured, measured + run.phases().drain().nanos()));
  }

  private long epochMillis(long nanos) {
    return clock.epochNanos(nanos) / 1_000_000L;
  }

  private record Phase(String name, long from, long to) {}
}
