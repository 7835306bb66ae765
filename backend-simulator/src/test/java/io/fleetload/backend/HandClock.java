// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend;

import io.fleetload.driver.RunClock;
import java.time.Duration;

/** A clock that a test moves by hand. */
public final class HandClock implements RunClock {
  /** The wall time at the clock's zero, ns since the epoch. */
  public static final long EPOCH = 1_700_000_000_000_000_000L;

  private long nanos;

  /** Lets time pass. */
  public void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long epochNanos(long at) {
    return EPOCH + at;
  }
}
