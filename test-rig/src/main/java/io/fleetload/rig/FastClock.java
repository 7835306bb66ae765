// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.driver.RunClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The system's clocks, which a test makes faster: for what waits until it is quiet. It is quiet
 * after a part of the time then, and what has to come in time has a part of the time as well.
 */
public final class FastClock implements RunClock {
  private final RunClock system = RunClock.system();
  private final int times;
  private volatile long since = Long.MAX_VALUE;
  private final AtomicLong passed = new AtomicLong();

  /**
   * Runs as the system's at first.
   *
   * @param times how many times as fast later
   */
  public FastClock(int times) {
    this.times = times;
  }

  /** Runs fast from now on. */
  public void hurry() {
    since = Math.min(since, system.nanos());
  }

  /** Time passes at once. */
  public void pass(Duration time) {
    passed.addAndGet(time.toNanos());
  }

  @Override
  public long nanos() {
    long now = system.nanos();
    long slow = since;
    return passed.get() + (now > slow ? slow + (now - slow) * times : now);
  }

  @Override
  public long epochNanos(long nanos) {
    long at = nanos - passed.get();
    long slow = since;
    return system.epochNanos(at > slow ? slow + (at - slow) / times : at);
  }
}
