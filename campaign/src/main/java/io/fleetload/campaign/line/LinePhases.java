// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.quantity.Span;

/**
 * Phases of a load test in one line: of the time in which messages are sent, the rates grow in a
 * twentieth and stay in another one before measuring begins.
 */
record LinePhases(Span ramp, Span warmUp, Span measure) {
  private static final long SECOND = 1_000_000_000L;
  private static final int PARTS = 20;
  private static final long LONGEST_SECONDS = 30;
  private static final long LEAST_FOR_A_WARM_UP = 5 * SECOND;

  /** The phases of that time. */
  static LinePhases of(Span time) {
    long whole = Math.min(LONGEST_SECONDS, time.nanos() / PARTS / SECOND) * SECOND;
    long warmUp = whole == 0 && time.nanos() >= LEAST_FOR_A_WARM_UP ? SECOND : whole;
    return new LinePhases(
        new Span(whole), new Span(warmUp), new Span(time.nanos() - whole - warmUp));
  }
}
