// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

/**
 * Wakes a selector at a time finer than the millisecond that a selector's own timeout knows. One
 * time at a time; a new one replaces it. Two rings are never closer together than a least distance,
 * so that what is due in between shares a ring.
 */
interface Alarm extends AutoCloseable {
  /** To be called once, before the first {@link #at}. */
  default void start() {}

  /** Sets the alarm, on {@link System#nanoTime()}. */
  void at(long nanos);

  @Override
  void close();
}
