// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.session.SessionLog;
import io.fleetload.simulator.limit.LimitMeter;
import io.fleetload.stamp.SessionMark;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The book of the fleet's connections. All calls come from one thread. */
public final class ConnectionBook {
  /** Reason why a session ended and has to begin again. */
  public enum EndReason {
    /** Churn: a device left and comes back. */
    CHURN,
    /** A storm took all sessions. */
    STORM,
    /** Nothing came back after its source port changed. */
    REBIND,
    /** The target or the network ended it. */
    TARGET,
    /** Nothing came back on it any more. */
    SILENT
  }

  private final long sessions;
  private final TenantSessions tenants;
  private final GroupSessions groups;
  private final SessionTally all = new SessionTally();
  private final OutageBook outage = new OutageBook();
  private final HandshakeCourse course = new HandshakeCourse();
  private final BitSet open = new BitSet();
  private final BitSet later = new BitSet();
  private long unexpectedAnswers;

  private LimitMeter limits = LimitMeter.none();

  /** Null for a target that announces no sessions. */
  private SessionDiary diary;

  /**
   * An empty book.
   *
   * @param sessions how many sessions the profile asks for
   */
  public ConnectionBook(long sessions) {
    this(sessions, null, null);
  }

  /**
   * An empty book.
   *
   * @param sessions how many sessions the profile asks for
   * @param tenants the tenants that they belong to; null if these are not asked for
   * @param groups the groups that they belong to; null of a fleet without groups
   */
  public ConnectionBook(long sessions, TenantSessions tenants, GroupSessions groups) {
    this.sessions = sessions;
    this.tenants = tenants;
    this.groups = groups;
  }

  /**
   * Keeps a diary of the sessions as well.
   *
   * @param sessions the diary; null for none
   */
  public ConnectionBook with(SessionDiary sessions) {
    diary = sessions;
    return this;
  }

  /** Measures the sessions beside the limits that the profile expects as well. */
  public ConnectionBook with(LimitMeter meter) {
    limits = meter;
    return this;
  }

  /** The meter of the limits. */
  public LimitMeter limits() {
    return limits;
  }

  /** The diary of the sessions so far; null if none is kept. */
  public SessionLog sessions() {
    return diary == null ? null : diary.copy();
  }

  /** A session is not asked for before its device joins. */
  public void later(int session) {
    later.set(session);
    count(session, SessionTally::later);
    if (tenants != null) {
      tenants.later(session);
    }
  }

  /** The device of such a session joins: the session is asked for from here on. */
  public void joined(int session) {
    count(session, SessionTally::joined);
    if (tenants != null) {
      tenants.joined(session);
    }
  }

  /** A session ended for good, as its device left. */
  public void left(int session, long nanos) {
    count(session, SessionTally::left);
    notOpen(session, nanos);
  }

  /**
   * An attempt at a session, by its index, begins.
   *
   * @param comesBack whether the session was open before
   * @return its mark, by which the target announces the session; null if it announces none
   */
  public SessionMark attempt(int session, boolean comesBack, long nowNanos) {
    count(session, tally -> tally.attempt(comesBack));
    course.begun(nowNanos);
    limits.attempt(session, nowNanos);
    return diary == null ? null : diary.attempt(session, nowNanos);
  }

  /**
   * An attempt at a session went well after that many ns.
   *
   * @param traits how the session came to be
   */
  public void connected(
      int session, boolean comesBack, Set<String> traits, long nanos, long nowNanos) {
    count(session, tally -> tally.connected(comesBack, traits, nanos));
    if (tenants != null && !comesBack) {
      tenants.connected(session);
    }
    if (later.get(session) && !comesBack) {
      count(session, SessionTally::joinedAndConnected);
    }
    course.succeeded(nowNanos);
    limits.opened(session, nowNanos - nanos, nowNanos);
    open.set(session);
    if (diary != null) {
      diary.opened(session);
    }
  }

  /** An attempt failed. */
  public void failed(int session, boolean comesBack, Cause cause, long nowNanos) {
    Cause booked = limits.notOpened(session, cause, nowNanos);
    count(session, tally -> tally.failed(comesBack, booked));
    course.failed(booked.key(), nowNanos);
  }

  /** A session ended then and has to begin again. */
  public void ended(int session, EndReason why, long nanos) {
    count(session, tally -> tally.ended(why));
    notOpen(session, nanos);
  }

  /** Notes the end of a session once, however often it is reported. */
  private void notOpen(int session, long nanos) {
    if (open.get(session)) {
      open.clear(session);
      course.ended(nanos);
      limits.ended(session, nanos);
      if (diary != null) {
        diary.ended(session, nanos);
      }
    }
  }

  /** A session that was ended is open again. */
  public void back(int session) {
    count(session, SessionTally::back);
  }

  /** Sessions that were ended and are not back yet. */
  public long outstanding() {
    return all.outstanding();
  }

  /** The sessions that were gone although the profile did not ask for it. */
  public OutageBook outage() {
    return outage;
  }

  /** A session goes on from another port. */
  public void rebound(int session) {
    count(session, SessionTally::rebound);
  }

  /** A session ended without a request of this process. */
  public void disconnected(int session, long nowNanos) {
    count(session, SessionTally::disconnected);
    notOpen(session, nowNanos);
  }

  /** The target answered a message a second time, or one that was not sent. */
  public void unexpectedAnswer() {
    unexpectedAnswers++;
  }

  /** Sessions opened for the first time so far. */
  public long connected() {
    return all.connected();
  }

  /** An independent copy of the book so far. */
  public DeviceBook.FleetCounts snapshot() {
    return all.snapshot(
        sessions,
        all.handshakes(course.snapshot()),
        outage.snapshot(),
        tenants == null ? null : (Long) tenants.carried(),
        unexpectedAnswers);
  }

  /** The groups so far; null of a fleet without groups. */
  public List<GroupBook> groups() {
    return groups == null ? null : groups.snapshot();
  }

  /** Each group's sessions while the run goes on; empty where none has sessions of its own. */
  public List<GroupSessions.GroupCounts> groupCounts() {
    return groups == null ? List.of() : groups.counts();
  }

  private void count(int session, Consumer<SessionTally> event) {
    event.accept(all);
    SessionTally group = groups == null ? null : groups.of(session);
    if (group != null) {
      event.accept(group);
    }
  }
}
