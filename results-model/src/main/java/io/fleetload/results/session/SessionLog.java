// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import io.fleetload.results.format.RequiredPart;
import io.fleetload.results.run.DeviceNames;

/**
 * Each attempt at a session that the target announces, as the devices know it: a row of four
 * columns, in the order in which they began.
 *
 * @param names names of those that have the sessions, by {@link DeviceNames}
 * @param session the session's index
 * @param attempt which attempt at it, from 0
 * @param began when it began, µs since the epoch
 * @param ended when the session ended, µs since the epoch; {@link #OPEN} and {@link #NEVER_OPEN}
 *     are no times
 * @param notFollowed attempts that have no row, as there were too many
 */
public record SessionLog(
    @RequiredPart String names,
    @RequiredPart NumberColumn session,
    @RequiredPart NumberColumn attempt,
    @RequiredPart NumberColumn began,
    @RequiredPart NumberColumn ended,
    long notFollowed) {
  /** The session did not end before the devices did. */
  public static final long OPEN = -1;

  /** The attempt failed, or had no outcome. */
  public static final long NEVER_OPEN = -2;

  /** A log without rows. */
  public static SessionLog empty(String names) {
    return new SessionLog(
        names, new NumberColumn(), new NumberColumn(), new NumberColumn(), new NumberColumn(), 0);
  }

  /** Number of its rows. */
  public int rows() {
    return session.count();
  }

  /** Returns whether the session of a row was open. */
  boolean wasOpen(int row) {
    return ended.get(row) != NEVER_OPEN;
  }

  /** Returns whether the session of a row ended. */
  boolean hasEnded(int row) {
    return ended.get(row) >= 0;
  }

  /** The name of the device, or the gateway, that has a session. */
  String name(int index) {
    return new DeviceNames(names).of(index);
  }

  /** These rows, and those of other sessions. */
  public SessionLog plus(SessionLog other) {
    return new SessionLog(
        names,
        session.plus(other.session),
        attempt.plus(other.attempt),
        began.plus(other.began),
        ended.plus(other.ended),
        notFollowed + other.notFollowed);
  }

  /** An independent copy. */
  public SessionLog copy() {
    return plus(empty(names));
  }
}
