// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves. */
final class MovingClock extends Clock {
  private volatile Instant now;

  MovingClock() {
    this(Instant.parse("2026-11-22T10:00:00Z"));
  }

  MovingClock(Instant now) {
    this.now = now;
  }

  void pass(Duration time) {
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
