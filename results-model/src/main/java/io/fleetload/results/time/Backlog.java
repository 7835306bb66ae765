// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

/**
 * Decides when messages without an outcome are more than what is normally under way. By Little's
 * law (N = λ·W) a rate of λ messages a second with a mean response time of W has N of them at any
 * time; a target that keeps up answers within a second.
 */
final class Backlog {
  private static final double NORMAL_SECONDS = 1;

  /** So few say nothing, however low the rate is. */
  private static final long FEW = 10;

  private Backlog() {}

  /**
   * Returns whether there is a backlog.
   *
   * @param messages due and without an outcome
   * @param perSecond the rate asked for, msg/s
   */
  static boolean isOne(long messages, double perSecond) {
    return messages > Math.max(FEW, perSecond * NORMAL_SECONDS);
  }
}
