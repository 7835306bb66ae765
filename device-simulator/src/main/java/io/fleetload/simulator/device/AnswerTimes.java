// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.device;

import io.fleetload.driver.RunClock;
import io.fleetload.results.run.BestRoundTrip;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.TargetClock;
import java.util.Collections;

/**
 * Splits the times of messages where the target says that it answered, by its own clock. Each
 * answer also compares that clock with this one. All calls come from one thread.
 */
final class AnswerTimes {
  /** In the year 2096: what is later is no time, and sums of two times are still numbers. */
  private static final long LATEST_EPOCH_NANOS = 4_000_000_000_000_000_000L;

  private final RunClock clock;
  private final BestRoundTrip best = new BestRoundTrip();
  private long withoutTime;
  private long contradicting;
  private long steps;

  /** The least and the most that measured messages were corrected by, and when the first was. */
  private long leastAhead;

  private long mostAhead;
  private long firstNanos;
  private long lastNanos;

  /** No answer yet. */
  AnswerTimes(RunClock clock) {
    this.clock = clock;
  }

  /**
   * Splits the time of one message. The parts add up to it. A part is below zero where the target
   * answered before the message was sent, or after its answer was there, and its clock's steps do
   * not explain it.
   *
   * @param sentNanos when it was sent, on the run's clock
   * @param nowNanos when its answer was there, likewise
   * @param at when the target says that it answered, ns since the epoch
   * @param step the steps of that time, ns
   * @param measured whether it is a message of the measured phase
   * @return the time until the target answered and that of the way back, in ns; null if the answer
   *     has no time
   */
  long[] split(long sentNanos, long nowNanos, long at, long step, boolean measured) {
    if (at <= 0 || at > LATEST_EPOCH_NANOS) {
      withoutTime++;
      return null;
    }
    long sent = clock.epochNanos(sentNanos);
    long received = clock.epochNanos(nowNanos);
    long itsOffset = (at - sent) / 2 + (at + step - received) / 2;
    if (best.add(itsOffset, (received - sent + step) / 2 + 1, nowNanos, 0)) {
      contradicting++;
    }
    long uncertainty = best.uncertaintyAt(nowNanos);
    long offset = best.offsetNanos();
    long ahead = Math.abs(offset) > uncertainty ? offset : 0;
    if (measured) {
      leastAhead = steps == 0 ? ahead : Math.min(leastAhead, ahead);
      mostAhead = steps == 0 ? ahead : Math.max(mostAhead, ahead);
      firstNanos = steps == 0 ? nowNanos : firstNanos;
      lastNanos = nowNanos;
      steps = step;
    }
    long answered = answered(sent + ahead, received + ahead, at, step) - ahead;
    return new long[] {answered - sent, received - answered};
  }

  /** The middle of the times at which it may have answered; outside of them, the closest. */
  private static long answered(long sent, long received, long at, long step) {
    long early = Math.max(at, sent);
    long late = Math.min(at + step, received);
    return early <= late ? (early + late) / 2 : at > received ? at : at + step;
  }

  /** The target's clock so far; null if no message asked for it. */
  TargetClock clock() {
    return best.samples() + withoutTime == 0
        ? null
        : new TargetClock(
            new DeviceClocks(Collections.singletonList(best.offset()), 0),
            withoutTime,
            contradicting,
            errorNanos());
  }

  /** Error of the worst correction of a measured message, by what is known of the clock now. */
  private long errorNanos() {
    long offset = best.offsetNanos();
    return steps == 0
        ? 0
        : Math.max(Math.abs(offset - leastAhead), Math.abs(offset - mostAhead))
            + Math.max(best.uncertaintyAt(firstNanos), best.uncertaintyAt(lastNanos))
            + steps / 2;
  }
}
