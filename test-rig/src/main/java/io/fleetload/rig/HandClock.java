// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A wall clock that only the test moves. */
public final class HandClock extends Clock {
  private Instant now;

  /** Creates a clock that shows that time. */
  public HandClock(Instant now) {
    this.now = now;
  }

  /** Time passes. */
  public void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
