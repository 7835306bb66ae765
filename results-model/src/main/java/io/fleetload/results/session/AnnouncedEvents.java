// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.session;

import io.fleetload.results.format.RequiredPart;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Announcements of one event of the sessions, their begins or their ends, as the backend received
 * them. Those that say which session they are of are a row of three columns each.
 *
 * @param session the index of the session
 * @param attempt which attempt at it; {@link #UNMARKED} where the target does not say
 * @param received when it arrived, µs since the epoch
 * @param misdelivered those under the name of another device than the session's
 * @param unknown those under the name of one of the run's devices, and of no session of the run
 * @param foreign those of another run or of devices that are not the run's
 * @param notFollowed those that have no row, as there were too many
 */
public record AnnouncedEvents(
    @RequiredPart NumberColumn session,
    @RequiredPart NumberColumn attempt,
    @RequiredPart NumberColumn received,
    long misdelivered,
    long unknown,
    long foreign,
    long notFollowed) {
  /** The target does not say which attempt it is of. */
  public static final int UNMARKED = -1;

  /** None. */
  public static AnnouncedEvents none() {
    return new AnnouncedEvents(
        new NumberColumn(), new NumberColumn(), new NumberColumn(), 0, 0, 0, 0);
  }

  /** All that were received. */
  long count() {
    return session.count() + misdelivered + unknown + foreign + notFollowed;
  }

  /** These and those of another backend. */
  public AnnouncedEvents plus(AnnouncedEvents other) {
    return new AnnouncedEvents(
        session.plus(other.session),
        attempt.plus(other.attempt),
        received.plus(other.received),
        misdelivered + other.misdelivered,
        unknown + other.unknown,
        foreign + other.foreign,
        notFollowed + other.notFollowed);
  }

  /**
   * Begins and ends.
   *
   * @param begins those of the begins
   * @param ends those of the ends
   */
  public record EventsOfKind(
      @RequiredPart AnnouncedEvents begins, @RequiredPart AnnouncedEvents ends) {
    /** Adds those of two backends, by the pack's words for what is announced. */
    public static Map<String, EventsOfKind> sum(
        Map<String, EventsOfKind> one, Map<String, EventsOfKind> other) {
      Map<String, EventsOfKind> sum = new LinkedHashMap<>(one);
      other.forEach((kind, more) -> sum.merge(kind, more, EventsOfKind::plus));
      return sum;
    }

    private EventsOfKind plus(EventsOfKind other) {
      return new EventsOfKind(begins.plus(other.begins), ends.plus(other.ends));
    }
  }
}
