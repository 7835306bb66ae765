// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.time.LatencyHistogram;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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

  private final long asked;
  private final TenantSessions tenants;
  private final Tally first = new Tally();
  private final Tally again = new Tally();
  private final OutageBook outage = new OutageBook();
  private final HandshakeCourse course = new HandshakeCourse();
  private final Map<EndReason, Long> ended = new EnumMap<>(EndReason.class);
  private final BitSet open = new BitSet();
  private long rebound;
  private long full;
  private long resumed;
  private long withConnectionId;
  private long disconnects;
  private long unexpectedAnswers;
  private long outstanding;

  /**
   * An empty book.
   *
   * @param asked how many sessions the profile asks for
   */
  public ConnectionBook(long asked) {
    this(asked, null);
  }

  /**
   * An empty book.
   *
   * @param asked how many sessions the profile asks for
   * @param tenants the tenants that they belong to; null if these are not asked for
   */
  public ConnectionBook(long asked, TenantSessions tenants) {
    this.asked = asked;
    this.tenants = tenants;
  }

  /**
   * An attempt begins.
   *
   * @param comesBack whether the session was open before
   */
  public void attempt(boolean comesBack, long nowNanos) {
    of(comesBack).attempts++;
    course.begun(nowNanos);
  }

  /**
   * An attempt at a session, by its index, went well after that many ns.
   *
   * @param traits how the session came to be
   */
  public void connected(
      int index, boolean comesBack, Set<String> traits, long nanos, long nowNanos) {
    of(comesBack).connected++;
    if (tenants != null && !comesBack) {
      tenants.connected(index);
    }
    of(comesBack).time.record(nanos);
    if (traits.contains(DeviceLink.RESUMED)) {
      resumed++;
    } else {
      full++;
    }
    if (traits.contains(DeviceLink.CONNECTION_ID)) {
      withConnectionId++;
    }
    course.succeeded(nowNanos);
    open.set(index);
  }

  /** An attempt failed. */
  public void failed(boolean comesBack, Cause cause, long nowNanos) {
    of(comesBack).failed.merge(cause.key(), 1L, Long::sum);
    course.failed(cause.key(), nowNanos);
  }

  /** A session ended then and has to begin again. */
  public void ended(int session, EndReason why, long nanos) {
    ended.merge(why, 1L, Long::sum);
    outstanding++;
    notOpen(session, nanos);
  }

  /** Notes the end of a session once, however often it is reported. */
  private void notOpen(int session, long nanos) {
    if (open.get(session)) {
      open.clear(session);
      course.ended(nanos);
    }
  }

  /** A session that was ended is open again. */
  public void back() {
    outstanding--;
  }

  /** Sessions that were ended and are not back yet. */
  public long outstanding() {
    return outstanding;
  }

  /** The sessions that were gone although the profile did not ask for it. */
  public OutageBook outage() {
    return outage;
  }

  /** A session goes on from another port. */
  public void rebound() {
    rebound++;
  }

  /** A session ended without a request of this process. */
  public void disconnected(int session, long nowNanos) {
    disconnects++;
    notOpen(session, nowNanos);
  }

  /** The target answered a message a second time, or one that was not sent. */
  public void unexpectedAnswer() {
    unexpectedAnswers++;
  }

  /** Sessions opened for the first time so far. */
  public long connected() {
    return first.connected;
  }

  /** An independent copy of the book so far. */
  public DeviceBook.FleetCounts snapshot() {
    return new DeviceBook.FleetCounts(
        asked,
        first.connected,
        first.attempts,
        new TreeMap<>(first.failed),
        disconnects,
        first.time.copy(),
        new Handshakes(full, resumed, withConnectionId, course.snapshot()),
        reconnects(),
        tenants == null ? null : tenants.carried(),
        unexpectedAnswers);
  }

  private Reconnects reconnects() {
    return new Reconnects(
        new Reconnects.Ends(
            ended.getOrDefault(EndReason.CHURN, 0L),
            ended.getOrDefault(EndReason.STORM, 0L),
            rebound,
            ended.getOrDefault(EndReason.REBIND, 0L),
            ended.getOrDefault(EndReason.TARGET, 0L),
            ended.getOrDefault(EndReason.SILENT, 0L)),
        again.attempts,
        again.connected,
        new TreeMap<>(again.failed),
        outstanding,
        again.time.copy(),
        outage.snapshot());
  }

  private Tally of(boolean comesBack) {
    return comesBack ? again : first;
  }

  private static final class Tally {
    private final Map<String, Long> failed = new TreeMap<>();
    private final LatencyHistogram time = new LatencyHistogram();
    private long attempts;
    private long connected;
  }
}
