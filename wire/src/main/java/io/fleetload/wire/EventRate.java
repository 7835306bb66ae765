// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

/**
 * Whether events come so densely that being woken for each costs more than handling it. Counted in
 * windows, so that a single burst does not make it so: what the window before had is what counts.
 */
final class EventRate {
  static final long WINDOW_NANOS = 20_000_000;

  private final long denseNanos;
  private long windowBegan;
  private long events;
  private boolean dense;

  /**
   * No event yet.
   *
   * @param denseNanos events are dense where one comes in this time on average, ns
   */
  EventRate(long nanos, long denseNanos) {
    this.windowBegan = nanos;
    this.denseNanos = denseNanos;
  }

  /** So many more have come. */
  void add(int more) {
    events += more;
  }

  /** Whether they come densely. */
  boolean isDense(long nanos) {
    long passed = nanos - windowBegan;
    if (passed >= WINDOW_NANOS) {
      dense = events * denseNanos >= passed;
      events = 0;
      windowBegan = nanos;
    }
    return dense;
  }
}
