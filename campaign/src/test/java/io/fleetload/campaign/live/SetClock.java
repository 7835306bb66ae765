// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.live;

import io.fleetload.driver.RunClock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. */
final class SetClock implements RunClock {
  private final AtomicLong nanos = new AtomicLong();

  void pass(double seconds) {
    nanos.addAndGet(Math.round(seconds * 1e9));
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public long epochNanos(long at) {
    return at;
  }
}
