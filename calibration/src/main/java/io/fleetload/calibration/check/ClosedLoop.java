// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

import io.fleetload.calibration.script.Schedule;
import io.fleetload.calibration.script.Stall;
import io.fleetload.results.time.LatencyHistogram;

/**
 * The figures that a closed loop would have measured of the same stall. Each device asks, waits for
 * the answer, and asks again when its turn comes; while it waits it asks nothing. So a stall costs
 * it one slow sample a device, however long it lasts, and the messages that it did not send are in
 * no percentile. Due times prevent this mistake ("coordinated omission").
 *
 * @param schedule when a message would have been due
 * @param fleet devices, which take turns
 * @param stall when no answer leaves
 */
record ClosedLoop(Schedule schedule, int fleet, Stall stall) {

  /**
   * Its samples of the messages from a number to another; an answer takes no time but the stall.
   */
  LatencyHistogram samples(int from, int to) {
    LatencyHistogram samples = new LatencyHistogram();
    for (int device = 0; device < fleet; device++) {
      long freeAt = Long.MIN_VALUE;
      for (int n = device; n < to; n += fleet) {
        long turn = schedule.dueNanos(n);
        if (turn < freeAt) {
          continue;
        }
        long answered = stall.covers(turn) ? stall.toNanos() : turn;
        if (n >= from) {
          samples.record(answered - turn);
        }
        freeAt = answered;
      }
    }
    return samples;
  }
}
