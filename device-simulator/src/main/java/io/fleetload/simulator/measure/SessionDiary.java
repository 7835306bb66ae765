// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.RunClock;
import io.fleetload.pack.SessionAnnouncements;
import io.fleetload.results.session.SessionLog;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.SessionMark;
import java.util.HashMap;
import java.util.Map;

/**
 * The diary of the sessions that the target announces: when each attempt began and each session
 * ended. Memory: 32 bytes an attempt, up to a number of them. All calls come from one thread.
 */
public final class SessionDiary {
  /** Attempts that have a row; those beyond are only counted. */
  static final int MOST_ROWS = 1_000_000;

  private final SessionAnnouncements announced;
  private final RunId run;
  private final RunClock clock;
  private final SessionLog log;

  /** The last row of each session, and its attempts. */
  private final Map<Integer, int[]> lastOf = new HashMap<>();

  private long notFollowed;

  /** An empty one; null for a target that announces no sessions. */
  public static SessionDiary of(SessionAnnouncements announced, RunId run, RunClock clock) {
    return announced.kinds().isEmpty() ? null : new SessionDiary(announced, run, clock);
  }

  private SessionDiary(SessionAnnouncements announced, RunId run, RunClock clock) {
    this.announced = announced;
    this.run = run;
    this.clock = clock;
    this.log = SessionLog.empty(announced.names());
  }

  /** An attempt begins; returns its mark, or null for a session that is not announced. */
  SessionMark attempt(int session, long nanos) {
    if (!announced.sessions().test(session)) {
      return null;
    }
    int[] last = lastOf.computeIfAbsent(session, key -> new int[] {-1, 0});
    int attempt = last[1]++;
    if (log.rows() == MOST_ROWS) {
      last[0] = -1;
      notFollowed++;
    } else {
      last[0] = log.rows();
      log.session().add(session);
      log.attempt().add(attempt);
      log.began().add(micros(nanos));
      log.ended().add(SessionLog.NEVER_OPEN);
    }
    return new SessionMark(run, session, attempt);
  }

  /** The last attempt at a session went well. */
  void opened(int session) {
    set(session, SessionLog.OPEN);
  }

  /** A session ended. */
  void ended(int session, long nanos) {
    set(session, micros(nanos));
  }

  private void set(int session, long ended) {
    int[] last = lastOf.get(session);
    if (last != null && last[0] >= 0) {
      log.ended().set(last[0], ended);
    }
  }

  private long micros(long nanos) {
    return clock.epochNanos(nanos) / 1_000;
  }

  /** An independent copy of it so far. */
  SessionLog copy() {
    SessionLog copy = log.copy();
    return new SessionLog(
        copy.names(), copy.session(), copy.attempt(), copy.began(), copy.ended(), notFollowed);
  }
}
