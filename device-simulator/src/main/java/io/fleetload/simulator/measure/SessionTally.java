// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.Handshakes;
import io.fleetload.results.book.Reconnects;
import io.fleetload.results.outage.Outage;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.simulator.measure.ConnectionBook.EndReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts of what became of sessions: of all, or of those of a group. */
final class SessionTally {
  private final Attempts first = new Attempts();
  private final Attempts again = new Attempts();
  private final Map<EndReason, Long> ended = new EnumMap<>(EndReason.class);
  private long rebound;
  private long full;
  private long resumed;
  private long withConnectionId;
  private long disconnects;
  private long outstanding;
  private long later;
  private long joined;
  private long joinedAndConnected;
  private long left;

  void attempt(boolean comesBack) {
    of(comesBack).attempts++;
  }

  void connected(boolean comesBack, Set<String> traits, long nanos) {
    of(comesBack).connected++;
    of(comesBack).time.record(nanos);
    if (traits.contains(DeviceLink.RESUMED)) {
      resumed++;
    } else {
      full++;
    }
    if (traits.contains(DeviceLink.CONNECTION_ID)) {
      withConnectionId++;
    }
  }

  void failed(boolean comesBack, Cause cause) {
    of(comesBack).failed.merge(cause.key(), 1L, Long::sum);
  }

  void ended(EndReason why) {
    ended.merge(why, 1L, Long::sum);
    outstanding++;
  }

  void back() {
    outstanding--;
  }

  void rebound() {
    rebound++;
  }

  void disconnected() {
    disconnects++;
  }

  /** A session is not asked for yet, as its device joins later. */
  void later() {
    later++;
  }

  /** The device of such a session joins. */
  void joined() {
    joined++;
  }

  /** The session of a device that joined opened for the first time. */
  void joinedAndConnected() {
    joinedAndConnected++;
  }

  /** A session ended for good, as its device left. */
  void left() {
    left++;
  }

  /** Number of sessions asked for by now, of so many. */
  long asked(long sessions) {
    return sessions - later + joined;
  }

  /** Sessions that were ended and are not back yet. */
  long outstanding() {
    return outstanding;
  }

  /** Sessions opened for the first time. */
  long connected() {
    return first.connected;
  }

  /** Handshakes that negotiated a new session. */
  long full() {
    return full;
  }

  /** Handshakes that resumed a session. */
  long resumed() {
    return resumed;
  }

  /** The handshakes in the course of time. */
  Handshakes handshakes(Handshakes.HandshakeSeconds perSecond) {
    return new Handshakes(full, resumed, withConnectionId, perSecond);
  }

  /**
   * An independent copy of the counts so far.
   *
   * @param sessions how many sessions the profile asks for over the whole run
   * @param handshakes all of them; null if their seconds are not kept
   * @param outage the sessions that were gone; null if these are not kept
   * @param carried number of devices with messages that the sessions carry, or null
   * @param unexpectedAnswers answers that no device waited for; null if these are not kept
   */
  DeviceBook.FleetCounts snapshot(
      long sessions, Handshakes handshakes, Outage outage, Long carried, Long unexpectedAnswers) {
    return new DeviceBook.FleetCounts(
        asked(sessions),
        first.connected,
        first.attempts,
        new TreeMap<>(first.failed),
        disconnects,
        first.time.copy(),
        handshakes,
        new Reconnects(
            ends(),
            again.attempts,
            again.connected,
            new TreeMap<>(again.failed),
            outstanding,
            again.time.copy(),
            outage),
        carried,
        unexpectedAnswers,
        later == 0 && left == 0
            ? null
            : new DeviceBook.WaveCounts(joined, joinedAndConnected, left),
        null);
  }

  private Reconnects.Ends ends() {
    return new Reconnects.Ends(
        ended.getOrDefault(EndReason.CHURN, 0L),
        ended.getOrDefault(EndReason.STORM, 0L),
        rebound,
        ended.getOrDefault(EndReason.REBIND, 0L),
        ended.getOrDefault(EndReason.TARGET, 0L),
        ended.getOrDefault(EndReason.SILENT, 0L));
  }

  private Attempts of(boolean comesBack) {
    return comesBack ? again : first;
  }

  private static final class Attempts {
    private final Map<String, Long> failed = new TreeMap<>();
    private final LatencyHistogram time = new LatencyHistogram();
    private long attempts;
    private long connected;
  }
}
