// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

import io.fleetload.health.ProcessorTimes.Sample;

/**
 * Shares of the processors between two samples, over the time between them: 1 is one processor all
 * the time.
 *
 * @param process what the process had
 * @param thread what the thread that watches itself had
 * @param waited how long that thread was ready and had none; null if unknown
 */
record ProcessorShares(double process, double thread, Double waited) {

  /** Between two samples that far apart. */
  static ProcessorShares between(Sample before, Sample after, long nanos) {
    double time = Math.max(1, nanos);
    return new ProcessorShares(
        (after.processNanos() - before.processNanos()) / time,
        (after.threadNanos() - before.threadNanos()) / time,
        before.waitedNanos() == null || after.waitedNanos() == null
            ? null
            : (after.waitedNanos() - before.waitedNanos()) / time);
  }
}
