// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

/**
 * Whether events come so densely that being woken for each costs more than handling it. Counted in
 * windows, so that a single burst does not make it so: what the window before had is what counts.
 */
final class EventRate {
  /** So many events are as dense as one every 0.15 ms. */
  static final long DENSE_NANOS = 150_000;

  static final long WINDOW_NANOS = 20_000_000;

  private long windowBegan;
  private long events;
  private boolean dense;

  /** No event yet. */
  EventRate(long nanos) {
    this.windowBegan = nanos;
  }

  /** So many more have come. */
  void add(int more) {
    events += more;
  }

  /** Whether they come densely. */
  boolean isDense(long nanos) {
    long passed = nanos - windowBegan;
    if (passed >= WINDOW_NANOS) {
      dense = events * DENSE_NANOS >= passed;
      events = 0;
      windowBegan = nanos;
    }
    return dense;
  }
}
