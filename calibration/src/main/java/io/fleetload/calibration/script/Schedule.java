// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

import io.fleetload.schedule.FireTimes;

/**
 * The due times of a flow's messages: message n at {@code (n + shift) / rate}. Written here once
 * more, apart from the simulator, so that the simulator's own schedule is checked as well.
 *
 * @param rate messages a second
 * @param shift part of a message by which the flow is moved, 0 to 1
 */
public record Schedule(double rate, double shift) implements FireTimes {
  @Override
  public long dueNanos(long n) {
    return Math.round((n + shift) / rate * 1e9);
  }

  @Override
  public long countBefore(long offsetNanos) {
    return Math.max(0, (long) Math.ceil(offsetNanos / 1e9 * rate - shift - 1e-9));
  }
}
