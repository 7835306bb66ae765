// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

/**
 * Rate of events, which says whether they come so densely that being woken for each costs more than
 * handling it. It counts in windows and goes by the window before, so that a single burst is not
 * dense.
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

  /** Counts more events. */
  void add(int more) {
    events += more;
  }

  /** Returns whether events come densely at a time of {@link System#nanoTime()}. */
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
