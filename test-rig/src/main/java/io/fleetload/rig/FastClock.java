// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.driver.RunClock;

/**
 * The system's clocks, but faster: for what waits until it is quiet. It is quiet after a part of
 * the time, and what has to come in time has a part of the time as well.
 *
 * @param times how many times as fast
 */
public record FastClock(RunClock system, int times) implements RunClock {
  /** Runs so many times as fast as the system's. */
  public FastClock(int times) {
    this(RunClock.system(), times);
  }

  @Override
  public long nanos() {
    return system.nanos() * times;
  }

  @Override
  public long epochNanos(long nanos) {
    return system.epochNanos(nanos / times);
  }
}
