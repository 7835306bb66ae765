// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;

/**
 * The begin and the end of the measured phase, known from the device simulator's progress. Progress
 * comes once a second, with the time left of the phase, so an alarm is set for the next change. Not
 * thread-safe.
 */
final class MeasuredPhase {
  private static final String MEASURE = "measure";
  private static final String DRAIN = "drain";

  /** A little more than the time between two reports of progress, in s. */
  private static final double NEXT_SECONDS = 1.5;

  private final String before;
  private final PhaseAlarm alarm;
  private final Runnable onBegin;
  private final Runnable onEnd;
  private boolean beginSet;
  private boolean endSet;
  private boolean begun;
  private boolean ended;

  /** Does something later, on the thread that this class is used from. */
  @FunctionalInterface
  interface PhaseAlarm {
    /** Does it after that many s. */
    void after(double seconds, Runnable what);
  }

  MeasuredPhase(Phases phases, PhaseAlarm alarm, Runnable onBegin, Runnable onEnd) {
    this.before = phases.warmUp().longest().nanos() > 0 ? "warm-up" : "ramp";
    this.alarm = alarm;
    this.onBegin = onBegin;
    this.onEnd = onEnd;
  }

  void at(ToolEvent.Progress progress) {
    Double left = progress.secondsLeft();
    if (progress.phase().equals(before) && left != null && left < NEXT_SECONDS && !beginSet) {
      beginSet = true;
      alarm.after(left, this::begin);
    } else if (progress.phase().equals(MEASURE)) {
      begin();
      if (left != null && !endSet) {
        endSet = true;
        alarm.after(left, this::end);
      }
    } else if (progress.phase().equals(DRAIN)) {
      end();
    }
  }

  /** Begins the phase; also to be called without reports of progress. */
  void begin() {
    if (!begun && !ended) {
      begun = true;
      onBegin.run();
    }
  }

  /** Ends the phase; also to be called without reports of progress. */
  void end() {
    if (!ended) {
      ended = true;
      if (begun) {
        onEnd.run();
      }
    }
  }
}
