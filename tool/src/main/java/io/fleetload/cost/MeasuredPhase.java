// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;

/**
 * Knows from what the device simulator tells when the measured phase begins and ends. It is told
 * once a second, with the time left of the phase, and so sets an alarm for what comes next. Not
 * thread-safe.
 */
final class MeasuredPhase {
  private static final String MEASURE = "measure";
  private static final String DRAIN = "drain";

  /** As seldom as progress is told, and a little. */
  private static final double NEXT_SECONDS = 1.5;

  private final String before;
  private final Alarm alarm;
  private final Runnable onBegin;
  private final Runnable onEnd;
  private boolean beginSet;
  private boolean endSet;
  private boolean begun;
  private boolean ended;

  /** Does something later, on the thread that this class is used from. */
  @FunctionalInterface
  interface Alarm {
    /** Does it after that many s. */
    void after(double seconds, Runnable what);
  }

  MeasuredPhase(Phases phases, Alarm alarm, Runnable onBegin, Runnable onEnd) {
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

  /** It begins; also to be called where nobody tells. */
  void begin() {
    if (!begun && !ended) {
      begun = true;
      onBegin.run();
    }
  }

  /** It is over; also to be called where nobody tells. */
  void end() {
    if (!ended) {
      ended = true;
      if (begun) {
        onEnd.run();
      }
    }
  }
}
